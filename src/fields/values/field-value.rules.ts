import { optionKey } from '../../forms/definition/field-options.rules';
import type { FieldDefinition, FieldType } from '../../forms/definition/field.types';
import { repairFor } from '../../forms/definition/preset-repair.rules';
import { PRESET_RULES } from '../../forms/definition/preset.rules';
import { isCalendarDate, parseTimestamp } from '../../api/validation/date.rules';
import { type Reason, submissionError, type SubmissionError } from './submission-error.rules';

export const MAX_VALUE_BYTES = 64 * 1024;

/** Returns the errors of a value; a value without errors may be stored. */
export type ValueValidator = (value: unknown) => readonly SubmissionError[];

/** Compiles the rules of a field: type, size, preset and options, in this order. Only the first rule that fails reports errors. */
export function compileValueValidator(field: FieldDefinition): ValueValidator {
  const { name: path, type, validation } = field;
  const typeError = TYPE_ERRORS[type];
  const preset = validation === null ? null : { value: validation, ...PRESET_RULES[validation] };
  const allowed = allowedOptions(field);
  const options = allowed && new Set<unknown>(allowed);

  return (value) => {
    const code = typeError(value);
    if (code !== null) return [submissionError(path, { code })];
    if (isTooLong(value)) return [tooLong(path)];
    if (preset && !preset.accepts(value as string | number)) {
      return [submissionError(path, { code: 'preset_not_met', preset: preset.value })];
    }
    return options ? optionErrors(value, options, path) : NONE;
  };
}

/** Repairs a value of any type before it is validated and stored. A value that cannot be repaired stays as it is. */
export type ValueRepair = (value: unknown) => unknown;

/** Compiles the repairs by the preset and by the options of a field. Null for a field without either. */
export function compileValueRepair(field: FieldDefinition): ValueRepair | null {
  const ofText = field.type === 'string' ? repairFor(field.validation) : null;
  const toOption = optionRepair(field);
  if (!ofText) return toOption;
  const repairText: ValueRepair = (value) => (typeof value === 'string' ? ofText(value) : value);
  return toOption ? (value) => toOption(repairText(value)) : repairText;
}

/** Pages send options with the white space of their markup, or in another Unicode form than the definition. */
function optionRepair(field: FieldDefinition): ValueRepair | null {
  const options = allowedOptions(field);
  if (!options) return null;
  const known = new Set<unknown>(options);
  const byKey = new Map(options.toReversed().map((option) => [optionKey(option), option])); // the first option of a key wins
  const repaired: ValueRepair = (entry) => (known.has(entry) || typeof entry !== 'string' ? entry : (byKey.get(optionKey(entry)) ?? entry));
  return (value) => (Array.isArray(value) ? value.map(repaired) : repaired(value));
}

/** The options that a text or list field is restricted to, or null. An empty list restricts nothing, since no value would be valid. */
function allowedOptions({ type, options }: FieldDefinition): readonly string[] | null {
  const isRestricted = (type === 'string' || type === 'array') && Array.isArray(options) && options.length > 0;
  return isRestricted ? options : null;
}

/** True when a value exceeds the size limit of a field, counted as UTF-8 for a text and as JSON for anything else. */
export function isTooLong(value: unknown): boolean {
  if (typeof value === 'string') return exceedsLimit(value);
  return typeof value === 'object' && value !== null && exceedsLimit(JSON.stringify(value));
}

export const tooLong = (path: string): SubmissionError => submissionError(path, { code: 'value_too_long', maxBytes: MAX_VALUE_BYTES });

const NONE: readonly SubmissionError[] = [];
const MAX_OPTION_ERRORS = 100;
const NOT_AN_OPTION: Reason = { code: 'not_an_option' };

const TYPE_ERRORS: Readonly<Record<FieldType, (value: unknown) => TypeErrorCode | null>> = {
  string: (value) => (typeof value === 'string' ? null : 'not_text'),
  number: numberError,
  date: (value) => (isDate(value) ? null : 'not_date'),
  boolean: (value) => (typeof value === 'boolean' ? null : 'not_boolean'),
  array: (value) => (Array.isArray(value) ? null : 'not_list'),
  file: () => 'not_file',
};

type TypeErrorCode = 'not_text' | 'not_number' | 'number_too_large' | 'not_date' | 'not_boolean' | 'not_list' | 'not_file';

/** Beyond 2^53 a parsed number may differ from the one that was written (RFC 8259, section 6). */
function numberError(value: unknown): TypeErrorCode | null {
  if (typeof value !== 'number') return 'not_number';
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? null : 'number_too_large';
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && (isCalendarDate(value) || parseTimestamp(value) !== null);
}

function optionErrors(value: unknown, options: ReadonlySet<unknown>, path: string): readonly SubmissionError[] {
  if (!Array.isArray(value)) return options.has(value) ? NONE : [submissionError(path, NOT_AN_OPTION)];
  const errors: SubmissionError[] = [];
  value.forEach((entry, index) => {
    if (!options.has(entry) && errors.length < MAX_OPTION_ERRORS) errors.push(submissionError(`${path}.${index}`, NOT_AN_OPTION));
  });
  return errors;
}

/** A UTF-16 unit takes at most three bytes of UTF-8, so the bytes of most texts need not be counted. */
function exceedsLimit(text: string): boolean {
  return text.length * 3 > MAX_VALUE_BYTES && Buffer.byteLength(text) > MAX_VALUE_BYTES;
}
