import { Injectable } from '@nestjs/common';
import { sha256Of } from '../platform/crypto/digests.rules';
import { Database } from '../platform/database/database';
import { newId } from '../platform/ids.rules';

/** A submission that is not in the trash. */
export interface ConfirmableSubmission {
  id: string;
  formId: string;
  fields: Record<string, unknown>;
  /** The number of corrections, by which the confirmation knows that nothing has changed since. */
  editCount: number;
  isConfirmed: boolean;
}

export interface ConfirmedSubmission {
  outcome: 'confirmed' | 'gone' | 'ended' | 'form_changed' | 'duplicate' | 'no_places';
  /** The runs that the release has started, except those that wait for points; null when nothing was released. */
  pendingRunIds: string[] | null;
  isNotified: boolean | null;
}

/** Reads the submissions that links name, and confirms their addresses. The called SQL function locks the form. */
@Injectable()
export class ConfirmationsRepository {
  constructor(private readonly database: Database) {}

  async find(formId: string, id: string): Promise<ConfirmableSubmission | null> {
    return (await this.database.queryOne<ConfirmableSubmission>(FIND, [formId, id])) ?? null;
  }

  async confirm(
    { formId, id, editCount }: ConfirmableSubmission,
    { field, address }: { field: string; address: string },
    form: { revision: number; uniqueValue?: string },
  ): Promise<ConfirmedSubmission> {
    const digest = form.uniqueValue === undefined ? null : sha256Of(form.uniqueValue);
    const values = [formId, id, editCount, field, address, form.revision, digest, newId()];
    return (await this.database.queryOne<ConfirmedSubmission>(CONFIRM, values))!;
  }
}

const FIND = `
  select s.id, s.form_id, s.fields, s.edit_count, s.address_confirmed_at is not null as is_confirmed
  from submissions s join forms f on f.id = s.form_id and f.deleted_at is null
  where s.form_id = $1 and s.id = $2 and s.state <> 'trashed'`;

const CONFIRM = 'select outcome, pending_run_ids, is_notified from confirm_address($1, $2, $3, $4, $5, $6, $7, $8)';
