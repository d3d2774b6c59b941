import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from 'bullmq';
import type { BullmqBackend, OpenWorker } from './bullmq-backend';
import type { JobName } from './job-catalogue';
import type { Consumer, JobHandlers, JobPayload, WorkOptions } from './job-queue';
import type { QueueLog } from './queue-log';

/** One worker for each queue. */
export class BullmqConsumer implements Consumer {
  private readonly workers: readonly OpenWorker[];
  private readonly running = new Set<Promise<void>>();
  private readonly closeWithinMs: number;
  private closing: Promise<void> | undefined;

  constructor(
    backend: BullmqBackend,
    queues: readonly string[],
    private readonly handlers: JobHandlers,
    {
      concurrency,
      lockMs = LOCK_MS,
      rescueEveryMs = STALLED_CHECK_EVERY_MS,
      closeWithinMs = CLOSE_WITHIN_MS,
    }: WorkOptions,
    private readonly log: QueueLog,
  ) {
    const times = { concurrency, lockDuration: lockMs, stalledInterval: rescueEveryMs };
    this.closeWithinMs = closeWithinMs;
    this.workers = queues.map((queue) => {
      const worker = backend.openWorker(queue, (job) => this.run(job), { ...times, ...PERSISTENT });
      worker.on('error', log.connectionError);
      return worker;
    });
  }

  close(): Promise<void> {
    this.closing ??= this.drain();
    return this.closing;
  }

  private run(job: Job<JobPayload, void>): Promise<void> {
    const running = this.finish(job).finally(() => this.running.delete(running));
    this.running.add(running);
    return running;
  }

  private async finish({ name, data }: Job<JobPayload, void>): Promise<void> {
    try {
      await this.handlers[name as JobName](data);
    } catch (error) {
      this.log.jobError(error, name, data);
    }
  }

  /** BullMQ waits without end for running jobs, and for a server that is away. */
  private async drain(): Promise<void> {
    const closed = Promise.all(this.workers.map((worker) => worker.close()));
    const timers = new AbortController();
    const { signal } = timers;
    await Promise.race([closed, this.idle(signal), pause(this.closeWithinMs, undefined, { signal })]);
    timers.abort();
    this.workers.forEach((worker) => void worker.abandon().catch(this.log.connectionError));
  }

  /** When nothing runs. The pauses are for a job that is just being taken, and for the last results. */
  private async idle(signal: AbortSignal): Promise<void> {
    await pause(SETTLE_MS, undefined, { signal });
    await Promise.all(this.running);
    await pause(SETTLE_MS, undefined, { signal });
  }
}

const LOCK_MS = 15_000;
const STALLED_CHECK_EVERY_MS = 5_000;
const CLOSE_WITHIN_MS = 30_000;
const SETTLE_MS = 1_000;

/** A job survives the death of many workers, and a worker notices soon that its server is back. */
const PERSISTENT = { maxStalledCount: 10, runRetryDelay: 1_000 };
