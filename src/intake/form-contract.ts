import type { FieldDefinition } from '../fields/field.types';
import { compileOrigins } from '../forms/origin.rules';
import type { OriginMatcher } from '../forms/origin.rules';
import { compileContract } from './submission.rules';
import type { SubmissionContract } from './submission.rules';

/** What one revision of a form asks of submissions, prepared for many of them. */
export interface FormContract {
  formId: string;
  revision: number;
  isEnabled: boolean;
  tokenDigest: Buffer;
  origins: OriginMatcher;
  submissions: SubmissionContract;
}

export interface FormContractRow {
  formId: string;
  revision: number;
  isEnabled: boolean;
  tokenDigest: Buffer;
  allowedOrigins: string[];
  validateFields: boolean;
  fields: FieldDefinition[];
}

export const contractFrom = (row: FormContractRow): FormContract => ({
  formId: row.formId,
  revision: row.revision,
  isEnabled: row.isEnabled,
  tokenDigest: row.tokenDigest,
  origins: compileOrigins(row.allowedOrigins),
  submissions: compileContract(row.fields, row.validateFields),
});
