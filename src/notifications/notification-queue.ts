import { InjectQueue } from '@nestjs/bullmq';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { WakeUps } from '../platform/queue/wake-ups';

export const NOTIFICATIONS_QUEUE = 'notifications';

@Injectable()
export class NotificationQueue extends WakeUps {
  constructor(@InjectQueue(NOTIFICATIONS_QUEUE) queue: Pick<Queue, 'addBulk' | 'getWaitingCount'>) {
    super(queue);
  }
}
