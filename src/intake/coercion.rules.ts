import type { FieldType } from '../fields/field.types';

/** A typed value, or what is wrong with the texts, or null when nothing was filled in. */
export type Coerced = { value: unknown } | { fault: string } | null;

/**
 * Turns the texts that a form encoding sent for a field into a value of the field's type. A form cannot say that
 * something is missing, so an empty text counts as absent. Dates stay text; whether they exist is checked later.
 */
export function coerceTexts(type: FieldType, texts: readonly string[]): Coerced {
  const filled = texts.filter((text) => text !== '');
  const [first] = filled;
  if (first === undefined) return null;
  if (type === 'array') return { value: filled };
  if (filled.length > 1) return { fault: 'This field takes one value only.' };
  if (type === 'number') return numberOf(first);
  if (type === 'boolean') return booleanOf(first);
  return { value: first };
}

const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** No exponent, no leading zero, no plus sign: texts such as 007 and 1e3 are more often codes than numbers. */
function numberOf(text: string): Coerced {
  return DECIMAL.test(text) ? { value: Number(text) + 0 } : { fault: 'This field must be a number.' }; // -0 + 0 is 0
}

/** The words of a check box, a switch and a select. */
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

function booleanOf(text: string): Coerced {
  const value = BOOLEANS.get(text);
  return value === undefined ? { fault: 'This field must be yes or no.' } : { value };
}
