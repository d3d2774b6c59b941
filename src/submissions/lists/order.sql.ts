import type { Position } from '../../api/pagination/cursors';
import type { SubmissionFilter } from '../submission-filter.types';

/** The order of a list. Each index of submissions is read forwards for one and backwards for the other. */
type Ordered = Pick<SubmissionFilter, 'order'>;

/** The lowest id: a position with it is before all submissions of its time that a list of the oldest first has, and after all others. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** @param row the alias of the rows with its dot, where their columns need one */
export const orderBy = ({ order }: Ordered, row = ''): string => {
  const direction = order === 'oldest' ? 'asc' : 'desc';
  return `order by ${row}received_at ${direction}, ${row}id ${direction}`;
};

export const reversed = ({ order }: Ordered): Ordered => ({ order: order === 'oldest' ? 'newest' : 'oldest' });

/** The values of `isBetween`: bounds that the request does not set are infinite. */
export function boundsOf(filter: SubmissionFilter, after: Position | null): [end: Date | string, at: Date | string, id: string] {
  const { receivedAfter = '-infinity', receivedBefore = 'infinity', order } = filter;
  const [start, end] = order === 'oldest' ? [receivedAfter, receivedBefore] : [receivedBefore, receivedAfter];
  return [end, after?.at ?? start, after?.id ?? NO_ID];
}

/**
 * A condition on submissions `s`: they come behind a position, and before the end of the period. The position is the only bound on its
 * side, since PostgreSQL would begin at another one and read everything from there to the position.
 */
export const isBetween = ({ order }: Ordered, end: string, at: string, id: string): string =>
  order === 'oldest'
    ? `s.received_at < ${end} and (s.received_at, s.id) > (${at}, ${id}::uuid)`
    : `s.received_at >= ${end} and (s.received_at, s.id) < (${at}, ${id}::uuid)`;
