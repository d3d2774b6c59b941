import { domainToASCII } from 'node:url';
import type { FieldDefinition, FieldType } from '../../forms/definition/field.types';
import { withoutInvisible, withSingleBlanks } from '../../platform/text/invisible.rules';
import { normalizedTo } from '../../platform/text/normalization.rules';
import type { Reason } from './submission-error.rules';

/** A typed value, the error of its text, or null when nothing was filled in. */
export type Coerced = { value: unknown } | { error: Reason } | null;

/**
 * Converts the texts of one field of a form encoding, or that of a cell of a table, to a value of the field's type. Empty texts count as
 * absent, since a form encoding cannot omit an input.
 */
export function coerceTexts(type: FieldType, texts: readonly string[]): Coerced {
  const filled = texts.filter((text) => text !== '' && !(HAS_NO_BLANKS.has(type) && text.trim() === ''));
  return filled.length === 0 ? null : COERCIONS[type](filled);
}

const HAS_NO_BLANKS: ReadonlySet<FieldType> = new Set(['number', 'boolean']);

/** Dates stay text; the field's validation checks them. */
const COERCIONS: Readonly<Record<FieldType, (filled: string[]) => Coerced>> = {
  string: single(asText),
  number: single(coerceNumber),
  date: single(asText),
  boolean: coerceBoolean,
  array: (filled) => ({ value: filled }),
  file: single(asText), // which the validation refuses
};

function single(coerce: (text: string) => Coerced): (filled: string[]) => Coerced {
  return (filled) => (filled.length > 1 ? { error: { code: 'one_value_only' } } : coerce(filled[0]!));
}

/** A comma may separate decimals or thousands, so that only the visitor knows the number. */
function coerceNumber(text: string): Coerced {
  const number = text.trim();
  if (isFloatingPoint(number)) return { value: Number(number) + 0 }; // -0 + 0 is 0
  return { error: { code: COMMA.test(number) ? 'number_with_comma' : 'not_number' } };
}

/** A floating-point number as number inputs of HTML send it: without a plus sign, and with digits behind a point. */
export const isFloatingPoint = (text: string): boolean => FLOATING_POINT.test(text);

function asText(text: string): Coerced {
  return { value: text };
}

const FLOATING_POINT = /^-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i;
const COMMA = /[0-9],|,[0-9]/;

/** The boolean of a text in any case and between blanks; undefined for any other text. */
export const booleanOf = (text: string): boolean | undefined => BOOLEANS.get(text) ?? BOOLEANS.get(text.trim().toLowerCase());

/** Texts of check boxes, switches and selects. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'on', 'yes', 'y', 'checked'].map((text) => [text, true] as const),
  ...['false', '0', 'off', 'no', 'n'].map((text) => [text, false] as const),
]);

/** The last of several texts counts: pages send the value of an unticked box by a hidden input before the check box. */
function coerceBoolean(filled: string[]): Coerced {
  const value = booleanOf(filled.at(-1)!);
  return value === undefined ? { error: { code: 'not_boolean' } } : { value };
}

/**
 * The text by which two values are the same for people: without invisible characters and surrounding white space, with one blank for any
 * other, in lower case and in Unicode's compatibility form (NFKC). The domain of an e-mail address is in ASCII. Digests of it are stored, so
 * a change of it needs a migration that carries them.
 */
export function canonicalText(value: string | number, preset: FieldDefinition['validation'] = null): string {
  const text = withSingleBlanks(normalizedTo('NFKC', withoutInvisible(String(value)))).toLowerCase();
  if (preset !== 'email') return text;
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  return text.slice(0, at + 1) + ((domain.length <= MAX_DOMAIN_LENGTH && domainToASCII(domain)) || domain);
}

/** No domain is longer, and `domainToASCII` takes long to sort many combining marks. */
const MAX_DOMAIN_LENGTH = 1024;

/** The canonical text of the value by which the submissions of a form are told apart; undefined where a submission has none. */
export function uniqueValueOf(
  uniqueBy: string | null,
  fields: readonly Pick<FieldDefinition, 'name' | 'validation'>[],
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  if (uniqueBy === null || !Object.hasOwn(values, uniqueBy)) return undefined;
  const value = values[uniqueBy];
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const preset = fields.find(({ name }) => name === uniqueBy)?.validation;
  return canonicalText(value, preset) || undefined;
}
