import { Injectable } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Caller } from '../api/auth/caller';
import { Precondition, ResourceResolver } from '../api/resource/resource-resolver';
import type { PathParameters } from '../api/resource/resource-resolver';
import { isId } from '../platform/id.rules';
import type { FormEntity } from './form.entity';
import { formEtag } from './form.rules';
import type { CountedForm } from './forms.repository';
import { FormsRepository } from './forms.repository';

/** Documents the form in the addresses of what is below it. */
export const FormIdParam = ApiParam({ name: 'form', description: 'The id of a form.', type: 'string', format: 'uuid' });

/** The form of `/v1/forms/{id}` and of everything below it, there called `{form}`. */
@Injectable()
export class FormResolver extends ResourceResolver<CountedForm> {
  constructor(private readonly forms: FormsRepository) {
    super();
  }

  async find(caller: Caller, { id, form = id }: PathParameters): Promise<CountedForm | null> {
    return form !== undefined && isId(form) ? this.forms.visible(caller, form) : null;
  }
}

/** Edits of a form and its fields: each needs the ETag of the form as it is. */
@Injectable()
export class FormPrecondition extends Precondition<{ id: string }, FormEntity> {
  constructor(private readonly forms: FormsRepository) {
    super();
  }

  lock({ id }: { id: string }): Promise<FormEntity | null> {
    return this.forms.lock(id);
  }

  etagOf(form: FormEntity): string {
    return formEtag(form);
  }

  revisionOf({ revision }: FormEntity): number {
    return revision;
  }
}
