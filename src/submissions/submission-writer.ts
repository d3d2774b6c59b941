import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions';
import { databaseFailureOf } from '../platform/database/database-errors.rules';
import { ApiError } from '../api/errors/api-error';
import { RunCreationService } from '../workflows/runs/admission/run-creation.service';
import { SubmissionBatchRepository } from './submission-batch.repository';
import { isKeyed, outcomesOf } from './submission-outcome.rules';
import type { NewSubmission, WriteOutcome } from './submission-writer.types';

interface Waiting {
  submission: NewSubmission;
  resolve: (written: WriteOutcome) => void;
  reject: (error: unknown) => void;
  sinceMs: number;
  patience: NodeJS.Timeout;
}

/**
 * Stores submissions by group commit: those that arrive while a commit is in flight are written together by the next one. An idle system
 * gains no delay and a busy one pays for a commit once per batch. Each caller is answered when its own row is durable, and with it the run
 * of the form's workflow.
 */
@Injectable()
export class SubmissionWriter implements BeforeApplicationShutdown {
  private readonly waiting: Waiting[] = [];
  private readonly flushes = new Set<Promise<void>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly batches: SubmissionBatchRepository,
    private readonly runs: RunCreationService,
  ) {}

  /** Resolves once the outcome is certain. Throws 503 when more are waiting than can be written soon, or its turn does not come. */
  write(submission: NewSubmission): Promise<WriteOutcome> {
    if (this.waiting.length >= MAX_WAITING) throw overloaded();
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => this.giveUp(submission), MAX_WAIT_MS);
      this.waiting.push({ submission, resolve, reject, sinceMs: performance.now(), patience });
      this.flush();
    });
  }

  /** Writes what is still waiting. */
  async beforeApplicationShutdown(): Promise<void> {
    while (this.flushes.size > 0) await Promise.all(this.flushes);
  }

  /** Slow commits hold up those behind them, for whom nothing has begun. */
  private giveUp(submission: NewSubmission): void {
    const index = this.waiting.findIndex((each) => each.submission === submission);
    this.refuse(this.waiting.splice(index, 1));
  }

  /** Who has waited for a database that does not answer would wait too long with the next commit. */
  private refuseBehindLoss(): void {
    const sinceMs = performance.now() - MAX_WAIT_BEHIND_LOSS_MS;
    const fresh = this.waiting.findIndex((each) => each.sinceMs > sinceMs);
    this.refuse(this.waiting.splice(0, fresh === -1 ? this.waiting.length : fresh));
  }

  private refuse(waiting: Waiting[]): void {
    for (const { patience, reject } of waiting) {
      clearTimeout(patience);
      reject(overloaded());
    }
  }

  private flush(): void {
    while (this.flushes.size < MAX_FLUSHES && this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MAX_BATCH);
      batch.forEach(({ patience }) => clearTimeout(patience));
      const flush = this.commit(batch).finally(() => {
        this.flushes.delete(flush);
        this.flush();
      });
      this.flushes.add(flush);
    }
  }

  private async commit(batch: Waiting[]): Promise<void> {
    try {
      const written = await this.transactions.run(() => this.store(batch.map(({ submission }) => submission)));
      batch.forEach((each, index) => each.resolve(written[index]!));
    } catch (error) {
      await this.isolate(batch, error);
    }
  }

  /**
   * One row must not fail its neighbours: the batch is tried again form by form, then row by row. A lost connection is different:
   * the commit may have happened, so trying again could store everything twice.
   */
  private async isolate(batch: Waiting[], error: unknown): Promise<void> {
    const failure = databaseFailureOf(error);
    const byForm = groupByForm(batch);
    if (failure === 'unavailable') this.refuseBehindLoss();
    if (failure === 'unavailable' || batch.length === 1 || (failure === 'busy' && byForm.length === 1)) {
      batch.forEach(({ reject }) => reject(error));
      return;
    }
    const parts = byForm.length > 1 ? byForm : batch.map((each) => [each]);
    for (const part of parts) await this.commit(part);
  }

  private async store(submissions: NewSubmission[]): Promise<WriteOutcome[]> {
    const forms = await this.batches.hold([...new Set(submissions.map(({ formId }) => formId))]);
    const now = forms.values().next().value?.now ?? new Date();
    const earlier = await this.batches.earlier(submissions.filter(isKeyed));
    const written = outcomesOf(submissions, forms, earlier, now);
    const stored = submissions.filter((_, index) => written[index]!.outcome === 'stored');
    await this.batches.claimKeys(stored.filter(isKeyed), now);
    await this.batches.insert(stored, now);
    await this.runs.startForSubmissions(stored, now);
    return written;
  }
}

const MAX_BATCH = 256;
const MAX_FLUSHES = 2;
const MAX_WAITING = 5_000;
const MAX_WAIT_MS = 10_000;
const MAX_WAIT_BEHIND_LOSS_MS = 1_000;

const overloaded = (): ApiError => new ApiError('service_unavailable', { headers: { 'Retry-After': '1' } });

function groupByForm(batch: Waiting[]): Waiting[][] {
  const groups = new Map<string, Waiting[]>();
  for (const each of batch) {
    const group = groups.get(each.submission.formId);
    if (group) group.push(each);
    else groups.set(each.submission.formId, [each]);
  }
  return [...groups.values()];
}
