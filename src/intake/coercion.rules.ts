import type { FieldType } from '../fields/field.types';
import type { Reason } from './submission-error.rules';

/** A typed value, the error of its text, or null when nothing was filled in. */
export type Coerced = { value: unknown } | { error: Reason } | null;

/**
 * Converts the texts of one field of a form encoding to a value of the field's type. Empty texts count as absent, since a form
 * encoding cannot omit an input. Of several booleans the last one counts: pages send the value of an unticked box by a hidden input
 * before the check box. Dates stay text; the field's validation checks them.
 */
export function coerceTexts(type: FieldType, texts: readonly string[]): Coerced {
  const filled = texts.filter((text) => text !== '');
  const [first] = filled;
  if (first === undefined) return null;
  if (type === 'array') return { value: filled };
  if (type === 'boolean') return coerceBoolean(filled.at(-1) ?? first);
  if (filled.length > 1) return { error: { code: 'one_value_only' } };
  if (type === 'number') return coerceNumber(first);
  return { value: first };
}

const DECIMAL = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;

/** Plain decimals only: texts such as 007, +1 and 1e3 are more often codes than numbers. */
function coerceNumber(text: string): Coerced {
  return DECIMAL.test(text) ? { value: Number(text) + 0 } : { error: { code: 'not_number' } }; // -0 + 0 is 0
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
  return value === undefined ? { error: { code: 'not_boolean' } } : { value };
}
