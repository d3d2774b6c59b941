import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import { ApiError } from '../../api/errors/api-error';
import { AuditEventsRepository } from '../../api/operation/audit-events.repository';
import { requireRights } from '../../api/operation/scope.guard';
import { FormsService } from '../../forms/forms.service';
import { KeysService } from '../../keys/keys.service';
import { databaseFailureOf } from '../../platform/database/database-errors.rules';
import { Transactions } from '../../platform/database/transactions';
import { PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { type BatchAction, SubmissionBatchDto, type SubmissionBatchView } from '../batch/submission-batch.dto';
import { SubmissionBatchService } from '../batch/submission-batch.service';
import { SearchFilterDto } from '../submission-input.dto';
import { SubmissionPagesRepository } from '../submission-pages.repository';
import { SubmissionWritesRepository } from '../submission-writes.repository';
import type { JobStatus, OpenJob } from './submission-job.entity';
import { SubmissionJobsRepository } from './submission-jobs.repository';

/**
 * Carries out actions on many submissions, a batch in a transaction with the position that it reached: a process may be killed at any time,
 * and the next one goes on. The rights of the key are read again for each batch. Jobs take turns.
 */
@Injectable()
export class SubmissionJobRunner {
  private readonly log = new Logger('SubmissionJobs');

  constructor(
    private readonly jobs: SubmissionJobsRepository,
    private readonly keys: KeysService,
    private readonly forms: FormsService,
    private readonly pages: SubmissionPagesRepository,
    private readonly writes: SubmissionWritesRepository,
    private readonly batches: SubmissionBatchService,
    private readonly audit: AuditEventsRepository,
    private readonly transactions: Transactions,
  ) {}

  /** Does one batch of one job; true when another may follow. */
  @PeriodicTask({ name: 'actions on many submissions', processes: 'worker', everySeconds: 2, dutyCycle: 0.5 })
  async runBatch(): Promise<boolean> {
    const id = await this.jobs.next();
    if (!id) return false;
    try {
      return await this.transactions.runRepeatedly(() => this.step(id));
    } catch (error) {
      if (databaseFailureOf(error) === 'unavailable') throw error;
      await this.noteFailure(id, error);
      return true;
    }
  }

  /** Ends a job and records it with its counts. False if it had ended before. */
  async end(id: string, status: Exclude<JobStatus, 'running'>, reason: string | null = null): Promise<boolean> {
    const job = await this.jobs.end(id, status, reason);
    if (!job) return false;
    const { accountId, apiKeyId, actor, formId, action, total, changed } = job;
    const details = { action, status, total, changed };
    const name = formId === null ? 'submissions.job_of_all' : 'submissions.job';
    await this.audit.insert({ accountId, apiKeyId, actor, action: name, formId, resourceId: id, details });
    return true;
  }

  private async step(id: string): Promise<boolean> {
    const job = await this.jobs.lockOpen(id);
    if (!job) return false;
    const caller = await this.keys.callerNow(job.apiKeyId, job.actor);
    if (!caller) return this.end(id, 'stopped', 'invalid_api_key');
    if (caller.writesDisabledBy === 'maintenance') return (await this.jobs.postpone(id, false)) > 0;
    requireRights(caller, { bucket: 'write', scope: { allOf: ['submissions:read', SubmissionBatchDto.scopeOf(job)!] } });
    if (job.currentFormId === null) return this.end(id, 'done');
    await this.doBatch(caller, job, job.currentFormId);
    return true;
  }

  /** The lock on the form keeps the submissions as they are while they are found and changed. */
  private async doBatch(caller: Caller, job: OpenJob, formId: string): Promise<void> {
    if (!(await this.forms.get(caller, formId))) return this.jobs.proceed(job, null, NOTHING);
    await this.writes.lockForm(formId);
    const page = await this.pages.page(formId, SearchFilterDto.toFilter(job.filter), {
      upTo: job.currentUpTo!,
      after: job.afterAt && { at: job.afterAt, id: job.afterId! },
      limit: BATCH_SIZES[job.action],
      withRuns: false,
      isUnchanged: true,
    });
    const ids = page.submissions.map((submission) => submission.id).sort();
    const done = ids.length > 0 ? await this.batches.change(caller, formId, job, ids) : NOTHING;
    await this.jobs.proceed(job, page.hasMore ? page.reached : null, done);
  }

  /** Ends a job that is refused, or that has failed repeatedly. */
  private async noteFailure(id: string, error: unknown): Promise<void> {
    if (error instanceof ApiError && error.status < 500) {
      await this.transactions.run(() => this.end(id, 'stopped', error.code));
      return;
    }
    const tries = await this.jobs.postpone(id, true);
    this.log.warn({ err: error, job_id: id, tries }, 'An action on many submissions failed.');
    if (tries >= MAX_TRIES) await this.transactions.run(() => this.end(id, 'stopped', 'internal_error'));
  }
}

const NOTHING: SubmissionBatchView = { changed: 0, unchanged: 0, missing: [], refused: [] };

/** The counters of the form are locked during a batch, so that it takes only some ten milliseconds. */
const BATCH_SIZES: Readonly<Record<BatchAction, number>> = { read: 250, unread: 250, delete: 50, release: 50, spam: 50, restore: 50 };

/** The number of failures at one position, within half a minute, after which a job stops. */
const MAX_TRIES = 5;
