import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { WakeUps } from '../../../platform/queue/wake-ups';

export const RUNS_QUEUE = 'runs';

/** Wakes workers for runs. A worker that is woken claims every run that is due, and the sweeper wakes for what was lost. */
@Injectable()
export class RunQueue {
  private readonly wakeUps: WakeUps;

  constructor(@InjectQueue(RUNS_QUEUE) queue: Pick<Queue, 'addBulk' | 'getWaitingCount'>) {
    this.wakeUps = new WakeUps(queue);
  }

  /** Wakes for runs that have become pending, after their commit. */
  async enqueue(runIds: readonly string[]): Promise<void> {
    if (runIds.length > 0) await this.wake();
  }

  /** Resolves also when the queue did not accept the job. Wake-ups that are further away than an hour are left to the sweeper. */
  wake(delayMs = 0): Promise<void> {
    return this.wakeUps.wake(delayMs);
  }
}
