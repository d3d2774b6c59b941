import { Processor } from '@nestjs/bullmq';
import { DatabaseOutage } from '../platform/database/database-outage';
import { LeasedWorkProcessor } from '../platform/queue/leased-work';
import { QueueWorkers } from '../platform/queue/queue-workers';
import { NotificationDispatcher } from './notification-dispatcher';
import { NOTIFICATIONS_QUEUE } from './notification-queue';

@Processor(NOTIFICATIONS_QUEUE)
export class NotificationProcessor extends LeasedWorkProcessor {
  constructor(notifications: NotificationDispatcher, workers: QueueWorkers, outage: DatabaseOutage) {
    super(notifications, workers, outage);
  }
}
