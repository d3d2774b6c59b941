import type { FieldDefinition, FieldType } from '../fields/field.types';
import { PRESET_RULES } from '../fields/preset.rules';
import type { FieldError } from '../api/errors/field-error.types';
import { isCalendarDate, parseTimestamp } from '../api/validation/date.rules';

export const MAX_VALUE_BYTES = 64 * 1024;
export const NOT_A_FILE = 'This field must be a file, which can only be sent as multipart/form-data.';

/** What is wrong with one value of a field; an empty list for a value to store. */
export type ValueCheck = (value: unknown) => readonly FieldError[];

/** Prepares the check of a field's values: type, then size, then preset, then allowed values; the first that fails speaks. */
export function compileValueCheck(field: FieldDefinition): ValueCheck {
  const { name: path, type, validation } = field;
  const typeFault = TYPE_FAULTS[type];
  const preset = validation === null ? null : PRESET_RULES[validation];
  const allowed = allowedValues(field);

  return (value) => {
    const message = typeFault(value);
    if (message !== null) return [{ path, message }];
    if (isTooLong(value)) return [tooLong(path)];
    if (preset && !preset.accepts(value as string | number)) {
      return [{ path, message: `This field must be ${preset.meaning}.` }];
    }
    return allowed ? choiceFaults(value, allowed, path) : NONE;
  };
}

/** Whether a value takes more than the bytes that a field may store: of a text its UTF-8, of anything else its JSON. */
export function isTooLong(value: unknown): boolean {
  if (typeof value === 'string') return exceeds(value);
  return typeof value === 'object' && value !== null && exceeds(JSON.stringify(value));
}

export const tooLong = (path: string): FieldError => ({
  path,
  message: `This field can take at most ${MAX_VALUE_BYTES / 1024} KiB.`,
});

const NONE: readonly FieldError[] = [];
const MAX_CHOICE_FAULTS = 100;

const TYPE_FAULTS: Readonly<Record<FieldType, (value: unknown) => string | null>> = {
  string: (value) => (typeof value === 'string' ? null : 'This field must be a text.'),
  number: numberFault,
  date: (value) => (isDate(value) ? null : 'This field must be a date, YYYY-MM-DD, or an RFC 3339 time with a zone.'),
  boolean: (value) => (typeof value === 'boolean' ? null : 'This field must be true or false.'),
  array: (value) => (Array.isArray(value) ? null : 'This field must be a list.'),
  file: () => NOT_A_FILE,
};

/** Beyond 2^53 a number may silently be another one than was written (RFC 8259, section 6). */
function numberFault(value: unknown): string | null {
  if (typeof value !== 'number') return 'This field must be a number.';
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? null : 'This number is too large to be kept exactly.';
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && (isCalendarDate(value) || parseTimestamp(value) !== null);
}

/** A list of options restricts texts and lists of texts. An empty one restricts nothing, since no value could be sent at all. */
function allowedValues({ type, options }: FieldDefinition): ReadonlySet<unknown> | null {
  const restricts = (type === 'string' || type === 'array') && Array.isArray(options) && options.length > 0;
  return restricts ? new Set(options) : null;
}

function choiceFaults(value: unknown, allowed: ReadonlySet<unknown>, path: string): readonly FieldError[] {
  const message = 'This field must be one of the options of the form.';
  if (!Array.isArray(value)) return allowed.has(value) ? NONE : [{ path, message }];
  const faults: FieldError[] = [];
  value.forEach((entry, index) => {
    if (!allowed.has(entry) && faults.length < MAX_CHOICE_FAULTS) faults.push({ path: `${path}.${index}`, message });
  });
  return faults;
}

/** A UTF-16 unit takes at most three bytes of UTF-8, so most texts need not be counted. */
function exceeds(text: string): boolean {
  return text.length * 3 > MAX_VALUE_BYTES && Buffer.byteLength(text) > MAX_VALUE_BYTES;
}
