import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { ResourceResolver } from '../api/resource/resource-resolver';
import type { PathParameters } from '../api/resource/resource-resolver';
import { isId } from '../platform/id.rules';
import { isFieldId } from './field.rules';
import { FieldsRepository } from './fields.repository';

/** The field of `/v1/forms/{form}/fields/{field}`, found only together with a form that the caller may see. That form is what edits lock. */
@Injectable()
export class FieldResolver extends ResourceResolver<{ id: string }> {
  constructor(private readonly fields: FieldsRepository) {
    super();
  }

  async find(caller: Caller, { form = '', field = '' }: PathParameters): Promise<{ id: string } | null> {
    if (!isId(form) || !isFieldId(field)) return null;
    return (await this.fields.isVisible(caller, form, field)) ? { id: form } : null;
  }
}
