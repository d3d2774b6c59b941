import { Injectable, Logger } from '@nestjs/common';
import { newId } from '../../platform/ids';
import { JobQueue } from '../../platform/queue/job-queue';
import { RunWakeUps } from '../run-wake-ups';

/** Wake-ups through the queue. */
@Injectable()
export class QueueWakeUps extends RunWakeUps {
  private readonly log = new Logger('Runs');

  constructor(private readonly queue: JobQueue) {
    super();
  }

  /** A run that sets its own alarm is still at work under another job, so each alarm has an id of its own. */
  wake(runIds: readonly string[], inMs?: number): Promise<void> {
    return this.add(runIds, inMs === undefined ? () => 'now' : newId, inMs);
  }

  /** Under an id of their own, since the job of a worker that has died may still count as running. */
  wakeForgotten(runIds: readonly string[]): Promise<void> {
    return this.add(runIds, () => 'swept');
  }

  private async add(runIds: readonly string[], turn: () => string, dueInMs?: number): Promise<void> {
    if (runIds.length === 0) return;
    try {
      await this.queue.add(
        runIds.map((runId) => ({ id: `run-${runId}-${turn()}`, name: 'workflow-run', runId, dueInMs })),
      );
    } catch (error) {
      this.log.warn({ err: error, runs: runIds.length }, 'The queue took no wake-ups; the sweeper will find the runs.');
    }
  }
}
