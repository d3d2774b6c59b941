import { Injectable } from '@nestjs/common';
import { PointsService } from '../accounts/points.service';
import type { FormEntity } from '../forms/form.entity';
import { DEFAULT_LIMIT } from '../api/pagination/page.dto';
import type { PagedDto } from '../api/pagination/page.dto';
import type { Caller } from '../api/auth/caller';
import { Clock } from '../platform/clock';
import { notFound } from '../api/errors/api-error';
import { Cursors } from '../api/pagination/cursors';
import type { Delivery } from '../workflows/runs/delivery/delivery-history.service';
import { DeliveryHistoryService } from '../workflows/runs/delivery/delivery-history.service';
import type { SubmissionEntity } from './submission.entity';
import type { SubmissionFilter } from './submissions.repository';
import { SubmissionsRepository } from './submissions.repository';

export interface SubmissionPage {
  submissions: SubmissionEntity[];
  nextCursor: string | null;
}

/** Reading what a form has received. */
@Injectable()
export class SubmissionsService {
  constructor(
    private readonly submissions: SubmissionsRepository,
    private readonly cursors: Cursors,
    private readonly deliveries: DeliveryHistoryService,
    private readonly points: PointsService,
    private readonly clock: Clock,
  ) {}

  /** A page of submissions, newest first. */
  async list(
    caller: Caller,
    { id: formId }: Pick<FormEntity, 'id'>,
    filter: SubmissionFilter,
    { limit = DEFAULT_LIMIT, cursor }: PagedDto,
  ): Promise<SubmissionPage> {
    const scope = { list: 'submissions', keyId: caller.keyId, formId, filters: textsOf(filter) };
    const after = cursor === undefined ? null : this.cursors.read(scope, cursor).position;
    const found = await this.submissions.newestFirst(formId, filter, after, limit + 1);
    const submissions = found.slice(0, limit);
    const last = submissions.at(-1);
    const hasMore = found.length > limit && last;
    return {
      submissions,
      nextCursor: hasMore ? this.cursors.write(scope, { at: last.receivedAt, id: last.id }, 'next') : null,
    };
  }

  /** The deliveries of each submission, without its storage. */
  deliveriesOf(formId: string, submissions: SubmissionEntity[]): Promise<Map<string, Delivery[]>> {
    return this.deliveries.of(
      formId,
      submissions.map(({ id }) => id),
    );
  }

  /** Marks the submission as read, keeping the first time, or as unread. Throws 404 when it was deleted meanwhile. */
  async mark(submission: SubmissionEntity, isRead: boolean): Promise<SubmissionEntity> {
    const marked = isRead
      ? await this.submissions.markRead(submission, this.clock.now())
      : await this.submissions.markUnread(submission);
    if (!marked) throw notFound();
    return marked;
  }

  /**
   * Deletes the submission with its runs. Those that are open give back their points, so the account is locked before them, and after
   * the form, as where submissions are stored. Throws 404 when it was deleted meanwhile.
   */
  async delete({ accountId }: Caller, submission: SubmissionEntity): Promise<void> {
    await this.submissions.lockForm(submission.formId);
    await this.points.lockBalance(accountId);
    if (!(await this.submissions.delete(submission))) throw notFound();
  }
}

/** The filter as a cursor remembers it: the same for two spellings of one moment. */
const textsOf = ({ isRead, receivedAfter, receivedBefore, source }: SubmissionFilter) => ({
  read: isRead?.toString(),
  after: receivedAfter?.toISOString(),
  before: receivedBefore?.toISOString(),
  source,
});
