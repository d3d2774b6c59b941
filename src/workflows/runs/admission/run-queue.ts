import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { newId } from '../../../platform/ids';
import type { OrphanedRun } from '../store/run.types';

export const RUNS_QUEUE = 'runs';

/** The data of a job. What there is to do for the run is decided by its rows. */
export interface RunJob {
  runId: string;
}

/** Wakes workers for runs. Jobs may be lost or processed twice: the rows decide, and the sweeper enqueues again what was lost. */
@Injectable()
export class RunQueue {
  private readonly log = new Logger('Runs');

  constructor(@InjectQueue(RUNS_QUEUE) private readonly queue: Queue<RunJob>) {}

  /**
   * Resolves also when the queue did not accept the jobs. A run that schedules its own wake-up is still being processed under the id of
   * another job, so a delayed job has a random id.
   */
  enqueue(runIds: readonly string[], delayMs?: number): Promise<void> {
    const suffix = () => (delayMs === undefined ? 'now' : newId());
    return this.add(runIds.map((runId) => jobOf(runId, suffix(), delayMs)));
  }

  /** The id contains the number of the lost lease, because the job of the worker that lost it may still count as active. */
  enqueueOrphaned(runs: readonly OrphanedRun[]): Promise<void> {
    return this.add(runs.map(({ id, leaseNumber }) => jobOf(id, `after-${leaseNumber}`)));
  }

  private async add(jobs: ReturnType<typeof jobOf>[]): Promise<void> {
    if (jobs.length === 0) return;
    try {
      await this.queue.addBulk(jobs);
    } catch (error) {
      this.log.warn({ err: error, runs: jobs.length }, 'Runs could not be enqueued; the sweeper will enqueue them.');
    }
  }
}

/** BullMQ ignores a job whose id it already has, and takes neither an id of digits alone nor one with a colon. */
const jobOf = (runId: string, suffix: string, delayMs?: number) => ({
  name: 'workflow-run',
  data: { runId },
  opts: { jobId: `run-${runId}-${suffix}`, delay: delayMs },
});
