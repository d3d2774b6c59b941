import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../api/errors/api-error';
import { isJsonObject } from '../../platform/json/json.rules';
import type { FieldDefinition } from '../definition/field.types';
import type { FormEntity } from '../form.entity';
import { compileOrigins } from '../origin.rules';
import { intakeErrors, intakeWarnings } from './intake-settings.rules';
import { siteverifyErrors, siteverifyWarnings } from './siteverify-settings.rules';
import type { FormSettings, StoredSettings } from '../form-settings.types';

/** The settings of a form with its defaults. */
export function settingsOf({ page = {}, notifications = {}, spam = {}, intake = {}, retention = {} }: StoredSettings): FormSettings {
  return {
    page: {
      title: page.title ?? null,
      intro: page.intro ?? null,
      submitLabel: page.submit_label ?? null,
      thanksTitle: page.thanks_title ?? null,
      thanksText: page.thanks_text ?? null,
      redirectUrl: page.redirect_url ?? null,
      language: page.language ?? PAGE_DEFAULTS.language,
      accentColor: page.accent_color ?? null,
      frame: page.frame ?? PAGE_DEFAULTS.frame,
    },
    notifications: { to: notifications.to ?? [], replyToField: notifications.reply_to_field ?? null },
    spam: {
      honeypot: spam.honeypot ?? SPAM_DEFAULTS.honeypot,
      tooFast: spam.too_fast ?? SPAM_DEFAULTS.too_fast,
      minSeconds: spam.min_seconds ?? SPAM_DEFAULTS.min_seconds,
      links: spam.links ?? SPAM_DEFAULTS.links,
      maxLinks: spam.max_links ?? SPAM_DEFAULTS.max_links,
      repeatedText: spam.repeated_text ?? SPAM_DEFAULTS.repeated_text,
      proofOfWork: spam.proof_of_work ?? SPAM_DEFAULTS.proof_of_work,
      siteverify: {
        level: spam.siteverify?.level ?? SPAM_DEFAULTS.siteverify.level,
        provider: spam.siteverify?.provider ?? null,
        siteKey: spam.siteverify?.site_key ?? null,
        secretName: spam.siteverify?.secret_name ?? null,
      },
    },
    intake: {
      uniqueBy: intake.unique_by ?? null,
      onDuplicate: intake.on_duplicate ?? INTAKE_DEFAULTS.on_duplicate,
      maxSubmissions: intake.max_submissions ?? null,
      places: intake.places ?? INTAKE_DEFAULTS.places,
      opensAt: instantOf(intake.opens_at),
      closesAt: instantOf(intake.closes_at),
    },
    retention: { days: retention.days ?? null },
  };
}

const instantOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

const PAGE_DEFAULTS = { language: 'auto', frame: 'allowed_origins' } as const;

export const SPAM_DEFAULTS = {
  honeypot: 'quarantine',
  too_fast: 'off',
  min_seconds: 3,
  links: 'off',
  max_links: 10,
  repeated_text: 'off',
  proof_of_work: 'off',
  siteverify: { level: 'off' },
} as const;

const INTAKE_DEFAULTS = { on_duplicate: 'refuse', places: {} } as const;

/** The settings to store after a merge patch: the members that differ from their defaults. */
export function patchedSettings(stored: StoredSettings, patch: StoredSettings): StoredSettings {
  const patched: StoredSettings = {
    page: patchedSection(stored.page, patch.page, PAGE_DEFAULTS),
    notifications: patchedSection(stored.notifications, patch.notifications, { to: [] }),
    spam: patchedSection(stored.spam, patch.spam, SPAM_DEFAULTS),
    intake: patchedSection(stored.intake, patch.intake, INTAKE_DEFAULTS),
    retention: patchedSection(stored.retention, patch.retention, {}),
  };
  return Object.fromEntries(Object.entries(patched).filter(([, section]: [string, Section]) => Object.keys(section).length > 0));
}

/** The part of a form that its settings refer to. */
export type FormReferences = Pick<FormEntity, 'allowedOrigins'> & {
  fields: readonly FieldDefinitionParts[];
  /** The names of the account's secrets; empty where the settings name none. */
  secretNames: readonly string[];
};

type FieldDefinitionParts = Pick<FieldDefinition, 'name' | 'type' | 'options'>;

/** The errors of a merge patch that depend on the origins and fields of the form, and on the settings as they would be after it. */
export function referenceErrors(
  { page, notifications, spam, intake }: StoredSettings,
  patched: StoredSettings,
  form: FormReferences,
): FieldError[] {
  const redirectUrl = page?.redirect_url ?? null;
  const replyToField = notifications?.reply_to_field ?? null;
  return [
    ...(isUsable(redirectUrl, isAdmitted, form) ? [] : [{ path: 'page.redirect_url', message: NOT_ADMITTED }]),
    ...(isUsable(replyToField, isTextField, form) ? [] : [{ path: 'notifications.reply_to_field', message: NOT_A_TEXT_FIELD }]),
    ...siteverifyErrors(spam?.siteverify, settingsOf(patched).spam.siteverify, form.secretNames),
    ...intakeErrors(intake, settingsOf(patched).intake, form.fields),
  ];
}

/** Settings that have no effect any more since origins or fields were changed after them. */
export function settingsWarnings({ page, notifications, spam, intake }: FormSettings, form: FormReferences): string[] {
  return [
    ...(isUsable(page.redirectUrl, isAdmitted, form) ? [] : [REDIRECT_UNUSED]),
    ...(isUsable(notifications.replyToField, isTextField, form) ? [] : [REPLY_TO_UNUSED]),
    ...siteverifyWarnings(spam.siteverify, form.secretNames),
    ...intakeWarnings(intake, form.fields),
  ];
}

type Section = Record<string, unknown>;

function patchedSection(stored: Section = {}, patch: Section = {}, defaults: Section): Section {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  const members = Object.entries({ ...stored, ...Object.fromEntries(sent) }).map(([name, value]): [string, unknown] => [
    name,
    patchedMember(stored[name], value, defaults[name]),
  ]);
  return Object.fromEntries(members.filter(([name, value]) => value !== null && !isDeepStrictEqual(value, defaults[name])));
}

/** An object is patched member by member (RFC 7396); null when it has none that differs from its default. */
function patchedMember(stored: unknown, sent: unknown, byDefault: unknown): unknown {
  if (!isJsonObject(sent)) return sent;
  const patched = patchedSection(isJsonObject(stored) ? stored : {}, sent === stored ? {} : sent, isJsonObject(byDefault) ? byDefault : {});
  return Object.keys(patched).length > 0 ? patched : null;
}

const isUsable = <Value>(value: Value | null, holds: (value: Value, form: FormReferences) => boolean, form: FormReferences): boolean =>
  value === null || holds(value, form);

const isAdmitted = (url: string, { allowedOrigins }: FormReferences): boolean =>
  compileOrigins(allowedOrigins).allowsRedirect(url) !== null;

const isTextField = (name: string, { fields }: FormReferences): boolean =>
  fields.some((field) => field.name === name && field.type === 'string');

const NOT_ADMITTED = 'must have an origin that an entry of allowed_origins other than * admits';
const NOT_A_TEXT_FIELD = 'must be the name of a field of type string';
const REDIRECT_UNUSED = 'page.redirect_url is not used, since no entry of allowed_origins other than * admits its origin any more.';
const REPLY_TO_UNUSED = 'notifications.reply_to_field is not used, since the form has no field of type string with this name any more.';
