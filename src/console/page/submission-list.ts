import type { ListAllSubmissionsQuery, ListAllSubmissionsResult } from '../../../client/src/index.js';
import { api } from './api';
import { NewestFirst } from './list';
import { unreadIs } from './shell/counts';
import { store } from './store';

/** A submission in the list of all forms. */
export type ListedSubmission = ListAllSubmissionsResult['data'][number];

/** The filters in the address of the inbox, named as in the API. */
export const FILTERS = ['form', 'read_status', 'state', 'has_files', 'delivery', 'search'] as const;

/** Submissions of all forms that fit filters, and the filters as they stand in the address. */
export class SubmissionList extends NewestFirst<ListedSubmission> {
  constructor(readonly query: URLSearchParams) {
    const filters = Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
    super(
      async (cursor, tag) => {
        const asked = { ...filters, limit: 50, ...(cursor ? { cursor } : {}) } as ListAllSubmissionsQuery;
        const page = await (tag
          ? api.listAllSubmissions({ query: asked, headers: { 'If-None-Match': tag } })
          : api.listAllSubmissions({ query: asked }));
        if (page) unreadIs(page.meta.unread_count);
        return page;
      },
      ({ received_at: received }) => received,
    );
  }
}

const last = store<{ list: SubmissionList | null }>({ list: null });

/** The list from which submissions are opened: the last one that was looked at, which stays while one reads. */
export function submissionList(query: URLSearchParams): SubmissionList {
  query.sort();
  if (last.list?.query.toString() === query.toString()) return last.list;
  return (last.list = new SubmissionList(query));
}

/** The list one came from, or the inbox without filters. */
export const lastList = (): SubmissionList => last.list ?? submissionList(new URLSearchParams());
