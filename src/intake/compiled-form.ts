import type { FieldDefinition, FieldOptions } from '../forms/definition/field.types';
import { compileOrigins } from '../forms/origin.rules';
import type { FormEntity } from '../forms/form.entity';
import { settingsOf } from '../forms/settings/form-settings.rules';
import type { FormSettings } from '../forms/settings/form-settings.dto';
import type { OriginMatcher } from '../forms/origin.rules';
import { compileTokens } from './submission-tokens';
import type { RetiredToken, SubmissionTokens } from './submission-tokens';
import { nameSettingsOf } from '../fields/values/sent-names.rules';
import { compileSubmissionRules, type SubmissionRules } from '../fields/values/submission.rules';

/** The state that changes with every edit of a form, and when its account is suspended or resumed. */
export interface FormState {
  revision: number;
  /** False also while the account is suspended. */
  isEnabled: boolean;
}

/** A form with its fields, as it is read from the database. */
export interface IntakeForm extends FormState, Pick<FormEntity, 'accountId' | 'name' | 'allowedOrigins' | 'settings' | 'validateFields'> {
  formId: string;
  tokenDigest: Buffer;
  retiredTokens: RetiredToken[];
  /** In the order of the form. */
  fields: FieldDefinition[];
}

/** The rules of one revision of a form, compiled once and applied to many submissions. */
export interface CompiledForm extends Readonly<Omit<IntakeForm, 'tokenDigest' | 'retiredTokens' | 'settings'>> {
  tokens: SubmissionTokens;
  origins: OriginMatcher;
  settings: FormSettings;
  rules: SubmissionRules;
  /** The options of the fields that take files, which count only while values are validated. */
  fileOptions: ReadonlyMap<string, FieldOptions | null>;
}

export function compileForm({ tokenDigest, retiredTokens, settings: stored, ...form }: IntakeForm): CompiledForm {
  const settings = settingsOf(stored);
  return {
    ...form,
    tokens: compileTokens(tokenDigest, retiredTokens),
    origins: compileOrigins(form.allowedOrigins),
    settings,
    rules: compileSubmissionRules(form.fields, form.validateFields, nameSettingsOf(settings)),
    fileOptions: fileOptionsOf(form),
  };
}

/**
 * Where visitors of the hosted page go after a submission; null for the page that says thank you, also when the origin
 * is not admitted any more.
 */
export function pageRedirect({ settings: { page }, origins }: CompiledForm): URL | null {
  return page.redirect_url === null ? null : origins.allowsRedirect(page.redirect_url);
}

function fileOptionsOf({
  fields,
  validateFields,
}: Pick<IntakeForm, 'fields' | 'validateFields'>): ReadonlyMap<string, FieldOptions | null> {
  const fileFields = validateFields ? fields.filter(({ type }) => type === 'file') : [];
  return new Map(fileFields.map(({ name, options }) => [name, options]));
}
