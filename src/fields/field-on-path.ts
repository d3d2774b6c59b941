import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/auth/caller';
import { Database } from '../platform/database/database';
import { PathResource } from '../platform/http/path-resource';
import type { PathParameters } from '../platform/http/path-resource';
import { isFieldId, isId } from '../platform/ids';

/** The field of `/v1/forms/{form}/fields/{field}`, found only together with a form that the caller may see. */
@Injectable()
export class FieldOnPath extends PathResource<{ id: string; fieldId: string }> {
  constructor(private readonly database: Database) {
    super();
  }

  async find(
    caller: Caller,
    { form = '', field = '' }: PathParameters,
  ): Promise<{ id: string; fieldId: string } | null> {
    if (!isId(form) || !isFieldId(field)) return null;
    const row = await this.database.row<{ id: string; fieldId: string }>(VISIBLE_FIELD, [
      field,
      form,
      caller.accountId,
      caller.formAccessMode === 'selected' ? caller.keyId : null,
    ]);
    return row ?? null;
  }
}

const VISIBLE_FIELD = `
  select forms.id, fields.id as "fieldId"
  from fields join forms on forms.id = fields.form_id
  where fields.id = $1 and fields.deleted_at is null
    and forms.id = $2 and forms.account_id = $3 and forms.deleted_at is null
    and ($4::uuid is null or exists (select from api_key_forms g where g.form_id = forms.id and g.api_key_id = $4))`;
