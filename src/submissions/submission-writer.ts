import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions';
import { databaseFailureOf } from '../platform/database/database-errors.rules';
import { ApiError } from '../api/errors/api-error';
import { RunCreationService } from '../workflows/runs/admission/run-creation.service';
import { UploadsService } from './files/uploads.service';
import { SubmissionKeysRepository } from './submission-keys.repository';
import { isKeyed, outcomesOf } from './submission-outcome.rules';
import type { NewSubmission, WriteOutcome } from './submission-writer.types';
import { SubmissionWritesRepository } from './submission-writes.repository';

interface QueuedWrite {
  submission: NewSubmission;
  resolve: (outcome: WriteOutcome) => void;
  reject: (error: unknown) => void;
  queuedAtMs: number;
  timeout: NodeJS.Timeout;
}

/**
 * Stores submissions by group commit: those that arrive during a commit are written together by the next one. An idle system gains no
 * delay, and a busy one pays for one commit a batch. A write resolves when its own row is durable, together with its files and the run of
 * the form's workflow.
 */
@Injectable()
export class SubmissionWriter implements BeforeApplicationShutdown {
  private readonly queue: QueuedWrite[] = [];
  private readonly commits = new Set<Promise<void>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly submissions: SubmissionWritesRepository,
    private readonly keys: SubmissionKeysRepository,
    private readonly uploads: UploadsService,
    private readonly runs: RunCreationService,
  ) {}

  /** Resolves once the outcome is certain. Throws 503 when the queue is full, and after ten seconds in the queue. */
  write(submission: NewSubmission): Promise<WriteOutcome> {
    if (this.queue.length >= MAX_QUEUED) throw overloaded();
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => this.rejectTimedOut(submission), QUEUE_TIMEOUT_MS);
      this.queue.push({ submission, resolve, reject, queuedAtMs: performance.now(), timeout });
      this.flush();
    });
  }

  /** The number of further submissions that the plan allows this month; null for any number. Only the commit decides. */
  remaining(formId: string): Promise<number | null> {
    return this.submissions.remaining(formId);
  }

  /** Drains the queue. */
  async beforeApplicationShutdown(): Promise<void> {
    while (this.commits.size > 0) await Promise.all(this.commits);
  }

  /** Slow commits delay the writes behind them, of which nothing has begun yet. */
  private rejectTimedOut(submission: NewSubmission): void {
    const index = this.queue.findIndex((write) => write.submission === submission);
    this.rejectAll(this.queue.splice(index, 1));
  }

  /** After a lost connection the next commit may take just as long, so writes that have been queued for a while are rejected. */
  private rejectBehindLostConnection(): void {
    const sinceMs = performance.now() - LOST_CONNECTION_TIMEOUT_MS;
    const recent = this.queue.findIndex(({ queuedAtMs }) => queuedAtMs > sinceMs);
    this.rejectAll(this.queue.splice(0, recent === -1 ? this.queue.length : recent));
  }

  private rejectAll(writes: QueuedWrite[]): void {
    for (const { timeout, reject } of writes) {
      clearTimeout(timeout);
      reject(overloaded());
    }
  }

  private flush(): void {
    while (this.commits.size < MAX_COMMITS && this.queue.length > 0) {
      const batch = this.queue.splice(0, MAX_BATCH);
      batch.forEach(({ timeout }) => clearTimeout(timeout));
      const commit = this.commit(batch).finally(() => {
        this.commits.delete(commit);
        this.flush();
      });
      this.commits.add(commit);
    }
  }

  private async commit(batch: QueuedWrite[]): Promise<void> {
    try {
      const outcomes = await this.transactions.run(() => this.store(batch.map(({ submission }) => submission)));
      batch.forEach(({ resolve }, index) => resolve(outcomes[index]!));
    } catch (error) {
      await this.retryInParts(batch, error);
    }
  }

  /**
   * Retries a failed batch form by form, then row by row, so that one row does not fail its neighbours. Not after a lost connection: the
   * commit may have happened, so a retry could store everything twice.
   */
  private async retryInParts(batch: QueuedWrite[], error: unknown): Promise<void> {
    const failure = databaseFailureOf(error);
    const byForm = groupByForm(batch);
    if (failure === 'unavailable') this.rejectBehindLostConnection();
    if (failure === 'unavailable' || batch.length === 1 || (failure === 'busy' && byForm.length === 1)) {
      batch.forEach(({ reject }) => reject(error));
      return;
    }
    const parts = byForm.length > 1 ? byForm : batch.map((write) => [write]);
    for (const part of parts) await this.commit(part);
  }

  private async store(submissions: NewSubmission[]): Promise<WriteOutcome[]> {
    const forms = await this.submissions.lockForms([...new Set(submissions.map(({ formId }) => formId))]);
    const [anyForm] = forms.values();
    if (!anyForm) return submissions.map(() => ({ outcome: 'form_changed' }));
    const receipts = await this.keys.find(submissions.filter(isKeyed));
    const outcomes = outcomesOf(submissions, forms, receipts, anyForm.now);
    const stored = submissions.filter((_, index) => outcomes[index]!.outcome === 'stored');
    await this.keys.insert(stored.filter(isKeyed), anyForm.now);
    await this.submissions.insert(stored, anyForm.now);
    await this.uploads.attach(stored, anyForm.now);
    await this.runs.startForSubmissions(stored, anyForm.now);
    return outcomes;
  }
}

const MAX_BATCH = 256;
const MAX_COMMITS = 2;
const MAX_QUEUED = 5_000;
const QUEUE_TIMEOUT_MS = 10_000;
const LOST_CONNECTION_TIMEOUT_MS = 1_000;

const overloaded = (): ApiError => new ApiError('service_unavailable', { headers: { 'Retry-After': '1' } });

function groupByForm(batch: QueuedWrite[]): QueuedWrite[][] {
  const groups = new Map<string, QueuedWrite[]>();
  for (const write of batch) {
    const group = groups.get(write.submission.formId);
    if (group) group.push(write);
    else groups.set(write.submission.formId, [write]);
  }
  return [...groups.values()];
}
