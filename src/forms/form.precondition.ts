import { Injectable } from '@nestjs/common';
import { Precondition } from '../api/preconditions/precondition';
import type { FormEntity } from './form.entity';
import { formEtag } from './form.rules';
import { FormsRepository } from './forms.repository';

/** Edits of a form and its fields require the current ETag of the form. */
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
