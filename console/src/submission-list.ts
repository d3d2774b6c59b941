import type { ListAllSubmissionsQuery, ListAllSubmissionsResult, ListSubmissionsQuery } from 'form-collection-client';
import { api } from './api';
import { type Page, pageAt, TimedList } from './list';
import { filtersIn, isOldestFirst, readBy } from './list-address.rules';
import { unreadIs } from './shell/counts';
import { store } from './store';

export type ListedSubmission = ListAllSubmissionsResult['data'][number];

const PAGE = 50;

/** The submissions of all forms or one form that fit filters. `query` is the whole query of the view that shows them. */
export class SubmissionList extends TimedList<ListedSubmission> {
  constructor(public query: URLSearchParams) {
    const { form = '', ...others } = filtersIn(query);
    super(
      isOldestFirst(query)
        ? (cursor, tag) => readOldestFirst(form, { ...others, ...pageAt(PAGE, cursor) }, tag)
        : (cursor, tag) => readNewestFirst({ ...others, ...(form && { form }), ...pageAt(PAGE, cursor) }, tag),
      ({ received_at: received }) => received,
      isOldestFirst(query),
    );
  }
}

async function readNewestFirst(query: ListAllSubmissionsQuery, tag: string | undefined): Promise<Page<ListedSubmission> | undefined> {
  const page = await (tag ? api.listAllSubmissions({ query, headers: { 'If-None-Match': tag } }) : api.listAllSubmissions({ query }));
  if (page) unreadIs(page.meta.unread_count);
  return page;
}

/** Reads the list of one form. It lacks the names of forms, which a table does not show. */
async function readOldestFirst(form: string, filters: ListSubmissionsQuery, tag: string | undefined) {
  const path = { form };
  const query: ListSubmissionsQuery = { ...filters, order: 'oldest' };
  const page = tag ? api.listSubmissions({ path, query, headers: { 'If-None-Match': tag } }) : api.listSubmissions({ path, query });
  return (await page) as Page<ListedSubmission> | undefined;
}

const last = store<{ list: SubmissionList | null }>({ list: null });

/** The list with this query. The last list is kept while its submissions are read. */
export function submissionList(query: URLSearchParams): SubmissionList {
  query.sort();
  if (!last.list || readBy(last.list.query) !== readBy(query)) return (last.list = new SubmissionList(query));
  last.list.query = query;
  return last.list;
}

/** The list that was shown last, or the inbox without filters. */
export const lastList = (): SubmissionList => last.list ?? submissionList(new URLSearchParams());
