import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../api/errors/api-error';
import { isJsonObject } from '../../platform/json/json.rules';
import type { FormEntity } from '../form.entity';
import { compileOrigins } from '../origin.rules';
import { type FormSettings, RetentionSettingsView, type StoredSettings } from './form-settings.dto';
import { IntakeSettingsView } from './intake-settings.dto';
import { intakeErrors, type IntakeReferences, intakeWarnings } from './intake-settings.rules';
import { NoticeSettingsView } from './notice-settings.dto';
import { NotificationSettingsView } from './notification-settings.dto';
import { PageSettingsView } from './page-settings.dto';
import { RespondentSettingsView } from './respondent-settings.dto';
import { respondentErrors, type RespondentReferences, respondentWarnings } from './respondent-settings.rules';
import { faultIf } from './setting.rules';
import { type SiteverifyReferences, siteverifyErrors, siteverifyWarnings } from './siteverify-settings.rules';
import { SpamSettingsView } from './spam-settings.dto';

const DEFAULTS: FormSettings = {
  page: PageSettingsView.DEFAULTS,
  notifications: NotificationSettingsView.DEFAULTS,
  spam: SpamSettingsView.DEFAULTS,
  intake: IntakeSettingsView.DEFAULTS,
  notices: NoticeSettingsView.DEFAULTS,
  retention: RetentionSettingsView.DEFAULTS,
  respondent: RespondentSettingsView.DEFAULTS,
};

export const settingsOf = (stored: StoredSettings): FormSettings => completed(stored, DEFAULTS) as FormSettings;

/** The settings to store after a merge patch: the members that differ from their defaults. */
export const patchedSettings = (stored: StoredSettings, patch: StoredSettings): StoredSettings => patched(stored, patch, DEFAULTS);

/** The patch without the members that have errors, so that the errors of the other members can be reported as well. */
export function withoutFaulty(patch: StoredSettings, errors: readonly FieldError[]): StoredSettings {
  const faulty = new Set(errors.flatMap(({ path }) => [path, path.split('.').slice(0, 2).join('.')]));
  const sound = (members: Section, place = ''): Section =>
    Object.fromEntries(Object.entries(members).filter(([name]) => !faulty.has(`${place}${name}`)));
  return Object.fromEntries(
    Object.entries(sound({ ...patch })).map(([name, section]) => [name, isJsonObject(section) ? sound(section, `${name}.`) : section]),
  );
}

export type FormReferences = Pick<FormEntity, 'allowedOrigins'> & IntakeReferences & SiteverifyReferences & RespondentReferences;

/** The errors of a patch that depend on the origins and fields of the form and on the settings after the patch. */
export function referenceErrors(
  { page, notifications, spam, intake, respondent }: StoredSettings,
  after: StoredSettings,
  form: FormReferences,
): FieldError[] {
  return [
    ...faultIf(isNotAdmitted(page?.redirect_url, form), 'page.redirect_url', NOT_ADMITTED),
    ...faultIf(isNoTextField(notifications?.reply_to_field, form), 'notifications.reply_to_field', NOT_A_TEXT_FIELD),
    ...siteverifyErrors(spam?.siteverify, settingsOf(after).spam.siteverify, form),
    ...intakeErrors(intake, settingsOf(after).intake, form),
    ...respondentErrors(respondent, settingsOf(after).respondent, form),
  ];
}

/** The warnings about settings that have no effect any more, since origins or fields were changed later. */
export function settingsWarnings({ page, notifications, spam, intake, respondent }: FormSettings, form: FormReferences): FieldError[] {
  return [
    ...faultIf(isNotAdmitted(page.redirect_url, form), 'page.redirect_url', REDIRECT_UNUSED),
    ...faultIf(isNoTextField(notifications.reply_to_field, form), 'notifications.reply_to_field', REPLY_TO_UNUSED),
    ...siteverifyWarnings(spam.siteverify, form),
    ...intakeWarnings(intake, form),
    ...respondentWarnings(respondent, form),
  ];
}

type Section = Record<string, unknown>;

/** Adds the defaults of absent members, also within objects. */
const completed = (stored: Section, defaults: Section): Section =>
  Object.fromEntries(
    Object.entries(defaults).map(([name, byDefault]) => {
      const hasMembers = isJsonObject(byDefault) && Object.keys(byDefault).length > 0;
      return [name, hasMembers ? completed(objectOf(stored[name]), byDefault) : (stored[name] ?? byDefault)];
    }),
  );

function patched(stored: Section, patch: Section, defaults: Section): Section {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  const members = Object.entries({ ...stored, ...Object.fromEntries(sent) }).map(([name, value]): [string, unknown] => [
    name,
    patchedMember(stored[name], value, defaults[name]),
  ]);
  return Object.fromEntries(members.filter(([name, value]) => value !== null && !isDeepStrictEqual(value, defaults[name])));
}

/** Patches a member, and an object member by member (RFC 7396). Null for an object that equals its defaults. */
function patchedMember(stored: unknown, sent: unknown, byDefault: unknown): unknown {
  if (!isJsonObject(sent)) return sent;
  const members = patched(objectOf(stored), sent === stored ? {} : sent, objectOf(byDefault));
  return Object.keys(members).length > 0 ? members : null;
}

const objectOf = (value: unknown): Section => (isJsonObject(value) ? value : {});

const isNotAdmitted = (url: string | null | undefined, { allowedOrigins }: FormReferences): boolean =>
  url != null && compileOrigins(allowedOrigins).allowsRedirect(url) === null;

const isNoTextField = (name: string | null | undefined, { fields }: FormReferences): boolean =>
  name != null && !fields.some((field) => field.name === name && field.type === 'string');

const NOT_ADMITTED = 'must have one of the allowed origins of the form, where * does not count: add its origin there first';
const NOT_A_TEXT_FIELD = 'must be the name of a field for texts';
const REDIRECT_UNUSED = 'is not used, since its origin is not among the allowed origins of the form any more, where * does not count.';
const REPLY_TO_UNUSED = 'is not used, since the form has no field for texts with this name any more.';
