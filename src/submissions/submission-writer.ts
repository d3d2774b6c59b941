import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { CommitMetrics } from '../platform/database/commit-metrics';
import { GroupCommit } from '../platform/database/group-commit';
import { failPoint } from '../platform/fail-point';
import { below, rootOf } from '../platform/tracing/spans';
import { Tracing } from '../platform/tracing/tracing';
import { ApiError } from '../api/errors/api-error';
import { NotificationQueue } from '../notifications/notification-queue';
import { RunQueue } from '../workflows/runs/admission/run-queue';
import { SubmissionMetrics } from './submission-metrics';
import type { NewSubmission, WriteOutcome } from './submission-writer.types';
import { SubmissionWritesRepository } from './submission-writes.repository';

/** Stores submissions by group commit. A write resolves when its own row is durable, together with its files, its notification and the run of the form's workflow. */
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
      overloaded: () => new ApiError('service_unavailable', { headers: { 'Retry-After': '1' } }),
      queueTimeoutMs: QUEUE_TIMEOUT_MS,
      observe: commitMetrics.observerOf('submissions'),
    });
  }

  /** Resolves once the outcome is certain. Throws 503 when the queue is full, when a submission would have to wait for its turn for more than two seconds, and after that time. */
  write(submission: NewSubmission): Promise<WriteOutcome> {
    const written = this.commits.write(submission);
    return this.tracing.isOn ? this.traced(submission, written) : written;
  }

  /** The number of further submissions that the plan allows this month; null for any number. Only the commit decides. */
  remaining(formId: string): Promise<number | null> {
    return this.submissions.remaining(formId);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.commits.drained();
  }

  /** The time in the queue and in the commit. */
  private traced({ id, source }: NewSubmission, written: Promise<WriteOutcome>): Promise<WriteOutcome> {
    const span = { name: 'group commit', kind: 'internal', ...below(rootOf(id)), attributes: { source } } as const;
    return this.tracing.time(span, written);
  }

  private async store(submissions: NewSubmission[]): Promise<WriteOutcome[]> {
    const { outcomes, pendingRunIds, isNotified } = await this.submissions.accept(submissions);
    failPoint('batch-committed');
    void this.runs.enqueue(pendingRunIds); // the reply does not wait for the queues
    if (isNotified) void this.notifications.wake();
    outcomes.forEach((outcome, index) => this.metrics.count(submissions[index]!.source, outcome));
    return outcomes;
  }
}

const QUEUE_TIMEOUT_MS = 2_000;
