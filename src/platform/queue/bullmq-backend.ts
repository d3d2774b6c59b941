import type { IQueueBackend, Processor, Queue, WorkerOptions } from 'bullmq';
import type { JobPayload } from './job-queue';
import type { QueueWorker } from './queue-worker';

/** Where BullMQ keeps its jobs. The two kinds differ in how they connect, and in nothing else. */
export interface BullmqBackend {
  openQueue(name: string): OpenQueue;
  openWorker(name: string, processor: Processor<JobPayload, void>, settings: WorkerSettings): OpenWorker;
  /** Lets go of what the queues share. */
  close(): void;
}

export type OpenQueue = Pick<Queue<JobPayload, void>, 'addBulk' | 'getJobCounts' | 'waitUntilReady' | 'close'> &
  ReportsErrors;

export type OpenWorker = Pick<QueueWorker<IQueueBackend, unknown>, 'close' | 'abandon'> & ReportsErrors;

export type WorkerSettings = Omit<WorkerOptions, 'connection' | 'prefix'>;

/** An error of a connection that nobody listens to would end the process. */
interface ReportsErrors {
  on(event: 'error', listener: (error: Error) => void): unknown;
}
