import type { Position } from '../../api/pagination/cursors';
import type { SubmissionFilter } from '../submission-filter.types';

/** Selects the order of a list. PostgreSQL reads each index of submissions forwards for one order and backwards for the other. */
type Ordered = Pick<SubmissionFilter, 'order'>;

/** A position with this lowest id precedes all submissions of its time in ascending order, and follows them in descending order. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** @param row the alias of the rows with its dot, where their columns need one */
export const orderBy = ({ order }: Ordered, row = ''): string => {
  const direction = order === 'oldest' ? 'asc' : 'desc';
  return `order by ${row}received_at ${direction}, ${row}id ${direction}`;
};

export const reversed = ({ order }: Ordered): Ordered => ({ order: order === 'oldest' ? 'newest' : 'oldest' });

/** Returns the values of `isBetween`, with infinite bounds for those that the request does not set. */
export function boundsOf(filter: SubmissionFilter, after: Position | null): [end: Date | string, at: Date | string, id: string] {
  const { receivedAfter = '-infinity', receivedBefore = 'infinity', order } = filter;
  const [start, end] = order === 'oldest' ? [receivedAfter, receivedBefore] : [receivedBefore, receivedAfter];
  return [end, after?.at ?? start, after?.id ?? NO_ID];
}

/**
 * The position is the only bound on its side: with two bounds PostgreSQL could start the scan at the other one, and read every row up to
 * the position.
 */
export const isBetween = ({ order }: Ordered, end: string, at: string, id: string): string =>
  order === 'oldest'
    ? `s.received_at < ${end} and (s.received_at, s.id) > (${at}, ${id}::uuid)`
    : `s.received_at >= ${end} and (s.received_at, s.id) < (${at}, ${id}::uuid)`;
