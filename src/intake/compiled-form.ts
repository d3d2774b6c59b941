import type { FieldDefinition } from '../fields/field.types';
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
});
