import { Injectable, Logger } from '@nestjs/common';
import { newId } from '../../../platform/ids';
import { JobQueue } from '../../../platform/queue/job-queue';
import type { Job } from '../../../platform/queue/job-queue';
import type { OrphanedRun } from './run-queue';
import { RunQueue } from './run-queue';

/** Wake-ups through the queue. */
@Injectable()
export class JobRunQueue extends RunQueue {
  private readonly log = new Logger('Runs');

  constructor(private readonly queue: JobQueue) {
    super();
  }

  /** A run that schedules its own wake-up is still at work under another job, so each delayed one has an id of its own. */
  enqueue(runIds: readonly string[], inMs?: number): Promise<void> {
    const turnOf = inMs === undefined ? () => 'now' : newId;
    return this.add(runIds.map((runId) => wakeUp(runId, turnOf(), inMs)));
  }

  /** One job for each lease that was lost, since the job that brought the run to a worker that has died may still count as running. */
  enqueueOrphaned(runs: readonly OrphanedRun[]): Promise<void> {
    return this.add(runs.map(({ id, leaseNumber }) => wakeUp(id, `after-${leaseNumber}`)));
  }

  private async add(jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return;
    try {
      await this.queue.add(jobs);
    } catch (error) {
      this.log.warn({ err: error, runs: jobs.length }, 'The queue took no wake-ups; the sweeper will find the runs.');
    }
  }
}

const wakeUp = (runId: string, turn: string, dueInMs?: number): Job => ({
  id: `run-${runId}-${turn}`,
  name: 'workflow-run',
  runId,
  dueInMs,
});
