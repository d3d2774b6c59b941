import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { CommitMetrics } from '../platform/database/commit-metrics';
import { GroupCommit } from '../platform/database/group-commit';
import { failPoint } from '../platform/fail-point';
import { childSpan, traceOf } from '../platform/tracing/spans';
import { Tracing } from '../platform/tracing/tracing';
import { ApiError } from '../api/errors/api-error';
import { NotificationQueue } from '../notifications/notification-queue';
import { RunQueue } from '../workflows/runs/admission/run-queue';
import { Metrics } from '../platform/metrics/metrics';
import type { NewSubmission, WriteOutcome } from './submission-writer.types';
import { SubmissionWritesRepository } from './submission-writes.repository';
import type { SpamResult } from './spam.types';
import type { SubmissionSource } from './submission.entity';

/** Counts the submissions that passed validation. The metrics of requests count earlier refusals by status. */
@Injectable()
export class SubmissionMetrics {
  private readonly submissions = this.metrics.counter<'source' | 'outcome'>({
    name: 'submissions_total',
    help: 'Valid submissions by their source and by the outcome of writing them.',
    labels: ['source', 'outcome'],
  });

  private readonly verdicts = this.metrics.counter<'verdict' | 'check'>({
    name: 'submission_verdicts_total',
    help: 'Stored submissions by their state and by the check that has found something, none for most.',
    labels: ['verdict', 'check'],
  });

  constructor(private readonly metrics: Metrics) {}

  count(source: SubmissionSource, { outcome }: WriteOutcome, { state, check }: SpamResult): void {
    this.submissions.inc({ source, outcome });
    if (outcome === 'stored') this.verdicts.inc({ verdict: state, check: check ?? 'none' });
  }
}

/** Stores submissions by group commit, each with its files, its notification and the run of the form's workflow. */
@Injectable()
export class SubmissionWriter implements BeforeApplicationShutdown {
  private readonly commits: GroupCommit<NewSubmission, WriteOutcome>;

  constructor(
    private readonly submissions: SubmissionWritesRepository,
    private readonly runs: RunQueue,
    private readonly notifications: NotificationQueue,
    private readonly metrics: SubmissionMetrics,
    private readonly tracing: Tracing,
    commitMetrics: CommitMetrics,
  ) {
    this.commits = new GroupCommit({
      write: (batch) => this.store(batch),
      groupOf: ({ formId }) => formId,
      isGroupLocked: true,
      overloaded: () => new ApiError('service_unavailable', { headers: { 'Retry-After': '1' } }),
      queueTimeoutMs: QUEUE_TIMEOUT_MS,
      observe: commitMetrics.observerOf('submissions'),
    });
  }

  /** Resolves when the outcome is durable. Rejects with 503 when the queue is full or the wait would exceed two seconds. */
  write(submission: NewSubmission): Promise<WriteOutcome> {
    const written = this.commits.write(submission);
    return this.tracing.isOn ? this.traced(submission, written) : written;
  }

  /** Returns the present time if the monthly quota of the form is exhausted, else null. Only the commit enforces the quota. */
  findExhausted(formId: string): Promise<Date | null> {
    return this.submissions.findExhausted(formId);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.commits.drained();
  }

  /** Traces the time in the queue and in the commit. */
  private traced({ id, source }: NewSubmission, written: Promise<WriteOutcome>): Promise<WriteOutcome> {
    const span = { name: 'group commit', kind: 'internal', ...childSpan(traceOf(id)), attributes: { source } } as const;
    return this.tracing.time(span, written);
  }

  private async store(submissions: NewSubmission[]): Promise<WriteOutcome[]> {
    const { outcomes, verdicts, pendingRunIds, isNotified } = await this.submissions.accept(submissions);
    failPoint('batch-committed');
    void this.runs.wakeFor(pendingRunIds.length); // the response does not wait for the queues
    if (isNotified) void this.notifications.wake();
    outcomes.forEach((outcome, index) => this.metrics.count(submissions[index]!.source, outcome, verdicts[index]!));
    return outcomes;
  }
}

const QUEUE_TIMEOUT_MS = 2_000;
