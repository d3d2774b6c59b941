import type { FieldDefinition } from '../../forms/definition/field.types';
import { isBlank } from '../../platform/text/invisible.rules';
import { coerceTexts, type Coerced } from './coercion.rules';
import { compileValueRepair, compileValueValidator, isTooLong, tooLong, type ValueRepair, type ValueValidator } from './field-value.rules';
import { type Reason, submissionError, type SubmissionError } from './submission-error.rules';
import {
  fileNamesOf,
  filesOf,
  MAX_NAME_LENGTH,
  MAX_SENT_NAMES,
  MAX_SUBMITTED_FIELDS,
  sentValueOf,
  submittedFieldErrors,
  submittedNames,
  truncatedName,
  type SubmittedValues,
} from './submitted-fields.rules';
import { isEmptySubmission, type UnknownValues, unknownValues } from './other-values.rules';
import { replyToFieldOf, withReplyTo } from './reply-to.rules';
import { isControlName, isReservedName, type NameSettings } from './sent-names.rules';

/** The result of validating a submission. If there is any error, nothing may be stored. */
export interface ValidatedSubmission extends UnknownValues {
  /** The values by field name, on an object without a prototype. */
  values: Record<string, unknown>;
  /** Fields whose files are stored. Files under any other name are dropped. */
  fileFields: string[];
  errors: SubmissionError[];
}

/** The compiled fields of one revision of a form. */
export interface SubmissionRules {
  validate(submitted: SubmittedValues): ValidatedSubmission;
  /** Moves the value of `_replyto` to the field for replies. */
  named(submitted: SubmittedValues): SubmittedValues;
  isEmpty(submitted: SubmittedValues): boolean;
}

/**
 * Compiles the fields of a form. With `validateFields` the rules of the fields apply and values under other names are kept beside them;
 * without it values of any name are stored as sent, within general limits. Files always need multipart.
 */
export function compileSubmissionRules(
  fields: readonly FieldDefinition[],
  validateFields: boolean,
  { replyToField = null, ignoredNames = [] }: NameSettings = {},
): SubmissionRules {
  const compiled: CompiledFields = {
    fields: new Map(fields.map((field) => [field.name, compileField(field)])),
    ignored: new Set(ignoredNames),
  };
  const collect = validateFields ? collectValidated : collectAsSent;
  const maxNames = validateFields ? MAX_SENT_NAMES : MAX_SUBMITTED_FIELDS;
  const replyTo = replyToFieldOf(fields, replyToField);
  return {
    validate(submitted) {
      const result: ValidatedSubmission = {
        values: emptyMap(),
        otherValues: null,
        otherValuesDropped: null,
        fileFields: [],
        ignoredFields: [],
        unmatchedNames: [],
        errors: submittedFieldErrors(submitted, maxNames),
      };
      if (result.errors.length === 0) collect(compiled, withReplyTo(submitted, replyTo), result);
      return result;
    },
    named: (submitted) => withReplyTo(submitted, replyTo),
    isEmpty: (submitted) => isEmptySubmission(submitted, compiled.fields),
  };
}

interface CompiledFields {
  fields: ReadonlyMap<string, CompiledField>;
  ignored: ReadonlySet<string>;
}

type CompiledField = Pick<FieldDefinition, 'name' | 'type' | 'required'> & { repair: ValueRepair | null; errorsOf: ValueValidator };

function compileField(field: FieldDefinition): CompiledField {
  const { name, type, required } = field;
  return { name, type, required, repair: compileValueRepair(field), errorsOf: compileValueValidator(field) };
}

/** Has no prototype, so that a field name such as `constructor` is present only when it was sent. */
const emptyMap = () => Object.create(null) as Record<string, unknown>;

function collectValidated({ fields, ignored }: CompiledFields, submitted: SubmittedValues, result: ValidatedSubmission): void {
  const fileNames = fileNamesOf(submitted);
  for (const field of fields.values()) {
    const coerced = coercedValueOf(field, submitted);
    if (field.type === 'file') collectFile(field, coerced, fileNames.has(field.name), result);
    else if (fileNames.has(field.name)) addError(result, field.name, { code: 'file_not_taken' });
    else collectValue(field, coerced, result);
  }
  for (const { field: name, filename, size } of filesOf(submitted)) {
    if (size > 0 && isUnknown(name, fields)) addError(result, truncatedName(name), { code: 'file_without_field', filename });
  }
  const unknown = [...new Set([...submittedNames(submitted), ...fileNames])].filter((name) => isUnknown(name, fields));
  if (unknown.length > 0) Object.assign(result, unknownValues(unknown, ignored, submitted));
}

