import { Injectable } from '@nestjs/common';
import { Metrics, SECONDS_BUCKETS } from '../metrics/metrics';
import type { CommitObserver } from './group-commit';

/** The metrics of group commits. */
@Injectable()
export class CommitMetrics {
  private readonly sizes = this.metrics.histogram<'writer'>(
    { name: 'group_commit_batch_size', help: 'Items written by one commit.', labels: ['writer'] },
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
  );
  private readonly durations = this.metrics.histogram<'writer'>(
    {
      name: 'group_commit_duration_seconds',
      help: 'Time from the first statement of a batch to its commit, with retries.',
      labels: ['writer'],
    },
    SECONDS_BUCKETS,
  );

  constructor(private readonly metrics: Metrics) {}

  /** @param writer the constant name of what is written */
  observerOf(writer: string): CommitObserver {
    const size = this.sizes.labels({ writer });
    const duration = this.durations.labels({ writer });
    return (items, seconds) => {
      size.observe(items);
      duration.observe(seconds);
    };
  }
}
