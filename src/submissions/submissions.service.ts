import { Injectable } from '@nestjs/common';
import { PointsService } from '../accounts/points.service';
import type { FormEntity } from '../forms/form.entity';
import type { PagedDto } from '../api/pagination/page.dto';
import type { Caller } from '../api/auth/caller';
import { Clock } from '../platform/time';
import { notFound } from '../api/errors/api-error';
import { Cursors } from '../api/pagination/cursors';
import { RunsOfSubmission } from '../workflows/runs/api/runs-of-submission.service';
import type { DeliveryHistory } from '../workflows/runs/history/delivery-history.rules';
import { historiesIn } from '../workflows/runs/history/delivery-history.rules';
import type { NewestRuns } from '../workflows/runs/history/delivery-history.sql';
import type { SubmissionEntity } from './submission.entity';
import type { NotifyingSubmission, SubmissionFilter, SubmissionWithRun } from './submissions.repository';
import { SubmissionStoreRepository } from './submission-store.repository';
import { SubmissionsRepository } from './submissions.repository';

export interface SubmissionPage {
  submissions: NotifyingSubmission[];
  /** By submission; one without a run has none. */
  histories: Map<string, DeliveryHistory>;
  nextCursor: string | null;
}

/** Stored submissions of forms: listing, marking and deleting them. */
@Injectable()
export class SubmissionsService {
  constructor(
    private readonly submissions: SubmissionsRepository,
    private readonly writes: SubmissionStoreRepository,
    private readonly cursors: Cursors,
    private readonly runs: RunsOfSubmission,
    private readonly points: PointsService,
    private readonly clock: Clock,
  ) {}

  /** A submission with its newest run; null when the caller may not see its form. */
  get(caller: Caller, formId: string, id: string): Promise<SubmissionWithRun | null> {
    return this.submissions.visibleWithRun(caller, formId, id);
  }

  /** A page of submissions, newest first. */
  async list(
    caller: Caller,
    { id: formId }: Pick<FormEntity, 'id'>,
    filter: SubmissionFilter,
    query: PagedDto,
  ): Promise<SubmissionPage> {
    const scope = { list: 'submissions', keyId: caller.keyId, formId, filters: textsOf(filter) };
    let newestRuns: NewestRuns = { runs: [], definitions: [] };
    const { rows, nextCursor } = await this.cursors.page<NotifyingSubmission>(scope, query, {
      find: async (start, limit) => {
        const found = await this.submissions.newestFirst(formId, filter, start?.position ?? null, limit);
        newestRuns = found.newestRuns;
        return found.submissions;
      },
      positionOf: ({ receivedAt, id }) => ({ at: receivedAt, id }),
    });
    return { submissions: rows, histories: historiesIn(newestRuns), nextCursor };
  }

  /** Marks a submission as read, keeping the time of the first reading, or as unread. Throws 404 when it has been deleted. */
  async mark(caller: Caller, submission: SubmissionEntity, isRead: boolean): Promise<SubmissionWithRun> {
    if (isRead) await this.writes.markRead(submission, this.clock.now());
    else await this.writes.markUnread(submission);
    const marked = await this.submissions.visibleWithRun(caller, submission.formId, submission.id);
    if (!marked) throw notFound();
    return marked;
  }

  /**
   * Deletes a submission with its runs. A database trigger releases the points of open runs, so the balance is locked first. Locks are
   * taken in the order in which submissions are stored: form, then balance. Throws 404 when it has been deleted.
   */
  async delete({ accountId }: Caller, submission: SubmissionEntity): Promise<void> {
    await this.writes.lockForm(submission.formId);
    await this.points.lockBalance(accountId);
    await this.runs.delete(submission.formId, [submission.id]);
    if ((await this.writes.delete(submission.formId, [submission.id])) === 0) throw notFound();
  }
}

/** The filter as it is bound to a cursor. Two spellings of one moment are the same filter. */
const textsOf = ({ isRead, receivedAfter, receivedBefore, source, state }: SubmissionFilter) => ({
  read: isRead?.toString(),
  after: receivedAfter?.toISOString(),
  before: receivedBefore?.toISOString(),
  source,
  state: state === 'accepted' ? undefined : (state ?? 'all'), // as in cursors from before there were states
});
