import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Metrics, SECONDS_BUCKETS } from '../metrics/metrics';
import type { CommitObserver } from './group-commit';

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

  observerOf(writer: string): CommitObserver {
    const size = this.sizes.labels({ writer });
    const duration = this.durations.labels({ writer });
    return (items, seconds) => {
      size.observe(items);
      duration.observe(seconds);
    };
  }
}

@Injectable()
export class PoolMetrics {
  constructor(metrics: Metrics, source: DataSource) {
    const { master: pool } = source.driver as unknown as { master: Pool };
    metrics.gauge<'state'>(
      { name: 'database_pool_connections', help: 'Connections of the pool by their state.', labels: ['state'] },
      () => [
        { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
      ],
    );
    metrics.gauge({ name: 'database_pool_size', help: 'Connections that the pool may open.' }, () => [{ value: pool.options.max }]);
    metrics.gauge({ name: 'database_pool_waiting_requests', help: 'Requests that wait for a connection of the pool.' }, () => [
      { value: pool.waitingCount },
    ]);
  }
}
