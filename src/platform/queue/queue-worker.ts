import type { IQueueBackend, JobProgress } from 'bullmq';
import { Worker } from 'bullmq';
import type { JobPayload } from './job-queue';

/** A worker that can be left behind when it does not close. */
export class QueueWorker<Backend extends IQueueBackend, Connection> extends Worker<
  JobPayload,
  void,
  string,
  Backend,
  JobProgress,
  Connection
> {
  /** Other workers take over what still runs, as soon as its locks have expired. */
  async abandon(): Promise<void> {
    await this.lockManager.close();
    await this.disconnect();
  }
}
