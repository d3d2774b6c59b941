import { domainToASCII } from 'node:url';
import type { FieldDefinition } from '../../forms/definition/field.types';

/**
 * The text by which two values are the same for people: without surrounding white space, with one space for any other, in lower case and
 * in Unicode's compatibility form (NFKC). The domain of an e-mail address is in ASCII.
 */
export function canonicalText(value: string | number, preset: FieldDefinition['validation'] = null): string {
  const text = String(value).normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
  if (preset !== 'email') return text;
  const at = text.lastIndexOf('@');
  return text.slice(0, at + 1) + (domainToASCII(text.slice(at + 1)) || text.slice(at + 1));
}

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
