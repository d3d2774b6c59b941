import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { WakeUps } from '../platform/queue/wake-ups';

export const NOTIFICATIONS_QUEUE = 'notifications';

/** Wakes workers for notifications. A worker that is woken claims every notification that is due. */
@Injectable()
export class NotificationQueue {
  private readonly wakeUps: WakeUps;

  constructor(@InjectQueue(NOTIFICATIONS_QUEUE) queue: Pick<Queue, 'addBulk' | 'getWaitingCount'>) {
    this.wakeUps = new WakeUps(queue);
  }

  /** Resolves also when the queue did not accept the job. Wake-ups that are further away than an hour are left to the sweeper. */
  wake(delayMs = 0): Promise<void> {
    return this.wakeUps.wake(delayMs);
  }
}
