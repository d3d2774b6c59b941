import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/metrics/metrics';
import type { WriteOutcome } from './submission-writer.types';
import type { SubmissionSource } from './submission.entity';

/** The metrics of submissions that have passed validation. Refusals before that are statuses of requests. */
@Injectable()
export class SubmissionMetrics {
  private readonly submissions = this.metrics.counter<'source' | 'outcome'>({
    name: 'submissions_total',
    help: 'Valid submissions by their source and by the outcome of writing them.',
    labels: ['source', 'outcome'],
  });

  constructor(private readonly metrics: Metrics) {}

  count(source: SubmissionSource, { outcome }: WriteOutcome): void {
    this.submissions.inc({ source, outcome });
  }
}
