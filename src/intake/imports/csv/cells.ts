import type { FieldError } from '../../../api/errors/api-error';
import { coerceTexts } from '../../../fields/values/coercion.rules';
import { isTooLong, tooLong } from '../../../fields/values/field-value.rules';
import { submissionError } from '../../../fields/values/submission-error.rules';
import type { FieldDefinition } from '../../../forms/definition/field.types';
import { jsonPart } from '../ndjson-rows';
import { optionsIn } from './joined-options.rules';

/** The value of a field in a cell that is not empty, by the rules of form encodings and of our own exports; undefined for none. */
export function valueOf(cell: string, field: FieldDefinition): { value: unknown } | FieldError {
  if (isTooLong(cell)) return tooLong(field.name); // before it is split
  if (field.type === 'array') return listOf(cell, field);
  const coerced = coerceTexts(field.type, [cell]);
  return coerced && 'error' in coerced ? submissionError(field.name, coerced.error) : { value: coerced?.value };
}

/** JSON, or options that are joined, or else the text itself. */
function listOf(cell: string, field: FieldDefinition): { value: unknown } | FieldError {
  const json = jsonIn(cell, field.name);
  if ('message' in json || Array.isArray(json.value)) return json;
  return { value: optionsIn(cell, field) ?? [cell] };
}

/** The list or object in a cell; undefined for any other text. */
export function jsonIn(cell: string, path: string): { value: unknown } | FieldError {
  if (!/^\s*[[{]/.test(cell) || !isJson(cell)) return { value: undefined };
  const json = jsonPart(cell, 'value');
  return 'error' in json ? { path, message: json.error } : json;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text); // which does not recurse
    return true;
  } catch {
    return false;
  }
}
