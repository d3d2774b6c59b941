import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { isId } from '../platform/ids.rules';
import { isFieldId } from '../forms/definition/field.rules';
import { type FieldOfForm, FieldsRepository } from './fields.repository';

/** Finds the field of the path if the caller may see its form. Edits read the field again after they have locked the form. */
@Injectable()
export class FieldResolver extends ResourceResolver<FieldOfForm> {
  constructor(private readonly fields: FieldsRepository) {
    super();
  }

  async find(caller: Caller, { form = '', field = '' }: PathParameters): Promise<FieldOfForm | null> {
    return isId(form) && isFieldId(field) ? this.fields.visible(caller, form, field) : null;
  }

  idsOf({ field }: FieldOfForm): ResourceIds {
    return { formId: field.formId, resourceId: field.id };
  }
}
