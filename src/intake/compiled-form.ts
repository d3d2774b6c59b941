import type { FieldDefinition, FieldOptions } from '../fields/field.types';
import { compileOrigins } from '../forms/origin.rules';
import type { OriginMatcher } from '../forms/origin.rules';
import { compileValidator } from './submission-validator.rules';
import type { SubmissionValidator } from './submission-validator.rules';

/** The rules of one revision of a form, compiled once and applied to many submissions. */
export interface CompiledForm {
  formId: string;
  revision: number;
  isEnabled: boolean;
  tokenDigest: Buffer;
  origins: OriginMatcher;
  validator: SubmissionValidator;
  /** The options of the fields that take files, which count only while values are validated. */
  fileOptions: ReadonlyMap<string, FieldOptions | null>;
}

/** A form with its fields, as it is read from the database. */
export interface IntakeForm {
  formId: string;
  revision: number;
  isEnabled: boolean;
  tokenDigest: Buffer;
  allowedOrigins: string[];
  validateFields: boolean;
  fields: FieldDefinition[];
}

export const compileForm = (form: IntakeForm): CompiledForm => ({
  formId: form.formId,
  revision: form.revision,
  isEnabled: form.isEnabled,
  tokenDigest: form.tokenDigest,
  origins: compileOrigins(form.allowedOrigins),
  validator: compileValidator(form.fields, form.validateFields),
  fileOptions: fileOptionsOf(form),
});

function fileOptionsOf({ fields, validateFields }: IntakeForm): ReadonlyMap<string, FieldOptions | null> {
  const fileFields = validateFields ? fields.filter(({ type }) => type === 'file') : [];
  return new Map(fileFields.map(({ name, options }) => [name, options]));
}
