import type { FieldDefinition, FieldType } from '../fields/field.types';
import { PRESET_RULES } from '../fields/preset.rules';
import type { FieldError } from '../api/errors/field-error.types';
import { isCalendarDate, parseTimestamp } from '../api/validation/date.rules';

export const MAX_VALUE_BYTES = 64 * 1024;
export const NOT_A_FILE = 'This field must be a file, which can only be sent as multipart/form-data.';

/** The errors of one value of a field; empty for a value that may be stored. */
export type ValueValidator = (value: unknown) => readonly FieldError[];

/** Compiles the rules of a field: type, then size, then preset, then options. The first rule that fails gives the errors. */
export function compileValueValidator(field: FieldDefinition): ValueValidator {
  const { name: path, type, validation } = field;
  const typeError = TYPE_ERRORS[type];
  const preset = validation === null ? null : PRESET_RULES[validation];
  const options = optionsOf(field);

  return (value) => {
    const message = typeError(value);
    if (message !== null) return [{ path, message }];
    if (isTooLong(value)) return [tooLong(path)];
    if (preset && !preset.accepts(value as string | number)) {
      return [{ path, message: `This field must be ${preset.meaning}.` }];
    }
    return options ? optionErrors(value, options, path) : NONE;
  };
}

/** Whether a value exceeds the bytes that a field may store: UTF-8 for a text, JSON for anything else. */
export function isTooLong(value: unknown): boolean {
  if (typeof value === 'string') return exceedsLimit(value);
  return typeof value === 'object' && value !== null && exceedsLimit(JSON.stringify(value));
}

export const tooLong = (path: string): FieldError => ({
  path,
  message: `This field must take at most ${MAX_VALUE_BYTES / 1024} KiB.`,
});

const NONE: readonly FieldError[] = [];
const MAX_OPTION_ERRORS = 100;

const TYPE_ERRORS: Readonly<Record<FieldType, (value: unknown) => string | null>> = {
  string: (value) => (typeof value === 'string' ? null : 'This field must be text.'),
  number: numberError,
  date: (value) => (isDate(value) ? null : 'This field must be a date, YYYY-MM-DD, or an RFC 3339 time with a zone.'),
  boolean: (value) => (typeof value === 'boolean' ? null : 'This field must be true or false.'),
  array: (value) => (Array.isArray(value) ? null : 'This field must be a list.'),
  file: () => NOT_A_FILE,
};

/** Beyond 2^53 a parsed number may differ from the one that was written (RFC 8259, section 6). */
function numberError(value: unknown): string | null {
  if (typeof value !== 'number') return 'This field must be a number.';
  const isExact = Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return isExact ? null : `This field must be from -${Number.MAX_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}.`;
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && (isCalendarDate(value) || parseTimestamp(value) !== null);
}

/** A list of options restricts texts and lists of texts. An empty list restricts nothing, since otherwise no value could be sent. */
function optionsOf({ type, options }: FieldDefinition): ReadonlySet<unknown> | null {
  const isRestricted = (type === 'string' || type === 'array') && Array.isArray(options) && options.length > 0;
  return isRestricted ? new Set(options) : null;
}

function optionErrors(value: unknown, options: ReadonlySet<unknown>, path: string): readonly FieldError[] {
  const message = 'This field must be one of the options of the form.';
  if (!Array.isArray(value)) return options.has(value) ? NONE : [{ path, message }];
  const errors: FieldError[] = [];
  value.forEach((entry, index) => {
    if (!options.has(entry) && errors.length < MAX_OPTION_ERRORS) errors.push({ path: `${path}.${index}`, message });
  });
  return errors;
}

/** A UTF-16 unit takes at most three bytes of UTF-8, so the bytes of most texts need not be counted. */
function exceedsLimit(text: string): boolean {
  return text.length * 3 > MAX_VALUE_BYTES && Buffer.byteLength(text) > MAX_VALUE_BYTES;
}
