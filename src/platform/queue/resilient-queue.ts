import { Queue, type IQueueBackend, type Job, type QueueOptions } from 'bullmq';
import { STARTUP_WAIT_MS } from '../database/open-database';
import { withTimeout } from '../time';
import { logConnectionError, queueBackend, type ClientTimeouts, type QueueConnection } from './queue-backend';
import { type RedisClient, redisOutages } from '../redis/redis-client';

export interface ResilientQueueOptions extends QueueOptions<QueueConnection> {
  /** The longest time that a caller waits for the server, by default 1 s. */
  answerTimeoutMs?: number;
}

/** A BullMQ queue with bounded waits: `addBulk` rejects at once when Redis is unavailable, and after `answerTimeoutMs` otherwise. */
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

  /** Rejects when the database of the queue is unreachable or lacks its tables. Waits at most a second for Redis. */
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

  /** Disconnects the Redis client as well, but does not wait for it: a client that is about to reconnect never reports its end. */
  override async close(): Promise<void> {
    await super.close();
    if (this.redis) redisOutages.forget(this.redis);
    void this.disconnect().catch(logConnectionError);
  }

  /** Adds a few jobs one by one: for a bulk in PostgreSQL, BullMQ creates temporary tables, which takes longer. */
  private async addBatch(jobs: NewJob[]): Promise<Job<object, void>[]> {
    if (this.redis || jobs.length > SMALL_BATCH) return super.addBulk(jobs);
    const added: Job<object, void>[] = [];
    for (const { name, data, opts } of jobs) added.push(await this.add(name, data, opts));
    return added;
  }
}

type NewJob = Parameters<Queue<object, void>['addBulk']>[0][number];

const ANSWER_TIMEOUT_MS = 1_000;

/** Limits the time of commands. PostgreSQL gets more time, since a query that times out costs its connection. */
const timeoutsFor = (answerTimeoutMs: number): ClientTimeouts => ({
  redis: { enableOfflineQueue: false, commandTimeout: answerTimeoutMs, socketTimeout: 2 * answerTimeoutMs },
  postgres: { max: 2, connectionTimeoutMillis: 5 * answerTimeoutMs, query_timeout: 5 * answerTimeoutMs },
  startupWaitMs: STARTUP_WAIT_MS,
});

/** Skips the only check of Redis' version: if that failed, BullMQ would reject all later commands. */
const WITHOUT_STARTUP_CHECKS = { skipWaitingForReady: true, skipVersionCheck: true };

const DEFAULTS = {
  /** Removes finished jobs, since BullMQ ignores a new job with the id of a job that it has kept. */
  defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  /** Limits the events that BullMQ records for each job, since nothing reads them. */
  streams: { events: { maxLen: 100 } },
};

const FIRST_CONNECT_MS = 1_000;
const BATCH_SIZE = 500;
const SMALL_BATCH = 8;
