import { Injectable } from '@nestjs/common';
import { PointsService } from '../accounts/points.service';
import type { Caller } from '../api/auth/caller';
import { ApiError, notFound } from '../api/errors/api-error';
import { requireScope } from '../api/operation/scope.guard';
import { uniqueValueOf } from '../fields/values/coercion.rules';
import { FormsService } from '../forms/forms.service';
import { settingsOf } from '../forms/settings/form-settings.rules';
import { NotificationQueue } from '../notifications/notification-queue';
import { Transactions } from '../platform/database/transactions';
import { HOURLY, PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { RunQueue } from '../workflows/runs/admission/run-queue';
import { RunsOfSubmissionService } from '../workflows/runs/api/runs-of-submission.service';
import { noPlacesLeft } from './submission-writer.types';
import { QuarantineRepository } from './quarantine.repository';
import type { SubmissionEntity } from './submission.entity';
import { SubmissionWritesRepository } from './submission-writes.repository';
import { type SubmissionWithRun, SubmissionsRepository } from './submissions.repository';

/** Quarantines submissions, releases them, and deletes them after thirty days. */
@Injectable()
export class QuarantineService {
  constructor(
    private readonly quarantine: QuarantineRepository,
    private readonly writes: SubmissionWritesRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly forms: FormsService,
    private readonly points: PointsService,
    private readonly runs: RunsOfSubmissionService,
    private readonly runQueue: RunQueue,
    private readonly notifications: NotificationQueue,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Accepts a quarantined submission; an accepted one stays as it is. Throws 409 when its unique value is taken or no places are left, and
   * 404 when it was deleted. The current receivers get the submission, so a caller who can choose the receivers needs the right to read
   * submissions.
   */
  async release(caller: Caller, submission: SubmissionEntity): Promise<SubmissionWithRun> {
    if (CHOOSE_RECEIVERS.some((scope) => caller.scopes.has(scope))) requireScope(caller, 'submissions:read');
    const { formId, id } = submission;
    const form = await this.forms.get(caller, formId);
    if (!form) throw notFound();
    const { unique_by } = settingsOf(form.settings).intake;
    const fields = form.fields.map(({ name, preset }) => ({ name, validation: preset }));
    const value = uniqueValueOf(unique_by, fields, submission.fields);
    const released = await this.quarantine.release(formId, id, form.revision, value);
    switch (released.outcome) {
      case 'form_changed':
        return this.release(caller, submission);
      case 'gone':
        throw notFound();
      case 'duplicate':
        throw new ApiError('duplicate_submission');
      case 'no_places':
        throw noPlacesLeft(released.fullOptions!);
      case 'unchanged':
      case 'released':
        await this.transactions.afterCommit(() => this.announce(released.pendingRunIds ?? [], released.isNotified ?? false));
        return this.read(caller, submission);
    }
  }

  /** Quarantines a submission and cancels its open run, but undoes no delivery. Throws 404 when the submission was deleted. */
  async markAsSpam(caller: Caller, submission: SubmissionEntity): Promise<SubmissionWithRun> {
    const { formId, id } = submission;
    await this.writes.lockForm(formId);
    if (await this.quarantine.hold(formId, id, { check: 'marked', detail: 'It was marked as spam.' }))
      await this.runs.cancelOpen(caller.accountId, formId, id);
    return this.read(caller, submission);
  }

  /** Deletes one batch of submissions that have been in quarantine for thirty days, and returns their number. */
  @PeriodicTask({ name: 'purge of the quarantine', processes: 'worker', everySeconds: HOURLY })
  async purge(): Promise<number> {
    const due = await this.quarantine.due();
    for (const { formId, id } of due) {
      await this.transactions.runRepeatedly(async () => {
        await this.writes.lockForm(formId);
        const accountId = (await this.forms.find(formId))?.accountId;
        if (accountId) await this.points.lockBalance(accountId);
        await this.runs.delete(formId, [id]);
        await this.writes.delete(formId, [id]);
      });
    }
    return due.length;
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

  private async read(caller: Caller, { formId, id }: SubmissionEntity): Promise<SubmissionWithRun> {
    const found = await this.submissions.visibleWithRun(caller, formId, id);
    if (!found) throw notFound();
    return found;
  }
}

/** The scopes that allow a caller to choose who receives submissions: by a workflow, or by notifications. */
const CHOOSE_RECEIVERS = ['workflows:publish', 'forms:update'] as const;
