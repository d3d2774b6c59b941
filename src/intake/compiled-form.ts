import type { FieldDefinition } from '../fields/field.types';
import { compileOrigins } from '../forms/origin.rules';
import type { OriginMatcher } from '../forms/origin.rules';
import { compileValidator } from './submission-validator.rules';
import type { SubmissionValidator } from './submission-validator.rules';

/** The rules of one revision of a form, compiled once and applied to many submissions. */
export interface CompiledForm {
  formId: string;
  revision: number;
  name: string;
  isEnabled: boolean;
  tokenDigest: Buffer;
  allowedOrigins: readonly string[];
  origins: OriginMatcher;
  /** In the order of the form. */
  fields: readonly FieldDefinition[];
  validatesFields: boolean;
  validator: SubmissionValidator;
}

/** A form with its fields, as it is read from the database. */
export interface IntakeForm {
  formId: string;
  revision: number;
  name: string;
  isEnabled: boolean;
  tokenDigest: Buffer;
  allowedOrigins: string[];
  validateFields: boolean;
  fields: FieldDefinition[];
}

export const compileForm = (form: IntakeForm): CompiledForm => ({
  formId: form.formId,
  revision: form.revision,
  name: form.name,
  isEnabled: form.isEnabled,
  tokenDigest: form.tokenDigest,
  allowedOrigins: form.allowedOrigins,
  origins: compileOrigins(form.allowedOrigins),
  fields: form.fields,
  validatesFields: form.validateFields,
  validator: compileValidator(form.fields, form.validateFields),
});
