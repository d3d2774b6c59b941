import { Injectable } from '@nestjs/common';
import type { FieldError } from '../api/errors/api-error';
import type { FieldDefinition } from './definition/field.types';
import type { FormEntity } from './form.entity';
import type { NewForm } from './form.rules';
import type { SettingsState } from './settings/form-settings.dto';

/** The parts of new fields that are checked although their request may have other errors. */
export type NewFields = readonly Pick<FieldDefinition, 'type' | 'options'>[];

/** Members beside the settings, such as counters, that a domain which builds on forms knows. */
export type SettingsMembers = Omit<SettingsState, 'fields_locked'>;

/** The part that a domain which builds on forms has in them. It is registered when the service starts, so that forms know no such domain. */
export interface FormHook {
  /** Errors in the fields of a new form that the DTO cannot find. */
  errorsIn?(fields: NewFields): FieldError[];
  /** Inserts rows that belong to a new form, in the transaction that creates it. */
  insertFor?(form: FormEntity, newForm: NewForm): Promise<void>;
  /** Follows an edit of the settings, in its transaction. The form is locked. */
  applySettings?(before: FormEntity, after: FormEntity): Promise<void>;
  /** Members that are read beside the settings. */
  membersOf?(form: FormEntity): Promise<Partial<SettingsMembers>>;
}

@Injectable()
export class FormHooks {
  private readonly hooks: FormHook[] = [];

  register(hook: FormHook): void {
    this.hooks.push(hook);
  }

  errorsIn(fields: NewFields): FieldError[] {
    return this.hooks.flatMap((hook) => hook.errorsIn?.(fields) ?? []);
  }

  async insertFor(form: FormEntity, newForm: NewForm): Promise<void> {
    for (const hook of this.hooks) await hook.insertFor?.(form, newForm);
  }

  async applySettings(before: FormEntity, after: FormEntity): Promise<void> {
    for (const hook of this.hooks) await hook.applySettings?.(before, after);
  }

  async membersOf(form: FormEntity): Promise<SettingsMembers> {
    const members: Partial<SettingsMembers>[] = [];
    for (const hook of this.hooks) members.push((await hook.membersOf?.(form)) ?? {}); // in a transaction they share its connection
    const warning_details = members.flatMap((found) => found.warning_details ?? []);
    return Object.assign({ quarantined: 0, unmatched: [] }, ...members, { warning_details }) as SettingsMembers;
  }
}
