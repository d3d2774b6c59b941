import type { FieldDefinition } from '../fields/field.types';
import type { FieldError } from '../api/errors/field-error.types';
import { coerceTexts, type Coerced } from './coercion.rules';
import {
  isControlName,
  MAX_NAME_LENGTH,
  sentFieldFaults,
  sentFileNames,
  sentNames,
  shownName,
  type SentFields,
} from './sent-fields.rules';
import { compileValueCheck, isTooLong, NOT_A_FILE, tooLong, type ValueCheck } from './value.rules';

/** What a submission comes to. With any fault nothing of it may be stored. */
export interface CheckedSubmission {
  /** By field name, on an object without a prototype. */
  values: Record<string, unknown>;
  /** The fields whose files are to be kept. Files of any other name are to be dropped. */
  fileFields: string[];
  /** Names that the form does not have and that were dropped: the first hundred, each cut to 64 characters. */
  ignored: string[];
  faults: FieldError[];
}

/** The fields of one revision of a form, prepared once and asked for every submission. */
export interface SubmissionContract {
  check(sent: SentFields): CheckedSubmission;
}

/**
 * Prepares a form's fields for checking submissions. With `validateFields` the fields' rules hold and other names are
 * dropped; without it values are kept as sent, under any name, and only limits hold. Files always need multipart.
 */
export function compileContract(fields: readonly FieldDefinition[], validateFields: boolean): SubmissionContract {
  const compiled: CompiledFields = new Map(fields.map((field) => [field.name, compileField(field)]));
  const read = validateFields ? readByRules : readAsSent;
  return {
    check(sent) {
      const result = { values: emptyMap(), fileFields: [], ignored: [], faults: sentFieldFaults(sent) };
      if (result.faults.length === 0) read(compiled, sent, result);
      return result;
    },
  };
}

type CompiledField = Pick<FieldDefinition, 'name' | 'type' | 'required'> & { check: ValueCheck };
type CompiledFields = ReadonlyMap<string, CompiledField>;

const MAX_IGNORED = 100;
/** Harmless here, but a trap for whoever copies the values onto an ordinary object. `__proto__` is a control name. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['constructor', 'prototype']);

function compileField(field: FieldDefinition): CompiledField {
  const { name, type, required } = field;
  return { name, type, required, check: compileValueCheck(field) };
}

/** Without a prototype, so that a name such as `constructor`, which a field may have, is there only when it was sent. */
const emptyMap = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

function readByRules(fields: CompiledFields, sent: SentFields, result: CheckedSubmission): void {
  const fileNames = sentFileNames(sent);
  for (const field of fields.values()) {
    const found = valueOf(field, sent);
    if (field.type === 'file') readFile(field, found, fileNames.has(field.name), result);
    else if (fileNames.has(field.name)) addFault(result, field.name, 'This field does not take a file.');
    else readValue(field, found, result);
  }
  for (const name of new Set([...sentNames(sent), ...fileNames])) {
    const isIgnored = !fields.has(name) && !isControlName(name);
    if (isIgnored && result.ignored.length < MAX_IGNORED) result.ignored.push(shownName(name));
  }
}

/** JSON has types of its own and is not coerced; null and a member that is not there mean the same. */
function valueOf(field: CompiledField, sent: SentFields): Coerced {
  if (sent.encoding !== 'json') return coerceTexts(field.type, sent.form.texts.get(field.name) ?? []);
  const value = Object.hasOwn(sent.values, field.name) ? sent.values[field.name] : null;
  return value === null ? null : { value };
}

function readFile(field: CompiledField, found: Coerced, isSent: boolean, result: CheckedSubmission): void {
  if (found && !isEmptyText(found)) addFault(result, field.name, NOT_A_FILE);
  else if (isSent) result.fileFields.push(field.name);
  else if (field.required) addFault(result, field.name, REQUIRED);
}

const isEmptyText = (found: { value: unknown } | { fault: string }): boolean => 'value' in found && found.value === '';

const REQUIRED = 'This field is required.';

function readValue(field: CompiledField, found: Coerced, result: CheckedSubmission): void {
  if (found && 'fault' in found) return addFault(result, field.name, found.fault);
  if (!found || isEmpty(found.value, field)) {
    if (field.required) return addFault(result, field.name, REQUIRED);
    if (found) result.values[field.name] = found.value;
    return;
  }
  const faults = field.check(found.value);
  if (faults.length > 0) result.faults.push(...faults);
  else result.values[field.name] = found.value;
}

/**
 * A JSON client sends `""` for an input that was left alone, whatever the type: nothing to check, and not enough for a
 * required field. The same holds for a list without entries, which a form encoding could not even send.
 */
function isEmpty(value: unknown, { type }: CompiledField): boolean {
  return value === '' || (type === 'array' && Array.isArray(value) && value.length === 0);
}

function readAsSent(fields: CompiledFields, sent: SentFields, result: CheckedSubmission): void {
  for (const name of sentNames(sent)) {
    if (isControlName(name)) continue;
    const value = sentValue(name, sent);
    const fault = nameFault(name, fields);
    if (fault) addFault(result, shownName(name), fault);
    else if (fields.get(name)?.type === 'file') readFileText(name, value, result);
    else if (isTooLong(value)) result.faults.push(tooLong(name));
    else result.values[name] = value;
  }
  for (const name of sentFileNames(sent)) {
    if (isControlName(name)) continue;
    const fault = nameFault(name, fields);
    if (fault) addFault(result, shownName(name), fault);
    else result.fileFields.push(name);
  }
}

function sentValue(name: string, sent: SentFields): unknown {
  if (sent.encoding === 'json') return sent.values[name];
  const texts = sent.form.texts.get(name) ?? [];
  return texts.length === 1 && !sent.form.lists.has(name) ? texts[0] : texts;
}

function nameFault(name: string, fields: CompiledFields): string | null {
  if (fields.has(name)) return null;
  if (RESERVED_NAMES.has(name)) return 'This name is reserved.';
  return shownName(name) !== name ? `A name can have at most ${MAX_NAME_LENGTH} characters.` : null;
}

/** A page sends an empty text for a file that nobody chose. */
function readFileText(name: string, value: unknown, result: CheckedSubmission): void {
  if (value !== null && value !== '') addFault(result, name, NOT_A_FILE);
}

function addFault(result: CheckedSubmission, path: string, message: string): void {
  result.faults.push({ path, message });
}
