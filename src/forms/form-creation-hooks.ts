import { Injectable } from '@nestjs/common';
import type { FieldError } from '../api/errors/api-error';
import type { FieldDefinition } from './definition/field.types';
import type { FormEntity } from './form.entity';
import type { NewForm } from './form.rules';

/** What is known of fields whose request may have other errors. */
export type NewFields = readonly Pick<FieldDefinition, 'type' | 'options'>[];

/** What a new form brings along besides its own rows. The domain that owns the rows registers it. */
export interface FormCreationHook {
  /** Errors in the fields of the request that the DTO cannot find. */
  errorsIn?(fields: NewFields): FieldError[];
  /** Inserts the rows in the transaction that creates the form. */
  insertFor(form: FormEntity, newForm: NewForm): Promise<void>;
}

/** The hooks of new forms, which are registered when the service starts. So forms know no domain that builds on them. */
@Injectable()
export class FormCreationHooks {
  private readonly hooks: FormCreationHook[] = [];

  register(hook: FormCreationHook): void {
    this.hooks.push(hook);
  }

  errorsIn(fields: NewFields): FieldError[] {
    return this.hooks.flatMap((hook) => hook.errorsIn?.(fields) ?? []);
  }

  async insertFor(form: FormEntity, newForm: NewForm): Promise<void> {
    for (const hook of this.hooks) await hook.insertFor(form, newForm);
  }
}
