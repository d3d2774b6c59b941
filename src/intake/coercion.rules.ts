import type { FieldType } from '../fields/field.types';

/** A typed value, the message of an error, or null when nothing was filled in. */
export type Coerced = { value: unknown } | { error: string } | null;

/**
 * Converts the texts of one field of a form encoding to a value of the field's type. Empty texts count as absent, since a form
 * encoding cannot omit an input. Dates stay text; the field's validation checks them.
 */
export function coerceTexts(type: FieldType, texts: readonly string[]): Coerced {
  const filled = texts.filter((text) => text !== '');
  const [first] = filled;
  if (first === undefined) return null;
  if (type === 'array') return { value: filled };
  if (filled.length > 1) return { error: 'This field must have a single value.' };
  if (type === 'number') return coerceNumber(first);
  if (type === 'boolean') return coerceBoolean(first);
  return { value: first };
}

const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Plain decimals only: texts such as 007, +1 and 1e3 are more often codes than numbers. */
function coerceNumber(text: string): Coerced {
  return DECIMAL.test(text) ? { value: Number(text) + 0 } : { error: 'This field must be a number.' }; // -0 + 0 is 0
}

/** Texts of check boxes, switches and selects. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['on', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['off', false],
  ['no', false],
]);

function coerceBoolean(text: string): Coerced {
  const value = BOOLEANS.get(text);
  return value === undefined ? { error: 'This field must be yes or no.' } : { value };
}
