import { Injectable } from '@nestjs/common';
import { AccountsService } from '../../accounts/accounts.service';
import { PointsService } from '../../accounts/points.service';
import type { Caller } from '../../api/auth/caller';
import { notFound } from '../../api/errors/api-error';
import { requireFreshProof } from '../../api/operation/scope.guard';
import { Transactions } from '../../platform/database/transactions';
import { BACKGROUND, HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { RunsOfSubmissionService } from '../../workflows/runs/api/runs-of-submission.service';
import type { SubmissionEntity } from '../submission.entity';
import { SubmissionWritesRepository } from '../submission-writes.repository';
import { TrashRepository } from './trash.repository';

/** Deletes submissions for their owner: into the trash, or for good. Locks are taken in the order of intake: form, then balance. */
@Injectable()
export class DeletionService {
  constructor(
    private readonly trash: TrashRepository,
    private readonly writes: SubmissionWritesRepository,
    private readonly accounts: AccountsService,
    private readonly points: PointsService,
    private readonly runs: RunsOfSubmissionService,
    private readonly transactions: Transactions,
  ) {}

  /** Throws 404 for a submission that is gone, or is in the trash and not to be deleted for good. */
  async delete(caller: Caller, { formId, id, state }: SubmissionEntity, permanently: boolean): Promise<void> {
    if (state === 'trashed' && !permanently) throw notFound();
    if ((await this.deleteAll(caller, formId, [id], permanently)) === 0) throw notFound();
  }

  /** Returns how many submissions it has moved to the trash, or deleted for good. Throws 403 as `requireProof`. */
  async deleteAll(caller: Caller, formId: string, ids: readonly string[], permanently: boolean): Promise<number> {
    await this.requireProof(caller, permanently);
    await this.writes.lockForm(formId);
    if (permanently || !(await this.hasTrash(caller))) return this.deleteForGood(caller.accountId, formId, ids);
    const cancelled = await this.runs.cancelOpen(caller.accountId, formId, ids);
    return (await this.trash.trash(formId, ids, cancelled)).length;
  }

  /** Throws 403 where there is no way back and the person of a session has not proved lately who is there. */
  async requireProof(caller: Caller, permanently: boolean): Promise<void> {
    if (permanently || !(await this.hasTrash(caller))) requireFreshProof(caller);
  }

  /** Deletes one batch from the trash of some form for good, and returns its size. */
  @PeriodicTask({ name: 'purge of the trash', processes: 'worker', everySeconds: HOURLY, dutyCycle: BACKGROUND })
  purge(): Promise<number> {
    return this.transactions.runRepeatedly(async () => {
      const form = await this.trash.nextForm();
      if (!form) return 0;
      await this.writes.lockForm(form.formId);
      const ids = await this.trash.due(form.formId, BATCH_SIZE);
      return this.deleteForGood(form.accountId, form.formId, ids);
    });
  }

  private async hasTrash({ accountId }: Caller): Promise<boolean> {
    return (await this.accounts.trashDaysOf(accountId)) > 0;
  }

  /** Deletes submissions of a locked form with their runs. A database trigger releases the points of open ones, so the balance is locked first. */
  async deleteForGood(accountId: string, formId: string, ids: readonly string[]): Promise<number> {
    await this.points.lockBalance(accountId);
    await this.runs.delete(formId, ids);
    return this.writes.delete(formId, ids);
  }
}

/** The counters of the form are locked while a batch is deleted, so a batch takes only some ten milliseconds. */
const BATCH_SIZE = 50;
