import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Worker, type IQueueBackend, type Job, type JobProgress, type Processor, type WorkerOptions } from 'bullmq';
import { withTimeout } from '../time';
import { logConnectionError, queueBackend, type ClientTimeouts, type QueueConnection } from './queue-backend';
import { replaceConnection, type RedisClient, redisOutages } from '../redis/redis-client';

export interface ResilientWorkerOptions extends WorkerOptions<QueueConnection> {
  closeTimeoutMs?: number;
}

/** A BullMQ worker that survives silent outages of its server, and whose `close` takes a limited time. A job may be processed twice. */
export class ResilientWorker<Data = unknown> extends Worker<Data, void, string, IQueueBackend, JobProgress, QueueConnection> {
  private readonly log = new Logger('Queue');
  private readonly activeJobs = new Set<Promise<void>>();
  private readonly closeTimeoutMs: number;
  /** Null for a queue in PostgreSQL. */
  private readonly redis: RedisClient | null;
  private draining: Promise<void> | undefined;

  constructor(name: string, processor: Processor<Data, void>, { closeTimeoutMs = CLOSE_TIMEOUT_MS, ...options }: ResilientWorkerOptions) {
    const { factory, redis } = queueBackend(options.connection, TIMEOUTS);
    super(name, processor, { ...DEFAULTS, ...options }, factory);
    this.closeTimeoutMs = closeTimeoutMs;
    this.redis = redis;
    this.on('error', logConnectionError);
    this.on('failed', (job, error) => this.log.error({ err: error, queue: name, job: job?.id }, 'A job failed.'));
    if (redis) this.on('error', ({ message }) => message === 'Command timed out' && replaceConnection(redis));
  }

  /** Takes no more jobs and waits for the running ones. Jobs that outlast the timeout are left to other workers. */
  override close(): Promise<void> {
    this.draining ??= this.drain();
    return this.draining;
  }

  protected override callProcessJob(job: Job<Data, void>, token: string, signal?: AbortSignal): Promise<void> {
    const running = super.callProcessJob(job, token, signal).finally(() => this.activeJobs.delete(running));
    this.activeJobs.add(running);
    return running;
  }

  /** Limits the waiting, since BullMQ itself waits without limit for running jobs and for a server that is unavailable. */
  private async drain(): Promise<void> {
    const closed = super.close();
    const timers = new AbortController();
    const { signal } = timers;
    await withTimeout(this.closeTimeoutMs, Promise.race([closed, this.idle(signal)]), () => undefined);
    timers.abort();
    void this.abandon().catch(logConnectionError);
  }

  /** Resolves when no job is running. The pauses leave time for a job that is being fetched, and for the last results to be written. */
  private async idle(signal: AbortSignal): Promise<void> {
    await pause(SETTLE_MS, undefined, { signal });
    await Promise.allSettled(this.activeJobs);
    await pause(SETTLE_MS, undefined, { signal });
  }

  /** Leaves jobs that still run to other workers, which take them over when their locks have expired. */
  private async abandon(): Promise<void> {
    if (this.redis) redisOutages.forget(this.redis);
    await this.lockManager.close();
    await this.disconnect();
  }
}

const CLOSE_TIMEOUT_MS = 30_000;
const SETTLE_MS = 1_000;

/** Allows many crashed workers before a job counts as failed, and retries every second while the server is unavailable. */
const DEFAULTS = { lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: 10, runRetryDelay: 1_000 };

/** The command timeout is longer than the ten seconds for which BullMQ lets a command wait for jobs. */
const TIMEOUTS: ClientTimeouts = {
  redis: { maxRetriesPerRequest: null, commandTimeout: 12_000 },
  postgres: { max: 3, connectionTimeoutMillis: 5_000, query_timeout: 15_000 },
  startupWaitMs: Infinity, // a process that has started waits for the end of any outage
};
