import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { WakeUps } from '../../../platform/queue/wake-ups';

export const RUNS_QUEUE = 'runs';

/** Wakes workers for runs. */
@Injectable()
export class RunQueue extends WakeUps {
  constructor(@InjectQueue(RUNS_QUEUE) queue: Pick<Queue, 'addBulk' | 'getWaitingCount'>) {
    super(queue);
  }

  /** Wakes for runs that have become pending, after their commit. */
  async enqueue(runIds: readonly string[]): Promise<void> {
    if (runIds.length > 0) await this.wake();
  }
}
