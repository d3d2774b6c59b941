import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { NotificationQueue } from '../notifications/notification-queue';
import { Transactions } from '../platform/database/transactions';
import { BACKGROUND, HOURLY, PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { RunQueue } from '../workflows/runs/admission/run-queue';
import { RunsOfSubmissionService } from '../workflows/runs/api/runs-of-submission.service';
import { type Due, QuarantineRepository } from './quarantine.repository';
import { ReadmissionService } from './readmission.service';
import type { SubmissionEntity } from './submission.entity';
import { SubmissionWritesRepository } from './submission-writes.repository';
import type { SubmissionWithRun } from './submissions.repository';
import { SubmissionsService } from './submissions.service';
import { DeletionService } from './trash/deletion.service';

/** Quarantines submissions, releases them, and deletes them after thirty days. */
@Injectable()
export class QuarantineService {
  constructor(
    private readonly quarantine: QuarantineRepository,
    private readonly readmissions: ReadmissionService,
    private readonly submissions: SubmissionsService,
    private readonly deletions: DeletionService,
    private readonly writes: SubmissionWritesRepository,
    private readonly runs: RunsOfSubmissionService,
    private readonly runQueue: RunQueue,
    private readonly notifications: NotificationQueue,
    private readonly transactions: Transactions,
  ) {}

  /** Accepts a quarantined submission; an accepted one stays as it is. Throws as `ReadmissionService`. The current receivers get it. */
  async release(caller: Caller, submission: SubmissionEntity): Promise<SubmissionWithRun> {
    const released = await this.readmissions.readmit(caller, submission, (terms) => this.quarantine.release(submission, terms));
    await this.transactions.afterCommit(() => this.announce(released.pendingRunIds ?? [], released.isNotified ?? false));
    return this.submissions.withRun(caller, submission);
  }

  /** Quarantines a submission and cancels its open run, but undoes no delivery. Throws 404 when the submission was deleted. */
  async markAsSpam(caller: Caller, submission: SubmissionEntity): Promise<SubmissionWithRun> {
    const { formId, id } = submission;
    await this.writes.lockForm(formId);
    if (await this.quarantine.hold(formId, id, { check: 'marked', detail: 'It was marked as spam.' }))
      await this.runs.cancelOpen(caller.accountId, formId, [id]);
    return this.submissions.withRun(caller, submission);
  }

  /** Deletes one batch of submissions that have been in quarantine for thirty days, and returns its size. */
  @PeriodicTask({ name: 'purge of the quarantine', processes: 'worker', everySeconds: HOURLY, dutyCycle: BACKGROUND })
  purge(): Promise<number> {
    return this.purgeBatch('held');
  }

  /** Deletes one batch of submissions whose visitors have not confirmed their address within seven days, and returns its size. */
  @PeriodicTask({ name: 'purge of unconfirmed submissions', processes: 'worker', everySeconds: HOURLY, dutyCycle: BACKGROUND })
  purgeUnconfirmed(): Promise<number> {
    return this.purgeBatch('unconfirmed');
  }

  @PeriodicTask({ name: 'sweep of spent challenges', processes: 'worker', everySeconds: HOURLY })
  sweep(): Promise<number> {
    return this.quarantine.sweep();
  }

  private async announce(runIds: string[], isNotified: boolean): Promise<void> {
    void this.runQueue.wakeFor(runIds.length);
    if (isNotified) void this.notifications.wake();
    return Promise.resolve();
  }

  /** Looks for what is due again under the lock of the form, since somebody may have released it meanwhile. */
  private purgeBatch(due: Due): Promise<number> {
    return this.transactions.runRepeatedly(async () => {
      const form = await this.quarantine.formWith(due);
      if (!form) return 0;
      await this.writes.lockForm(form.formId);
      return this.deletions.deleteForGood(form.accountId, form.formId, await this.quarantine.due(due, form.formId));
    });
  }
}
