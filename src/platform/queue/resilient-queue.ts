import { Queue } from 'bullmq';
import type { IQueueBackend, Job, QueueOptions } from 'bullmq';
import { withTimeout } from '../deadline';
import { logConnectionError, queueBackend } from './queue-backend';
import type { ClientTimeouts, QueueConnection } from './queue-backend';

/**
 * A BullMQ queue whose callers never wait for a server that is away: `addBulk` rejects at once while Redis cannot be reached, and after
 * a second when the server does not answer.
 */
export class ResilientQueue extends Queue<object, void, string, object, void, string, IQueueBackend, QueueConnection> {
  private readonly isInPostgres: boolean;
  private readonly connected: Promise<unknown>;

  constructor(name: string, options: QueueOptions<QueueConnection>) {
    const { factory } = queueBackend(options.connection, TIMEOUTS);
    super(name, { ...DEFAULTS, ...options, ...WITHOUT_STARTUP_CHECKS }, factory);
    this.isInPostgres = 'connectionString' in options.connection;
    this.connected = new Promise((resolve) => this.backend.once('ready', resolve));
    this.on('error', logConnectionError);
  }

  /** Rejects when the database of the queue cannot be reached or lacks its tables. A Redis that is away is not waited for longer than a second. */
  async connect(): Promise<void> {
    await this.waitUntilReady();
    if (!this.isInPostgres) await withTimeout(FIRST_CONNECT_MS, this.connected).catch(logConnectionError);
  }

  override async addBulk(jobs: NewJob[]): Promise<Job<object, void>[]> {
    const added: Job<object, void>[] = [];
    for (let start = 0; start < jobs.length; start += BATCH_SIZE) {
      added.push(...(await withTimeout(ADD_TIMEOUT_MS, this.addBatch(jobs.slice(start, start + BATCH_SIZE)))));
    }
    return added;
  }

  /** The Redis client is disconnected as well, which is not waited for: a client that is about to reconnect never reports its end. */
  override async close(): Promise<void> {
    await super.close();
    void this.disconnect().catch(logConnectionError);
  }

  /** BullMQ creates temporary tables for a bulk in PostgreSQL, which takes longer than adding a few jobs one by one. */
  private async addBatch(jobs: NewJob[]): Promise<Job<object, void>[]> {
    if (!this.isInPostgres || jobs.length > SMALL_BATCH) return super.addBulk(jobs);
    const added: Job<object, void>[] = [];
    for (const { name, data, opts } of jobs) added.push(await this.add(name, data, opts));
    return added;
  }
}

type NewJob = Parameters<Queue<object, void>['addBulk']>[0][number];

/** PostgreSQL gets more time than a caller of `addBulk`, since the process does not start if the first query fails. */
const TIMEOUTS: ClientTimeouts = {
  redis: { enableOfflineQueue: false, commandTimeout: 1_000, socketTimeout: 2_000 },
  postgres: { max: 2, connectionTimeoutMillis: 5_000, query_timeout: 5_000 },
};

/** BullMQ would ask Redis for its version once, and would reject everything from then on if that failed. */
const WITHOUT_STARTUP_CHECKS = { skipWaitingForReady: true, skipVersionCheck: true };

const DEFAULTS = {
  /** The id of a job that was kept would make BullMQ ignore every later job with that id. */
  defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  /** BullMQ records the steps of each job as events, which nobody reads. */
  streams: { events: { maxLen: 100 } },
};

const FIRST_CONNECT_MS = 1_000;
const ADD_TIMEOUT_MS = 1_000;
const BATCH_SIZE = 500;
const SMALL_BATCH = 8;