const isUnknown = (name: string, fields: CompiledFields['fields']) => !fields.has(name) && !isControlName(name);

/** JSON values are typed and not converted. A null in JSON counts as a missing member. */
function coercedValueOf({ name, type, repair }: CompiledField, submitted: SubmittedValues): Coerced {
  const isJson = submitted.encoding === 'json';
  const coerced = isJson ? memberOf(submitted.values, name) : coerceTexts(type, submitted.form.texts.get(name) ?? []);
  if (!repair || !coerced || 'error' in coerced) return coerced;
  const value = repair(coerced.value);
  return value === '' && !isJson ? null : { value };
}

function memberOf(values: Readonly<Record<string, unknown>>, name: string): Coerced {
  const value = Object.hasOwn(values, name) ? values[name] : null;
  return value === null ? null : { value };
}

function collectFile(field: CompiledField, coerced: Coerced, isSent: boolean, result: ValidatedSubmission): void {
  if (coerced && !isEmptyText(coerced)) addError(result, field.name, { code: 'not_file' });
  else if (isSent) result.fileFields.push(field.name);
  else if (field.required) addError(result, field.name, { code: 'required' });
}

const isEmptyText = (coerced: NonNullable<Coerced>): boolean => 'value' in coerced && coerced.value === '';

function collectValue(field: CompiledField, coerced: Coerced, result: ValidatedSubmission): void {
  if (coerced && 'error' in coerced) return addError(result, field.name, coerced.error);
  if (!coerced || isEmpty(coerced.value, field)) {
    if (field.required) return addError(result, field.name, { code: 'required' });
    if (coerced) result.values[field.name] = coerced.value;
    return;
  }
  if (field.required && isWithoutText(coerced.value)) return addError(result, field.name, { code: 'required' });
  const errors = field.errorsOf(coerced.value);
  if (errors.length > 0) result.errors.push(...errors);
  else result.values[field.name] = coerced.value;
}

/** JSON clients send `""` for an empty input of any type. Like an empty list, it is not validated and does not fill in a required field. */
function isEmpty(value: unknown, { type }: CompiledField): boolean {
  return value === '' || (type === 'array' && Array.isArray(value) && value.length === 0);
}

/** True for a text, or a list of texts, without a visible character. */
const isWithoutText = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((entry) => typeof entry === 'string' && isBlank(entry)) : typeof value === 'string' && isBlank(value);

function collectAsSent({ fields }: CompiledFields, submitted: SubmittedValues, result: ValidatedSubmission): void {
  for (const name of submittedNames(submitted)) {
    if (isControlName(name)) continue;
    const value = sentValueOf(name, submitted);
    const error = nameError(name, fields);
    if (error) addError(result, truncatedName(name), error);
    else if (fields.get(name)?.type === 'file') refuseFileText(name, value, result);
    else if (isTooLong(value)) result.errors.push(tooLong(name));
    else result.values[name] = value;
  }
  for (const name of fileNamesOf(submitted)) {
    if (isControlName(name)) continue;
    const error = nameError(name, fields);
    if (error) addError(result, truncatedName(name), error);
    else result.fileFields.push(name);
  }
}

function nameError(name: string, fields: CompiledFields['fields']): Reason | null {
  if (fields.has(name)) return null;
  if (isReservedName(name)) return { code: 'reserved_name' };
  return truncatedName(name) === name ? null : { code: 'name_too_long', maxLength: MAX_NAME_LENGTH };
}

/** A page sends an empty text for a file input without a file. */
function refuseFileText(name: string, value: unknown, result: ValidatedSubmission): void {
  if (value !== null && value !== '') addError(result, name, { code: 'not_file' });
}

function addError(result: ValidatedSubmission, path: string, reason: Reason): void {
  result.errors.push(submissionError(path, reason));
}
