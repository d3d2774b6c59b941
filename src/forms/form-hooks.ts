import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import type { FieldError } from '../api/errors/api-error';
import type { FieldDefinition } from './definition/field.types';
import type { FormEntity } from './form.entity';
import type { NewForm } from './form.rules';
import type { FieldUseView } from './definition/field-use.dto';
import { usesInSettings } from './settings/field-uses.rules';
import type { SettingsState, StoredSettings } from './settings/form-settings.dto';
import { settingsOf } from './settings/form-settings.rules';

/** The members of new fields that are checked even if the request has other errors. */
export type NewFields = readonly Pick<FieldDefinition, 'type' | 'options'>[];

/** Members beside the settings, such as counters, that the domains which build on forms provide. */
export type SettingsMembers = Omit<SettingsState, 'fields_locked'>;

/** The hook of a domain that builds on forms. The domain registers it at startup, so that forms do not depend on the domain. */
export interface FormHook {
  /** Returns the errors in the fields of a new form that the DTO cannot find. */
  errorsIn?(fields: NewFields): FieldError[];
  /** Inserts rows that belong to a new form, in the transaction that creates it. */
  insertFor?(form: FormEntity, newForm: NewForm): Promise<void>;
  /** Returns members of the form that an edit of its settings changes as well, with the form locked. */
  editFor?(caller: Caller, form: FormEntity, settings: StoredSettings): Promise<Partial<FormEntity>>;
  /** Called after an edit of the settings, in the same transaction, with the form locked. */
  applySettings?(before: FormEntity, after: FormEntity): Promise<void>;
  /** Returns sentences about an edit of the form that its owner may not expect. */
  warningsOf?(before: FormEntity, after: FormEntity): Promise<string[]>;
  membersOf?(form: FormEntity): Promise<Partial<SettingsMembers>>;
  /** The places that name a field; with `options`, those that compare it with one of these. */
  usesOf?(form: Pick<FormEntity, 'id'>, field: string, options: ReadonlySet<string> | null): Promise<FieldUseView[]>;
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

  async editFor(caller: Caller, form: FormEntity, settings: StoredSettings): Promise<Partial<FormEntity>> {
    const edits: Partial<FormEntity>[] = [];
    for (const hook of this.hooks) edits.push((await hook.editFor?.(caller, form, settings)) ?? {});
    return Object.assign({}, ...edits) as Partial<FormEntity>;
  }

  async applySettings(before: FormEntity, after: FormEntity): Promise<void> {
    for (const hook of this.hooks) await hook.applySettings?.(before, after);
  }

  async warningsOf(before: FormEntity, after: FormEntity): Promise<string[]> {
    const warnings: string[] = [];
    for (const hook of this.hooks) warnings.push(...((await hook.warningsOf?.(before, after)) ?? []));
    return warnings;
  }

  async usesOf(form: Pick<FormEntity, 'id' | 'settings'>, field: string, options: ReadonlySet<string> | null): Promise<FieldUseView[]> {
    const uses = usesInSettings(settingsOf(form.settings), field, options);
    for (const hook of this.hooks) uses.push(...((await hook.usesOf?.(form, field, options)) ?? []));
    return uses;
  }

  async membersOf(form: FormEntity): Promise<SettingsMembers> {
    const members: Partial<SettingsMembers>[] = [];
    for (const hook of this.hooks) members.push((await hook.membersOf?.(form)) ?? {}); // not in parallel: they may share a connection
    const warning_details = members.flatMap((found) => found.warning_details ?? []);
    return Object.assign({ quarantined: 0, unmatched: [] }, ...members, { warning_details }) as SettingsMembers;
  }
}
