import { etagOf, type ListAllWorkflowRunsQuery, type NoticeOfForm, type RunOfForm, type UnsentNotifications } from 'form-collection-client';
import { api } from '../api';
import { maySee, refreshRights } from '../session/rights';
import { store } from '../store';

/**
 * The numbers in the navigation. `attention` counts at most one page of runs, `notices` are the open ones, and `unsent` the mails that
 * were not sent, by form and reason.
 */
export const counts = store({
  unread: 0,
  attention: 0,
  hasMoreAttention: false,
  notices: [] as NoticeOfForm[],
  unsent: [] as UnsentNotifications[],
});

const tags: Partial<Record<'unread' | 'attention' | 'notices' | 'unsent', string | undefined>> = {};

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
    readTroubles(),
  ]);
  if (submissions) [counts.unread, tags.unread] = [submissions.meta.unread_count, etagOf(submissions)];
  if (runs) attentionIs(runs);
}

/** Reads what owners have to know beside the runs: the open notices, which come first in their list, and the mails that were not sent. */
export const readTroubles = (): Promise<unknown> => Promise.all([readNotices(), readUnsent()]);

async function readUnsent(): Promise<void> {
  if (!maySee('submissions:read')) return;
  const mails = await api.listUnsentNotifications({ headers: { 'If-None-Match': tags.unsent ?? '"none"' } });
  if (mails) [counts.unsent, tags.unsent] = [mails.data, etagOf(mails)];
}

export async function readNotices(): Promise<void> {
  if (!maySee('forms:read')) return;
  const page = await api.listNotices({ query: { limit: 50 }, headers: { 'If-None-Match': tags.notices ?? '"none"' } });
  if (!page) return;
  counts.notices = page.data.filter((notice) => notice.closed_at === null);
  tags.notices = etagOf(page);
}

/** Reads all numbers without waiting. A failure is harmless, since they are read again soon. */
export const readCountsSoon = (): void => void readCounts().catch(() => undefined);
