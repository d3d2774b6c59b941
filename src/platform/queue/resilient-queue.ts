import { Queue, type IQueueBackend, type Job, type QueueOptions } from 'bullmq';
import { STARTUP_WAIT_MS } from '../database/open-database';
import { withTimeout } from '../time';
import { logConnectionError, queueBackend, type ClientTimeouts, type QueueConnection } from './queue-backend';
import { type RedisClient, redisOutages } from '../redis/redis-client';

export interface ResilientQueueOptions extends QueueOptions<QueueConnection> {
  /** The longest time that a caller waits for the server, by default 1 s. */
  answerTimeoutMs?: number;
}

/** A BullMQ queue whose callers never wait for long: `addBulk` rejects at once without Redis, and after `answerTimeoutMs`. */
export class ResilientQueue extends Queue<object, void, string, object, void, string, IQueueBackend, QueueConnection> {
  private readonly answerTimeoutMs: number;
  /** Null for a queue in PostgreSQL. */
  private readonly redis: RedisClient | null;
  private readonly connected: Promise<unknown>;

  constructor(name: string, { answerTimeoutMs = ANSWER_TIMEOUT_MS, ...options }: ResilientQueueOptions) {
    const { factory, redis } = queueBackend(options.connection, timeoutsFor(answerTimeoutMs));
    super(name, { ...DEFAULTS, ...options, ...WITHOUT_STARTUP_CHECKS }, factory);
    this.answerTimeoutMs = answerTimeoutMs;
    this.redis = redis;
    this.connected = new Promise((resolve) => this.backend.once('ready', resolve));
    this.on('error', logConnectionError);
  }

  /** Rejects when the database of the queue is unreachable or lacks its tables. Waits at most a second for a Redis that is away. */
  async connect(): Promise<void> {
    await this.waitUntilReady();
    if (this.redis) await withTimeout(FIRST_CONNECT_MS, this.connected).catch(logConnectionError);
  }

  override async addBulk(jobs: NewJob[]): Promise<Job<object, void>[]> {
    if (this.redis && !['ready', 'end'].includes(this.redis.status)) redisOutages.begin(this.redis);
    const added: Job<object, void>[] = [];
    for (let start = 0; start < jobs.length; start += BATCH_SIZE) {
      added.push(...(await withTimeout(this.answerTimeoutMs, this.addBatch(jobs.slice(start, start + BATCH_SIZE)))));
    }
    return added;
  }

  /** The Redis client is disconnected as well, which is not waited for: a client that is about to reconnect never reports its end. */
  override async close(): Promise<void> {
    await super.close();
    if (this.redis) redisOutages.forget(this.redis);
    void this.disconnect().catch(logConnectionError);
  }

  /** BullMQ creates temporary tables for a bulk in PostgreSQL, which takes longer than adding a few jobs one by one. */
  private async addBatch(jobs: NewJob[]): Promise<Job<object, void>[]> {
    if (this.redis || jobs.length > SMALL_BATCH) return super.addBulk(jobs);
    const added: Job<object, void>[] = [];
    for (const { name, data, opts } of jobs) added.push(await this.add(name, data, opts));
    return added;
  }
}

type NewJob = Parameters<Queue<object, void>['addBulk']>[0][number];

const ANSWER_TIMEOUT_MS = 1_000;

/** PostgreSQL gets more time, since a query that timed out costs its connection. */
const timeoutsFor = (answerTimeoutMs: number): ClientTimeouts => ({
  redis: { enableOfflineQueue: false, commandTimeout: answerTimeoutMs, socketTimeout: 2 * answerTimeoutMs },
  postgres: { max: 2, connectionTimeoutMillis: 5 * answerTimeoutMs, query_timeout: 5 * answerTimeoutMs },
  startupWaitMs: STARTUP_WAIT_MS,
});

/** BullMQ would ask Redis for its version once, and would reject everything from then on if that failed. */
const WITHOUT_STARTUP_CHECKS = { skipWaitingForReady: true, skipVersionCheck: true };

const DEFAULTS = {
  /** The id of a job that was kept would make BullMQ ignore every later job with that id. */
  defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  /** BullMQ records the steps of each job as events, which nobody reads. */
  streams: { events: { maxLen: 100 } },
};

const FIRST_CONNECT_MS = 1_000;
const BATCH_SIZE = 500;
const SMALL_BATCH = 8;
