import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/auth/caller';
import { PathResource } from '../platform/http/path-resource';
import type { PathParameters } from '../platform/http/path-resource';
import { isFieldId, isId } from '../platform/id.rules';
import { FieldsRepository } from './fields.repository';

/** The field of `/v1/forms/{form}/fields/{field}`, found only together with a form that the caller may see. That form is what edits lock. */
@Injectable()
export class FieldOnPath extends PathResource<{ id: string }> {
  constructor(private readonly fields: FieldsRepository) {
    super();
  }

  async find(caller: Caller, { form = '', field = '' }: PathParameters): Promise<{ id: string } | null> {
    if (!isId(form) || !isFieldId(field)) return null;
    return (await this.fields.isVisible(caller, form, field)) ? { id: form } : null;
  }
}
