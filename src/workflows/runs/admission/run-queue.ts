import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { WakeUps } from '../../../platform/queue/wake-ups';

export const RUNS_QUEUE = 'runs';

@Injectable()
export class RunQueue extends WakeUps {
  constructor(@InjectQueue(RUNS_QUEUE) queue: Pick<Queue, 'addBulk' | 'getWaitingCount'>) {
    super(queue);
  }

  /** Wakes a worker if runs have become pending. Called after the commit. */
  async wakeFor(runs: number): Promise<void> {
    if (runs > 0) await this.wake();
  }
}
