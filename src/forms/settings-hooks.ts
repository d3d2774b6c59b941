import { Injectable } from '@nestjs/common';
import type { FormEntity } from './form.entity';
import type { SettingsState } from './settings/form-settings.dto';

/** Members beside the settings, such as counters, that a domain which builds on forms knows. */
export type SettingsMembers = Omit<SettingsState, 'fields_locked'>;

/** What an edit of settings changes besides the form. The domain that owns the rows registers it. */
export interface SettingsHook {
  /** In the transaction of the edit. The form is locked, and has its settings from before. */
  apply?(before: FormEntity, after: FormEntity): Promise<void>;
  membersOf(form: FormEntity): Promise<Partial<SettingsMembers>>;
}

/** The hooks of settings, which are registered when the service starts. So forms know no domain that builds on them. */
@Injectable()
export class SettingsHooks {
  private readonly hooks: SettingsHook[] = [];

  register(hook: SettingsHook): void {
    this.hooks.push(hook);
  }

  async apply(before: FormEntity, after: FormEntity): Promise<void> {
    for (const hook of this.hooks) await hook.apply?.(before, after);
  }

  async membersOf(form: FormEntity): Promise<SettingsMembers> {
    const members: Partial<SettingsMembers>[] = [];
    for (const hook of this.hooks) members.push(await hook.membersOf(form)); // in a transaction they share its connection
    const warning_details = members.flatMap((found) => found.warning_details ?? []);
    return Object.assign({ quarantined: 0, unmatched: [] }, ...members, { warning_details }) as SettingsMembers;
  }
}
