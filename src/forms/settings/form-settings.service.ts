import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import { type FieldError, refuseErrors } from '../../api/errors/api-error';
import { hostsByName } from '../../accounts/account-secret.entity';
import { AccountSecretsService } from '../../accounts/account-secrets.service';
import { AccountsService } from '../../accounts/accounts.service';
import { type Config, CONFIG } from '../../platform/config/config';
import { Clock } from '../../platform/time';
import type { FormEntity } from '../form.entity';
import { nextRevision } from '../form.rules';
import { originWarnings } from '../origin-reach.rules';
import { FormsRepository } from '../forms.repository';
import { FormsService } from '../forms.service';
import { FormHooks } from '../form-hooks';
import type { FormSettings, SettingsState, StoredSettings } from './form-settings.dto';
import { type FormReferences, referenceErrors, settingsWarnings } from './form-references.rules';
import { patchedSettings, settingsOf, withoutFaulty } from './form-settings.rules';
import { closedWarnings } from './intake-settings.rules';
import { faultIf } from './setting-errors.rules';

@Injectable()
export class FormSettingsService {
  constructor(
    private readonly forms: FormsRepository,
    private readonly formsService: FormsService,
    private readonly accounts: AccountsService,
    private readonly secrets: AccountSecretsService,
    private readonly clock: Clock,
    private readonly hooks: FormHooks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async stateOf(form: FormEntity): Promise<SettingsState> {
    const settings = settingsOf(form.settings);
    const members = await this.hooks.membersOf(form);
    const warning_details = [
      ...faultIf(form.status === 'enabled' && form.allowedOrigins.length === 0, 'allowed_origins', EVERYBODY_MAY_SUBMIT),
      ...originWarnings(form.allowedOrigins).map((message) => ({ path: 'allowed_origins', message })),
      ...settingsWarnings(settings, await this.referencesOf(form, settings)),
      ...(await this.closedWarnings(form, settings)),
      ...faultIf(await this.notifiesNobody(form, settings), 'notifications.to', NOBODY_IS_NOTIFIED),
      ...faultIf(form.notificationsEnabled && this.config.smtpUrl === null, 'notifications_enabled', NO_MAIL_SERVER),
      ...faultIf(settings.respondent.confirm !== 'off' && this.config.smtpUrl === null, 'respondent.confirm', NO_CONFIRMATION),
      ...members.warning_details,
    ];
    return { ...members, fields_locked: await this.formsService.isContractLocked(form), warning_details };
  }

  /** A patch with an effect increments the revision. Resolves with the edited form. `errors` are the validation errors of the DTO. */
  async update(caller: Caller, form: FormEntity, patch: StoredSettings, errors: readonly FieldError[]): Promise<FormEntity> {
    const sound = withoutFaulty(patch, errors);
    const settings = patchedSettings(form.settings, sound);
    const after = settingsOf(settings);
    const references = await this.referencesOf(form, after);
    const bound = caller.formAccessMode === 'all' ? undefined : settingsOf(form.settings).spam.siteverify;
    refuseErrors(errors, referenceErrors(sound, after, { ...references, bound }));
    if (isDeepStrictEqual(settings, form.settings)) return form;
    const further = await this.hooks.editFor(caller, form, settings);
    const edit = { settings, ...further, ...nextRevision(form, this.clock.now()) };
    const edited = { ...form, ...edit };
    await this.forms.update(form.id, edit);
    await this.hooks.applySettings(form, edited);
    return edited;
  }

  private async closedWarnings({ id, status }: FormEntity, { intake }: FormSettings): Promise<FieldError[]> {
    if (status !== 'enabled' || (intake.closes_at === null && intake.max_submissions === null)) return [];
    const { submissionsCount, limits } = await this.forms.countsOf(id);
    return closedWarnings(intake, limits.now, submissionsCount);
  }

  private async notifiesNobody(form: FormEntity, { notifications }: FormSettings): Promise<boolean> {
    if (!form.notificationsEnabled || notifications.to.length > 0) return false;
    return (await this.accounts.get(form.accountId)).notifyEmail === null;
  }

  private async referencesOf(
    { id, accountId, allowedOrigins, validateFields }: FormEntity,
    { spam }: FormSettings,
  ): Promise<FormReferences> {
    const secrets = spam.siteverify.secret_name === null ? [] : await this.secrets.list(accountId);
    const { perIpFormMax: maxPerAddress } = this.config.intake;
    return { allowedOrigins, validateFields, fields: await this.forms.fieldsOf(id), secrets: hostsByName(secrets), maxPerAddress };
  }
}

const EVERYBODY_MAY_SUBMIT = 'is empty, so the pages of every origin may submit, and so may requests without an origin.';
const NO_MAIL_SERVER = 'has no effect, since the service has no mail server: its operator sets SMTP_URL and MAIL_FROM.';
const NO_CONFIRMATION =
  'cannot be done, since the service has no mail server: its operator sets SMTP_URL and MAIL_FROM. What waits for a confirmation is quarantined.';
const NOBODY_IS_NOTIFIED = 'has no address, and the account has none either, so that nobody is notified of submissions.';
