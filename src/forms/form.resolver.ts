import { Injectable } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, Precondition, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { GroupedReads } from '../platform/database/grouped-reads';
import { isId } from '../platform/ids.rules';
import type { FormEntity } from './form.entity';
import { FormsRepository, type FormWithFields } from './forms.repository';
import { formEtag, visibilityOf } from './form.rules';

export const FormId = ApiParam({ name: 'id', description: 'The id of a form.', type: 'string', format: 'uuid' });
export const FormIdParam = ApiParam({ name: 'form', description: 'The id of a form.', type: 'string', format: 'uuid' });

/** Finds the form of `/v1/forms/{id}`, or of a resource below it, whose parameter is `{form}`. */
@Injectable()
export class FormResolver extends ResourceResolver<FormEntity> {
  constructor(private readonly forms: FormsRepository) {
    super();
  }

  async find(caller: Caller, { id, form = id }: PathParameters): Promise<FormEntity | null> {
    return form !== undefined && isId(form) ? this.forms.visible(caller, form) : null;
  }

  idsOf({ id }: FormEntity): ResourceIds {
    return { formId: id, resourceId: null };
  }
}

/** Finds the same form with its counters and fields. Requests in one turn of the event loop share a statement. */
@Injectable()
export class FormWithFieldsResolver extends ResourceResolver<FormWithFields> {
  private readonly reads = new GroupedReads<FormWithFields>();

  constructor(private readonly forms: FormsRepository) {
    super();
  }

  async find(caller: Caller, { id = '', form = id }: PathParameters): Promise<FormWithFields | null> {
    if (!isId(form)) return null;
    return this.reads.one(visibilityOf(caller).join(), form, (ids) => this.forms.visibleWithFields(caller, ids));
  }

  idsOf({ id }: FormWithFields): ResourceIds {
    return { formId: id, resourceId: null };
  }
}

/** Requires the current ETag of the form for edits of the form and its fields. */
@Injectable()
export class FormPrecondition extends Precondition<FormEntity> {
  constructor(private readonly forms: FormsRepository) {
    super();
  }

  lock(formId: string): Promise<FormEntity | null> {
    return this.forms.lock(formId);
  }

  etagOf(form: FormEntity): string {
    return formEtag(form);
  }
}
