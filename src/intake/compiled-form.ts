import type { FieldDefinition, FieldOptions } from '../fields/field.types';
import { compileOrigins } from '../forms/origin.rules';
import { settingsOf } from '../forms/settings/form-settings.rules';
import type { FormSettings, StoredSettings } from '../forms/settings/form-settings.types';
import type { OriginMatcher } from '../forms/origin.rules';
import { compileTokens } from './submission-tokens';
import type { RetiredToken, SubmissionTokens } from './submission-tokens';
import { compileValidator } from './submission-validator.rules';
import type { SubmissionValidator } from './submission-validator.rules';

/** The state that changes with every edit of a form, and when its account is suspended or resumed. */
export interface FormState {
  revision: number;
  /** False also while the account is suspended. */
  isEnabled: boolean;
}

/** The rules of one revision of a form, compiled once and applied to many submissions. */
export interface CompiledForm extends FormState {
  formId: string;
  name: string;
  allowedOrigins: readonly string[];
  tokens: SubmissionTokens;
  origins: OriginMatcher;
  settings: FormSettings;
  /** In the order of the form. */
  fields: readonly FieldDefinition[];
  validatesFields: boolean;
  validator: SubmissionValidator;
  /** The options of the fields that take files, which count only while values are validated. */
  fileOptions: ReadonlyMap<string, FieldOptions | null>;
}

/** A form with its fields, as it is read from the database. */
export interface IntakeForm extends FormState {
  formId: string;
  name: string;
  tokenDigest: Buffer;
  retiredTokens: RetiredToken[];
  allowedOrigins: string[];
  settings: StoredSettings;
  validateFields: boolean;
  fields: FieldDefinition[];
}

export const compileForm = (form: IntakeForm): CompiledForm => ({
  formId: form.formId,
  revision: form.revision,
  name: form.name,
  isEnabled: form.isEnabled,
  allowedOrigins: form.allowedOrigins,
  tokens: compileTokens(form.tokenDigest, form.retiredTokens),
  origins: compileOrigins(form.allowedOrigins),
  settings: settingsOf(form.settings),
  fields: form.fields,
  validatesFields: form.validateFields,
  validator: compileValidator(form.fields, form.validateFields),
  fileOptions: fileOptionsOf(form),
});

/** Where visitors of the hosted page go after a submission; null for the page that says thank you, also when the origin is not admitted any more. */
export function pageRedirect({ settings: { page }, origins }: CompiledForm): URL | null {
  return page.redirectUrl === null ? null : origins.allowsRedirect(page.redirectUrl);
}

function fileOptionsOf({ fields, validateFields }: IntakeForm): ReadonlyMap<string, FieldOptions | null> {
  const fileFields = validateFields ? fields.filter(({ type }) => type === 'file') : [];
  return new Map(fileFields.map(({ name, options }) => [name, options]));
}
