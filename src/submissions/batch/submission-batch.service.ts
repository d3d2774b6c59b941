import { Injectable } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import { ApiError, type ErrorCode } from '../../api/errors/api-error';
import { Clock } from '../../platform/time';
import { QuarantineService } from '../quarantine.service';
import type { SubmissionEntity } from '../submission.entity';
import { SubmissionWritesRepository } from '../submission-writes.repository';
import { SubmissionsRepository } from '../submissions.repository';
import { DeletionService } from '../trash/deletion.service';
import { RestorationService } from '../trash/restoration.service';
import type { BatchAction, RefusedSubmissionView, SubmissionAction, SubmissionBatchView } from './submission-batch.dto';

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
    private readonly deletions: DeletionService,
    private readonly restorations: RestorationService,
    private readonly quarantine: QuarantineService,
    private readonly clock: Clock,
  ) {}

  /** Locks the form and then the submissions by id, as every write does, so that nothing changes between the actions. */
  async change(caller: Caller, formId: string, asked: SubmissionAction, ids: readonly string[]): Promise<SubmissionBatch> {
    await this.writes.lockForm(formId);
    const { action } = asked;
    const found = (await this.submissions.lock(formId, ids)).filter(({ state }) => state !== 'trashed' || findsTrash(asked));
    const known = new Set(found.map(({ id }) => id));
    const due = found.filter((submission) => IS_DUE[action](submission));
    const { refused, cancelledRunIds } = await this.act(caller, formId, asked, due);
    const refusedIds = new Set(refused.map(({ id }) => id));
    const changedIds = due.flatMap(({ id }) => (refusedIds.has(id) ? [] : id));
    return {
      changedIds,
      changed: changedIds.length,
      unchanged: found.length - due.length,
      missing: ids.filter((id) => !known.has(id)),
      refused,
      cancelled_run_ids: cancelledRunIds,
    };
  }

  /** Returns the submissions that are left as they were, and the cancelled runs of those that were restored. */
  private async act(caller: Caller, formId: string, { action, permanently }: SubmissionAction, due: SubmissionEntity[]): Promise<Acted> {
    const ids = due.map(({ id }) => id);
    const cancelledRunIds: string[] = [];
    switch (action) {
      case 'read':
      case 'unread':
        await this.writes.mark(formId, ids, action === 'read' ? this.clock.now() : null);
        return { refused: [], cancelledRunIds };
      case 'delete':
        await this.deletions.deleteAll(caller, formId, ids, permanently);
        return { refused: [], cancelledRunIds };
      case 'release':
        return { refused: await this.oneByOne(due, (submission) => this.quarantine.release(caller, submission)), cancelledRunIds };
      case 'spam':
        return { refused: await this.oneByOne(due, (submission) => this.quarantine.markAsSpam(caller, submission)), cancelledRunIds };
      case 'restore': {
        const restore = async (submission: SubmissionEntity): Promise<void> => {
          cancelledRunIds.push(...(await this.restorations.restore(caller, submission)).cancelledRunIds);
        };
        return { refused: await this.oneByOne(due, restore), cancelledRunIds };
      }
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
  spam: ({ state, isUnconfirmed }) => state === 'accepted' || isUnconfirmed,
  delete: () => true,
  restore: ({ state }) => state === 'trashed',
};

/** For all other actions, what is in the trash is as good as gone. */
const findsTrash = ({ action, permanently }: SubmissionAction): boolean => action === 'restore' || permanently;

interface Acted {
  refused: RefusedSubmissionView[];
  cancelledRunIds: string[];
}

const ALONE: ReadonlySet<string> = new Set(['duplicate_submission', 'no_places_left']);
