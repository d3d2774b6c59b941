import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { ResourceResolver } from '../api/resource/resource-resolver';
import type { PathParameters, ResourceIds } from '../api/resource/resource-resolver';
import { isId } from '../platform/id.rules';
import { isFieldId } from './field.rules';
import { FieldsRepository } from './fields.repository';

export interface FieldIds {
  formId: string;
  fieldId: string;
}

/** The field of `/v1/forms/{form}/fields/{field}`, whose form the caller may see. The row itself is read under the lock of the form. */
@Injectable()
export class FieldResolver extends ResourceResolver<FieldIds> {
  constructor(private readonly fields: FieldsRepository) {
    super();
  }

  async find(caller: Caller, { form = '', field = '' }: PathParameters): Promise<FieldIds | null> {
    if (!isId(form) || !isFieldId(field)) return null;
    return (await this.fields.isVisible(caller, form, field)) ? { formId: form, fieldId: field } : null;
  }

  idsOf({ formId, fieldId }: FieldIds): ResourceIds {
    return { formId, resourceId: fieldId };
  }
}
