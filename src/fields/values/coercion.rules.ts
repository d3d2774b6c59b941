import { domainToASCII } from 'node:url';
import type { FieldDefinition, FieldType } from '../../forms/definition/field.types';
import { withAsciiDigits } from '../../platform/text/digits.rules';
import { withoutInvisible, withSingleBlanks } from '../../platform/text/invisible.rules';
import { normalizedTo } from '../../platform/text/normalization.rules';
import type { Reason } from './submission-error.rules';

/** A typed value, the error of a text that cannot be converted, or null when nothing was filled in. */
export type Coerced = { value: unknown } | { error: Reason } | null;

/** Converts texts of a form encoding or a table cell. Empty texts count as absent, since a form encoding cannot omit an input. */
export function coerceTexts(type: FieldType, texts: readonly string[]): Coerced {
  const filled = texts.filter((text) => text !== '' && !(HAS_NO_BLANKS.has(type) && text.trim() === ''));
  return filled.length === 0 ? null : COERCIONS[type](filled);
}

const HAS_NO_BLANKS: ReadonlySet<FieldType> = new Set(['number', 'boolean']);

/** The conversions by type. Dates stay text, which the validation of the field checks. */
const COERCIONS: Readonly<Record<FieldType, (filled: string[]) => Coerced>> = {
  string: single(asText),
  number: single(coerceNumber),
  date: single(asText),
  boolean: coerceBoolean,
  array: (filled) => ({ value: filled }),
  file: single(asText), // the validation refuses texts of file fields
};

function single(coerce: (text: string) => Coerced): (filled: string[]) => Coerced {
  return (filled) => (filled.length > 1 ? { error: { code: 'one_value_only' } } : coerce(filled[0]!));
}

/** A comma may separate decimals or thousands, so a number with a comma is refused instead of guessed. */
function coerceNumber(text: string): Coerced {
  const number = asciiNumber(text.trim());
  if (isFloatingPoint(number)) return { value: Number(number) + 0 }; // -0 + 0 is 0
  return { error: { code: COMMA.test(number) ? 'number_with_comma' : 'not_number' } };
}

/** The number as HTML writes it: with the digits, the decimal point and the minus sign of ASCII, for those of any script. */
function asciiNumber(text: string): string {
  if (ASCII.test(text)) return text;
  return withAsciiDigits(withoutInvisible(text)).replace(POINT, '.').replace(MINUS, '-').trim();
}

const ASCII = /^[ -~]*$/;
const POINT = /[\u066b\uff0e]/g;
const MINUS = /[\u2212\uff0d]/g;

/** True for a number in the syntax of HTML number inputs: without a plus sign, and with digits after a decimal point. */
export const isFloatingPoint = (text: string): boolean => FLOATING_POINT.test(text);

function asText(text: string): Coerced {
  return { value: text };
}

const FLOATING_POINT = /^-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i;
const COMMA = /[0-9][,\u066c\uff0c]|[,\uff0c][0-9]/;

/** The boolean that a text means, ignoring case and surrounding white space; undefined for any other text. */
export const booleanOf = (text: string): boolean | undefined => BOOLEANS.get(text) ?? BOOLEANS.get(text.trim().toLowerCase());

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'on', 'yes', 'y', 'checked'].map((text) => [text, true] as const),
  ...['false', '0', 'off', 'no', 'n'].map((text) => [text, false] as const),
]);

/** The last of several texts counts: pages send the value of an unticked box in a hidden input before the check box. */
function coerceBoolean(filled: string[]): Coerced {
  const value = booleanOf(filled.at(-1)!);
  return value === undefined ? { error: { code: 'not_boolean' } } : { value };
}

/**
 * The normalized text by which values are compared: without invisible characters, with single blanks, in lower case and in NFKC, and with
 * the domain of an e-mail address in ASCII. The database stores its digests, so a change of this function needs a migration.
 */
export function canonicalText(value: string | number, preset: FieldDefinition['validation'] = null): string {
  const text = withSingleBlanks(normalizedTo('NFKC', withoutInvisible(String(value)))).toLowerCase();
  if (preset !== 'email') return text;
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  return text.slice(0, at + 1) + ((domain.length <= MAX_DOMAIN_LENGTH && domainToASCII(domain)) || domain);
}

/** The longest text that is converted as a domain. `domainToASCII` would take long to sort many combining marks. */
const MAX_DOMAIN_LENGTH = 1024;

/** The canonical text of a submission's unique value; undefined where the form has no unique field or the submission has no value in it. */
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
