import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { validationFailed } from '../../api/errors/api-error';
import { AccountsService } from '../../accounts/accounts.service';
import { FieldsRepository } from '../../fields/fields.repository';
import { Clock } from '../../platform/clock';
import type { FormEntity } from '../form.entity';
import { nextRevision } from '../form.rules';
import { FormsRepository } from '../forms.repository';
import type { FormReferences } from './form-settings.rules';
import { patchedSettings, referenceErrors, settingsOf, settingsWarnings } from './form-settings.rules';
import type { FormSettings, StoredSettings } from './form-settings.types';

/** Settings of a form's pages and notifications. */
@Injectable()
export class FormSettingsService {
  constructor(
    private readonly forms: FormsRepository,
    private readonly fields: FieldsRepository,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
  ) {}

  /** Settings without effect, as sentences for the owner of the form. */
  async warningsOf(form: FormEntity): Promise<string[]> {
    const settings = settingsOf(form.settings);
    const warnings = settingsWarnings(settings, await this.referencesOf(form));
    return (await this.notifiesNobody(form, settings)) ? [...warnings, NOBODY_IS_NOTIFIED] : warnings;
  }

  /** Applies a merge patch to a locked form; one that changes nothing counts no revision. Resolves with the form after the edit. */
  async update(form: FormEntity, patch: StoredSettings): Promise<FormEntity> {
    const errors = referenceErrors(patch, await this.referencesOf(form));
    if (errors.length > 0) throw validationFailed(errors);
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
    return { allowedOrigins, fields: await this.fields.inOrder(id) };
  }
}

const NOBODY_IS_NOTIFIED =
  'Nobody is notified of submissions, since neither notifications.to nor the account has an address.';
