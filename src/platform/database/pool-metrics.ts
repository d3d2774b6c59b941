import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Metrics } from '../metrics/metrics';

/** The metrics of the connection pool, which are read at each scrape. */
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
    metrics.gauge({ name: 'database_pool_size', help: 'Connections that the pool may open.' }, () => [
      { value: pool.options.max },
    ]);
    metrics.gauge(
      { name: 'database_pool_waiting_requests', help: 'Requests that wait for a connection of the pool.' },
      () => [{ value: pool.waitingCount }],
    );
  }
}
