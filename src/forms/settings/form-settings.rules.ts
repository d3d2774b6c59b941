import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../api/errors/api-error';
import type { FieldDefinition } from '../definition/field.types';
import type { FormEntity } from '../form.entity';
import { compileOrigins } from '../origin.rules';
import type { FormSettings, StoredSettings } from '../form-settings.types';

/** The settings of a form with its defaults. */
export function settingsOf({ page = {}, notifications = {} }: StoredSettings): FormSettings {
  return {
    page: {
      title: page.title ?? null,
      intro: page.intro ?? null,
      submitLabel: page.submit_label ?? null,
      thanksTitle: page.thanks_title ?? null,
      thanksText: page.thanks_text ?? null,
      redirectUrl: page.redirect_url ?? null,
      language: page.language ?? 'auto',
      accentColor: page.accent_color ?? null,
      frame: page.frame ?? 'allowed_origins',
    },
    notifications: { to: notifications.to ?? [], replyToField: notifications.reply_to_field ?? null },
  };
}

/** The settings to store after a merge patch: the members that differ from their defaults. */
export function patchedSettings(stored: StoredSettings, patch: StoredSettings): StoredSettings {
  const patched: StoredSettings = {
    page: patchedSection(stored.page, patch.page, { language: 'auto', frame: 'allowed_origins' }),
    notifications: patchedSection(stored.notifications, patch.notifications, { to: [] }),
  };
  return Object.fromEntries(
    Object.entries(patched).filter(([, section]: [string, Section]) => Object.keys(section).length > 0),
  );
}

/** The part of a form that its settings refer to. */
export type FormReferences = Pick<FormEntity, 'allowedOrigins'> & { fields: readonly FieldDefinitionParts[] };

type FieldDefinitionParts = Pick<FieldDefinition, 'name' | 'type'>;

/** The errors of a merge patch that depend on the origins and fields of the form. */
export function referenceErrors({ page, notifications }: StoredSettings, form: FormReferences): FieldError[] {
  const redirectUrl = page?.redirect_url ?? null;
  const replyToField = notifications?.reply_to_field ?? null;
  return [
    ...(isUsable(redirectUrl, isAdmitted, form) ? [] : [{ path: 'page.redirect_url', message: NOT_ADMITTED }]),
    ...(isUsable(replyToField, isTextField, form)
      ? []
      : [{ path: 'notifications.reply_to_field', message: NOT_A_TEXT_FIELD }]),
  ];
}

/** Settings that have no effect any more since origins or fields were changed after them. */
export function settingsWarnings({ page, notifications }: FormSettings, form: FormReferences): string[] {
  return [
    ...(isUsable(page.redirectUrl, isAdmitted, form) ? [] : [REDIRECT_UNUSED]),
    ...(isUsable(notifications.replyToField, isTextField, form) ? [] : [REPLY_TO_UNUSED]),
  ];
}

type Section = Record<string, unknown>;

function patchedSection(stored: Section = {}, patch: Section = {}, defaults: Section): Section {
  const sent = Object.entries(patch).filter(([, value]) => value !== undefined);
  const members = Object.entries({ ...stored, ...Object.fromEntries(sent) });
  return Object.fromEntries(
    members.filter(([name, value]) => value !== null && !isDeepStrictEqual(value, defaults[name])),
  );
}

const isUsable = <Value>(
  value: Value | null,
  holds: (value: Value, form: FormReferences) => boolean,
  form: FormReferences,
): boolean => value === null || holds(value, form);

const isAdmitted = (url: string, { allowedOrigins }: FormReferences): boolean =>
  compileOrigins(allowedOrigins).allowsRedirect(url) !== null;

const isTextField = (name: string, { fields }: FormReferences): boolean =>
  fields.some((field) => field.name === name && field.type === 'string');

const NOT_ADMITTED = 'must have an origin that an entry of allowed_origins other than * admits';
const NOT_A_TEXT_FIELD = 'must be the name of a field of type string';
const REDIRECT_UNUSED =
  'page.redirect_url is not used, since no entry of allowed_origins other than * admits its origin any more.';
const REPLY_TO_UNUSED =
  'notifications.reply_to_field is not used, since the form has no field of type string with this name any more.';
