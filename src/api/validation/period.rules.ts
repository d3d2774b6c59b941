import type { FieldError } from '../errors/field-error.types';
import { parseDateOrTimestamp, parseTimestamp } from './date.rules';
import { textRule } from './decorators.rules';

type Parse = (text: string) => Date | null;

/** A text that names a moment by date, time and zone. */
export const Timestamp = () =>
  momentRule(parseTimestamp, 'must be a timestamp with its zone, such as 2026-11-20T21:26:00Z');

/** The same, or a day, which stands for its first moment in UTC. */
export const DateOrTimestamp = () =>
  momentRule(parseDateOrTimestamp, 'must be a date such as 2026-11-20, or a timestamp with its zone');

/** The moment that a text names; undefined when there is none. */
export const momentOf = (text: unknown, parse: Parse): Date | undefined =>
  typeof text === 'string' ? (parse(text) ?? undefined) : undefined;

/** Of a query that has both ends of a period: no moment is in one that ends where it begins, or before. */
export function periodFaults<Name extends string>(
  query: { readonly [end in Name]?: string },
  after: Name,
  before: Name,
  parse: Parse,
): FieldError[] {
  const [begin, end] = [momentOf(query[after], parse), momentOf(query[before], parse)];
  return begin && end && begin >= end ? [{ path: before, message: `must be later than ${after}` }] : [];
}

const momentRule = (parse: Parse, message: string): PropertyDecorator =>
  textRule('namesMoment', (text) => parse(text) !== null, message);
