import type { FieldDefinition, FieldOptions } from '../forms/definition/field.types';
import type { FormEntity } from '../forms/form.entity';
import { settingsOf } from '../forms/settings/form-settings.rules';
import type { FormSettings } from '../forms/settings/form-settings.dto';
import { type AddressConfirmation, confirmationOf } from '../forms/settings/respondent-settings.rules';
import { compileOrigins, type OriginMatcher } from '../forms/origin.rules';
import { compileTokens, type RetiredToken, type SubmissionTokens } from './submission-tokens';
import { nameSettingsOf } from '../fields/values/sent-names.rules';
import { compileSubmissionRules, type SubmissionRules } from '../fields/values/submission.rules';

/** The state that changes with every edit of a form, and when its account is suspended or resumed. */
export interface FormState {
  revision: number;
  /** False also while the account is suspended. */
  isEnabled: boolean;
  /** The time zone of the account; null for UTC. */
  accountTimeZone: string | null;
}

export interface IntakeForm extends FormState, Pick<FormEntity, 'accountId' | 'name' | 'allowedOrigins' | 'settings' | 'validateFields'> {
  formId: string;
  tokenDigest: Buffer;
  retiredTokens: RetiredToken[];
  fields: FieldDefinition[];
}

export interface CompiledForm extends Readonly<Omit<IntakeForm, 'tokenDigest' | 'retiredTokens' | 'settings'>> {
  tokens: SubmissionTokens;
  origins: OriginMatcher;
  settings: FormSettings;
  rules: SubmissionRules;
  /** Null when no mail asks visitors to confirm their address. */
  confirmation: AddressConfirmation | null;
  /** The options of file fields, which apply only if the form validates values. */
  fileOptions: ReadonlyMap<string, FieldOptions | null>;
}

export function compileForm({ tokenDigest, retiredTokens, settings: stored, ...form }: IntakeForm): CompiledForm {
  const settings = settingsOf(stored);
  const fileFields = form.validateFields ? form.fields.filter(({ type }) => type === 'file') : [];
  return {
    ...form,
    tokens: compileTokens(tokenDigest, retiredTokens),
    origins: compileOrigins(form.allowedOrigins),
    settings,
    confirmation: confirmationOf(settings.respondent, {
      ...form,
      fields: form.fields.map((field) => ({ ...field, preset: field.validation })),
    }),
    rules: compileSubmissionRules(form.fields, form.validateFields, nameSettingsOf(settings)),
    fileOptions: new Map(fileFields.map(({ name, options }) => [name, options])),
  };
}

/** The time zone in which the page of a form tells times; null for UTC. */
export const timeZoneOf = ({ settings: { page }, accountTimeZone }: CompiledForm): string | null => page.time_zone ?? accountTimeZone;

/** Returns the redirect of the hosted page; null for the page of thanks, also when the form no longer allows the origin. */
export function pageRedirect({ settings: { page }, origins }: CompiledForm): URL | null {
  return page.redirect_url === null ? null : origins.allowsRedirect(page.redirect_url);
}
