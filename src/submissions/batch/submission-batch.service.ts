import { Injectable } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import { ApiError, type ErrorCode } from '../../api/errors/api-error';
import { Clock } from '../../platform/time';
import { QuarantineService } from '../quarantine.service';
import type { SubmissionEntity } from '../submission.entity';
import { SubmissionWritesRepository } from '../submission-writes.repository';
import { SubmissionsRepository } from '../submissions.repository';
import { SubmissionsService } from '../submissions.service';
import type { BatchAction, RefusedSubmissionView, SubmissionBatchView } from './submission-batch.dto';

/** The result of an action, with the ids of the changed submissions. */
export interface SubmissionBatch extends SubmissionBatchView {
  changedIds: string[];
}

/** Applies an operation on single submissions to many submissions of a form, in the transaction of the request. */
@Injectable()
export class SubmissionBatchService {
  constructor(
    private readonly writes: SubmissionWritesRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly single: SubmissionsService,
    private readonly quarantine: QuarantineService,
    private readonly clock: Clock,
  ) {}

  /** Locks the form and then the submissions by id, as every write does, so that nothing changes between the actions. */
  async change(caller: Caller, formId: string, action: BatchAction, ids: readonly string[]): Promise<SubmissionBatch> {
    await this.writes.lockForm(formId);
    const found = await this.submissions.lock(formId, ids);
    const known = new Set(found.map(({ id }) => id));
    const due = found.filter((submission) => IS_DUE[action](submission));
    const refused = await this.act(caller, formId, action, due);
    const refusedIds = new Set(refused.map(({ id }) => id));
    const changedIds = due.flatMap(({ id }) => (refusedIds.has(id) ? [] : id));
    return {
      changedIds,
      changed: changedIds.length,
      unchanged: found.length - due.length,
      missing: ids.filter((id) => !known.has(id)),
      refused,
    };
  }

  /** Returns the submissions that are left as they were. */
  private async act(caller: Caller, formId: string, action: BatchAction, due: SubmissionEntity[]): Promise<RefusedSubmissionView[]> {
    const ids = due.map(({ id }) => id);
    switch (action) {
      case 'read':
      case 'unread':
        await this.writes.mark(formId, ids, action === 'read' ? this.clock.now() : null);
        return [];
      case 'delete':
        await this.single.deleteAll(caller, formId, ids);
        return [];
      case 'release':
        return this.oneByOne(due, (submission) => this.quarantine.release(caller, submission));
      case 'spam':
        return this.oneByOne(due, (submission) => this.quarantine.markAsSpam(caller, submission));
    }
  }

  private async oneByOne(
    due: SubmissionEntity[],
    act: (submission: SubmissionEntity) => Promise<unknown>,
  ): Promise<RefusedSubmissionView[]> {
    const refused: RefusedSubmissionView[] = [];
    for (const submission of due) {
      const code = await this.refusalOf(act(submission));
      if (code) refused.push({ id: submission.id, code });
    }
    return refused;
  }

  /** Returns the error code of an action that was refused and has changed nothing; null when the action was done. */
  private async refusalOf(acting: Promise<unknown>): Promise<ErrorCode | null> {
    try {
      await acting;
      return null;
    } catch (error) {
      if (error instanceof ApiError && ALONE.has(error.code)) return error.code;
      throw error;
    }
  }
}

const IS_DUE: Readonly<Record<BatchAction, (submission: SubmissionEntity) => boolean>> = {
  read: ({ readAt }) => readAt === null,
  unread: ({ readAt }) => readAt !== null,
  release: ({ state }) => state === 'quarantined',
  spam: ({ state }) => state === 'accepted',
  delete: () => true,
};

const ALONE: ReadonlySet<string> = new Set(['duplicate_submission', 'no_places_left']);
