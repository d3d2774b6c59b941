import type { ApiError } from '../../api/errors/api-error';
import type { LocalizedError } from '../../api/http/error.filter';
import type { Message } from '../../fields/values/message.types';
import { InvalidSubmission, UploadTooLarge } from '../intake-errors';

/** A refusal as the scripts of other form services read it. An error without a field concerns the whole submission. */
export interface ScriptError {
  code: string;
  field?: string;
  message: string;
}

/**
 * Returns the errors of a refusal, with the codes of Formspree where one says the same.
 * @param told the error in the language of the visitor
 */
export function scriptErrors(error: ApiError, told: LocalizedError): ScriptError[] {
  const codes = new Map(error instanceof InvalidSubmission ? error.errors.map(({ path, reason }) => [path, codeOf(reason)]) : []);
  const errors = Object.entries(told.details).flatMap(([path, messages]) =>
    Array.isArray(messages) ? messages.map((message) => errorAt(path, codes.get(path) ?? error.code, String(message))) : [],
  );
  if (errors.length > 0) return errors;
  const field = error instanceof UploadTooLarge ? error.field : null;
  const code = error instanceof UploadTooLarge ? codeOf(error.reason) : (CODES[error.code] ?? error.code);
  return [errorAt(field ?? '', code, told.message)];
}

function errorAt(path: string, code: string, message: string): ScriptError {
  const field = path.split('.')[0]!;
  return field === '' || field === 'body' ? { code, message } : { code, field, message };
}

const codeOf = (reason: Message): string =>
  reason.code === 'preset_not_met' && reason.preset === 'email' ? 'TYPE_EMAIL' : (CODES[reason.code] ?? reason.code);

const CODES: Partial<Record<string, string>> = {
  required: 'REQUIRED_FIELD_MISSING',
  not_text: 'TYPE_TEXT',
  not_number: 'TYPE_NUMERIC',
  number_with_comma: 'TYPE_NUMERIC',
  number_too_large: 'TYPE_NUMERIC',
  nothing_sent: 'EMPTY',
  file_too_large: 'FILES_TOO_BIG',
  files_too_large: 'FILES_TOO_BIG',
  too_many_files: 'TOO_MANY_FILES',
  form_disabled: 'INACTIVE',
  form_closed: 'INACTIVE',
  resource_not_found: 'FORM_NOT_FOUND',
  origin_not_allowed: 'BLOCKED',
};
