import { etagOf, type ListAllWorkflowRunsQuery, type RunOfForm } from 'form-collection-client';
import { api } from '../api';
import { maySee, refreshRights } from '../session/rights';
import { store } from '../store';

/** The numbers in the navigation. `attention` counts at most one page. */
export const counts = store({ unread: 0, attention: 0, hasMoreAttention: false });

const tags: { unread?: string | undefined; attention?: string | undefined } = {};

/** Sets the number that an answer with a list of submissions contains. */
export function unreadIs(number: number): void {
  if (counts.unread !== number) [counts.unread, tags.unread] = [number, undefined];
}

/** The query of the list *Needs attention*. The number in the navigation counts its rows. */
export const ATTENTION = { attention: true, run_kind: 'production', limit: 50 } as const satisfies ListAllWorkflowRunsQuery;

/** Sets the number from the first page of *Needs attention*. */
export function attentionIs(page: { data: RunOfForm[]; meta: { next_cursor: string | null } }): void {
  [counts.attention, counts.hasMoreAttention] = [page.data.length, page.meta.next_cursor !== null];
  tags.attention = etagOf(page);
}

export async function readCounts(): Promise<void> {
  await refreshRights();
  const [submissions, runs] = await Promise.all([
    maySee('submissions:read') && api.listAllSubmissions({ query: { limit: 1 }, headers: { 'If-None-Match': tags.unread ?? '"none"' } }),
    maySee('workflows:read') && api.listAllWorkflowRuns({ query: ATTENTION, headers: { 'If-None-Match': tags.attention ?? '"none"' } }),
  ]);
  if (submissions) [counts.unread, tags.unread] = [submissions.meta.unread_count, etagOf(submissions)];
  if (runs) attentionIs(runs);
}

/** Reads both numbers without waiting. A failure is harmless, since they are read again soon. */
export const readCountsSoon = (): void => void readCounts().catch(() => undefined);
