import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import type { IntakeForm } from './compiled-form';

/** Reads forms with what the intake needs of them. The routes are public, so no caller limits the forms that are visible. */
@Injectable()
export class IntakeFormsRepository {
  constructor(private readonly database: Database) {}

  find(formId: string): Promise<IntakeForm | undefined> {
    return this.database.queryOne<IntakeForm>(FIND, [formId]);
  }

  /** Null when the form does not exist. */
  async revisionOf(formId: string): Promise<number | null> {
    const row = await this.database.queryOne<{ revision: number }>(
      'select revision from forms where id = $1 and deleted_at is null',
      [formId],
    );
    return row?.revision ?? null;
  }
}

const FIND = `
  select f.id as "formId", f.revision, f.name, f.status = 'enabled' as "isEnabled", f.submission_token_digest as "tokenDigest",
    f.allowed_origins as "allowedOrigins", f.validate_fields as "validateFields",
    coalesce(
      (select json_agg(json_build_object('name', name, 'label', label, 'type', type, 'required', required, 'options', options,
          'validation', preset) order by position)
        from fields where form_id = f.id and deleted_at is null),
      '[]') as fields
  from forms f where f.id = $1 and f.deleted_at is null`;
