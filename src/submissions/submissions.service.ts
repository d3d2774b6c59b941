import { Injectable } from '@nestjs/common';
import type { FormEntity } from '../forms/form.entity';
import type { PagedDto } from '../api/pagination/page.dto';
import type { Caller } from '../api/auth/caller';
import { Clock } from '../platform/time';
import { notFound } from '../api/errors/api-error';
import { Cursors, type CursorScope, type Position } from '../api/pagination/cursors';
import { type DeliveryHistory, historiesIn } from '../workflows/runs/history/delivery-history.rules';
import { isSearch } from './lists/search.sql';
import { SearchIndexService } from './lists/search-index.service';
import { type FoundSubmissions, type ListedForms, SubmissionListsRepository } from './lists/submission-lists.repository';
import type { SubmissionEntity } from './submission.entity';
import type { SubmissionFilter } from './submission-filter.types';
import { type NotifyingSubmission, type SubmissionWithRun, SubmissionsRepository } from './submissions.repository';
import { SubmissionWritesRepository } from './submission-writes.repository';

export interface SubmissionPage {
  submissions: NotifyingSubmission[];
  /** The deliveries by submission id. A submission without a run is absent. */
  histories: Map<string, DeliveryHistory>;
  nextCursor: string | null;
  /** The time at which the next page of a search begins; null on the last page, and for lists that are no search. */
  searchedTo: Date | null;
}

export interface SubmissionPageOfForms extends SubmissionPage {
  formNames: Map<string, string>;
}

@Injectable()
export class SubmissionsService {
  constructor(
    private readonly submissions: SubmissionsRepository,
    private readonly lists: SubmissionListsRepository,
    private readonly searchIndex: SearchIndexService,
    private readonly writes: SubmissionWritesRepository,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  list(caller: Caller, { id: formId }: Pick<FormEntity, 'id'>, filter: SubmissionFilter, query: PagedDto): Promise<SubmissionPage> {
    const scope = { list: 'submissions', keyId: caller.keyId, formId, filters: textsOf(filter) };
    const forms = { ids: [formId], until: null };
    return this.page(scope, filter, query, async (after, limit) =>
      isSearch(filter)
        ? this.searchPage(forms, filter, after, limit)
        : { ...(await this.submissions.page(formId, filter, after, limit)), stoppedAt: null },
    );
  }

  /** Returns a page of the submissions of all visible forms, or of one of them, newest first. */
  async listAll(caller: Caller, filter: SubmissionFilter & { formId?: string }, query: PagedDto): Promise<SubmissionPageOfForms> {
    const { formId = null } = filter;
    const filters = { ...textsOf(filter), form: filter.formId };
    const scope = { list: 'all submissions', keyId: caller.keyId, formId: null, filters };
    let formNames = new Map<string, string>();
    const page = await this.page(scope, filter, query, async (after, limit) => {
      const forms = await this.lists.formsWith(caller, filter, after, formId);
      formNames = forms.names;
      return this.searchPage(forms, filter, after, limit);
    });
    return { ...page, formNames };
  }

  unreadCount(caller: Caller): Promise<number> {
    return this.lists.unreadCount(caller);
  }

  /** Keeps the time of the first reading. */
  async mark({ formId, id }: SubmissionEntity, isRead: boolean): Promise<void> {
    await this.writes.mark(formId, [id], isRead ? this.clock.now() : null);
  }

  /** Throws 404 when the submission was deleted, or the form was taken from the caller. */
  async withRun(caller: Caller, { formId, id }: SubmissionEntity): Promise<SubmissionWithRun> {
    const found = await this.submissions.visibleWithRun(caller, formId, id);
    if (!found) throw notFound();
    return found;
  }

  private async searchPage(forms: ListedForms, filter: SubmissionFilter, after: Position | null, limit: number): Promise<FoundSubmissions> {
    const use = await this.searchIndex.useFor(filter, forms.ids);
    return use ? this.lists.searchPage(forms, filter, use, after, limit) : this.lists.page(forms, filter, after, limit);
  }

  private async page(
    scope: CursorScope,
    filter: SubmissionFilter,
    query: PagedDto,
    find: (after: Position | null, limit: number) => Promise<FoundSubmissions>,
  ): Promise<SubmissionPage> {
    let found: FoundSubmissions | undefined;
    const { rows, nextCursor, end } = await this.cursors.page<NotifyingSubmission>(scope, query, {
      find: async (start, limit) => (found = await find(start?.position ?? null, limit)).submissions,
      positionOf: ({ receivedAt, id }) => ({ at: receivedAt, id }),
      stoppedAt: () => found!.stoppedAt,
    });
    const searchedTo = isSearch(filter) && end ? end.at : null;
    return { submissions: rows, histories: historiesIn(found!.newestRuns), nextCursor, searchedTo };
  }
}

/** The canonical form of a filter, which cursors contain. Equal instants and an explicit default order do not change it. */
const textsOf = (filter: SubmissionFilter) => {
  const { isRead, receivedAfter, receivedBefore, source, isImported, isConfirmed, state, isTrashed, order } = filter;
  const { search, searchField, hasFiles, delivery } = filter;
  return {
    read: isRead?.toString(),
    after: receivedAfter?.toISOString(),
    before: receivedBefore?.toISOString(),
    source,
    imported: isImported?.toString(),
    confirmed: isConfirmed?.toString(),
    state,
    trash: isTrashed?.toString(),
    search,
    field: search === undefined ? undefined : searchField,
    files: hasFiles?.toString(),
    delivery,
    order: order === 'newest' ? undefined : order,
  };
};
