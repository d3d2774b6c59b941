import type { FieldError } from '../errors/api-error';
import { parseDateOrTimestamp, parseIsoTimestamp } from './date.rules';
import { textRule } from './decorators.rules';

type Parse = (text: string) => Date | null;

export const IsTimestamp = () =>
  instantRule('isTimestamp', parseIsoTimestamp, 'must be a timestamp with its zone, such as 2026-11-20T21:26:00Z');

/** A timestamp, or a date for its first moment in UTC. */
export const IsDateOrTimestamp = () =>
  instantRule('isDateOrTimestamp', parseDateOrTimestamp, 'must be a date such as 2026-11-20, or a timestamp with its zone');

const instantRule = (name: string, parse: Parse, message: string): PropertyDecorator =>
  textRule(
    name,
    (text) => parse(text) !== null,
    (value) => (LOST_PLUS.test(String(value)) ? `${message}; write the + of the zone as %2B` : message),
  );

/** Matches an offset after a space, which a query has in place of an unescaped + sign. */
const LOST_PLUS = /T[\d:.,]+ \d{2}(?::?\d{2})?$/i;

export const instantOf = (text: unknown, parse: Parse): Date | undefined =>
  typeof text === 'string' ? (parse(text) ?? undefined) : undefined;

/** The error of a query whose period ends at its beginning or before it. */
export function periodErrors<Name extends string>(
  query: { readonly [end in Name]?: string },
  after: Name,
  before: Name,
  parse: Parse,
): FieldError[] {
  const [begin, end] = [instantOf(query[after], parse), instantOf(query[before], parse)];
  return begin && end && begin >= end ? [{ path: before, message: `must be later than ${after}` }] : [];
}
