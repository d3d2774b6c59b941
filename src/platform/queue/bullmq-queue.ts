import type { BullmqBackend, OpenQueue } from './bullmq-backend';
import { BullmqConsumer } from './bullmq-consumer';
import { withTimeout } from '../deadline';
import { JOBS, QUEUES } from './job-catalogue';
import type { QueueName } from './job-catalogue';
import { JobQueue } from './job-queue';
import type { Consumer, Job, JobHandlers, QueueDepth, WorkOptions } from './job-queue';
import { postgresBackend } from './postgres-backend';
import { QueueLog } from './queue-log';
import { redisBackend } from './redis-backend';

export interface QueueAddress {
  /** Null: the queue is in the database, which has been prepared for it. */
  redisUrl: string | null;
  databaseUrl: string;
  /** Keeps apart what shares a server. */
  suffix?: string;
}

/** Rejects without the database that holds the queue. Without its Redis it only cannot add jobs until that is there. */
export async function openJobQueue({ redisUrl, databaseUrl, suffix = '' }: QueueAddress): Promise<JobQueue> {
  const log = new QueueLog();
  const backend = redisUrl ? await redisBackend(redisUrl, log.connectionError) : postgresBackend(databaseUrl);
  const queue = new BullmqQueue(backend, (name) => name + suffix, log);
  return queue.opened();
}

class BullmqQueue extends JobQueue {
  private readonly queues: ReadonlyMap<QueueName, OpenQueue>;

  constructor(
    private readonly backend: BullmqBackend,
    private readonly fullName: (name: QueueName) => string,
    private readonly log: QueueLog,
  ) {
    super();
    this.queues = new Map(QUEUES.map((name) => [name, backend.openQueue(fullName(name))]));
    this.queues.forEach((queue) => queue.on('error', log.connectionError));
  }

  async opened(): Promise<this> {
    try {
      await Promise.all([...this.queues.values()].map((queue) => queue.waitUntilReady()));
      return this;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async add(jobs: readonly Job[]): Promise<void> {
    for (const [name, queue] of this.queues) {
      const own = jobs.filter((job) => JOBS[job.name].queue === name).map(entryOf);
      for (let start = 0; start < own.length; start += BATCH_SIZE)
        await withTimeout(ANSWER_MS, queue.addBulk(own.slice(start, start + BATCH_SIZE)));
    }
  }

  work(handlers: JobHandlers, options: WorkOptions): Consumer {
    return new BullmqConsumer(this.backend, QUEUES.map(this.fullName), handlers, options, this.log);
  }

  async depth(): Promise<Record<QueueName, QueueDepth>> {
    const depths = [...this.queues].map(async ([name, queue]) => {
      const {
        waiting = 0,
        delayed = 0,
        active = 0,
      } = await withTimeout(ANSWER_MS, queue.getJobCounts('waiting', 'delayed', 'active'));
      return [name, { waiting, delayed, active }];
    });
    return Object.fromEntries(await Promise.all(depths)) as Record<QueueName, QueueDepth>;
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.backend.close();
  }
}

/** An id that was kept after its job has ended would silently keep away the next job of that id. */
const entryOf = ({ id, name, runId, dueInMs }: Job) => ({
  name,
  data: { runId },
  opts: { jobId: id, delay: dueInMs, removeOnComplete: true, removeOnFail: true },
});

const ANSWER_MS = 1_000;
const BATCH_SIZE = 500;
