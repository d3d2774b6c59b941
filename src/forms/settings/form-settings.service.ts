import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type FieldError, refuseErrors } from '../../api/errors/api-error';
import { AccountsService } from '../../accounts/accounts.service';
import { Clock } from '../../platform/time';
import type { FormEntity } from '../form.entity';
import { nextRevision } from '../form.rules';
import { FormsRepository } from '../forms.repository';
import type { FormSettings, StoredSettings } from '../form-settings.types';
import {
  type FormReferences,
  patchedSettings,
  referenceErrors,
  settingsOf,
  settingsWarnings,
} from './form-settings.rules';

/** Settings of a form's pages and notifications. */
@Injectable()
export class FormSettingsService {
  constructor(
    private readonly forms: FormsRepository,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
  ) {}

  /** Settings without effect, as sentences for the owner of the form. */
  async warningsOf(form: FormEntity): Promise<string[]> {
    const settings = settingsOf(form.settings);
    const warnings = settingsWarnings(settings, await this.referencesOf(form));
    return (await this.notifiesNobody(form, settings)) ? [...warnings, NOBODY_IS_NOTIFIED] : warnings;
  }

  /**
   * Applies a merge patch to a locked form; one that changes nothing counts no revision. Resolves with the form after the edit. `errors`
   * are those that the patch has in itself.
   */
  async update(form: FormEntity, patch: StoredSettings, errors: readonly FieldError[]): Promise<FormEntity> {
    refuseErrors(errors, referenceErrors(patch, await this.referencesOf(form)));
    const settings = patchedSettings(form.settings, patch);
    if (isDeepStrictEqual(settings, form.settings)) return form;
    const edit = { settings, ...nextRevision(form, this.clock.now()) };
    await this.forms.update(form.id, edit);
    return { ...form, ...edit };
  }

  private async notifiesNobody(form: FormEntity, { notifications }: FormSettings): Promise<boolean> {
    if (!form.notificationsEnabled || notifications.to.length > 0) return false;
    return (await this.accounts.get(form.accountId)).notifyEmail === null;
  }

  private async referencesOf({ id, allowedOrigins }: FormEntity): Promise<FormReferences> {
    return { allowedOrigins, fields: await this.forms.fieldsOf(id) };
  }
}

const NOBODY_IS_NOTIFIED =
  'Nobody is notified of submissions, since neither notifications.to nor the account has an address.';
