import { Module } from '@nestjs/common';
import { QUEUE_PREFIX } from '../platform/config/settings';
import { QueueModule } from '../platform/queue/queue.module';
import { NotificationClaimsService } from './notification-claims.service';
import { NotificationComposer } from './notification-composer';
import { NotificationDispatcher } from './notification-dispatcher';
import { NOTIFICATIONS_QUEUE, NotificationQueue } from './notification-queue';
import { NotificationSender } from './notification-sender';
import { NotificationSweeper } from './notification-sweeper';
import { NotificationProcessor } from './notification.processor';
import { NotificationsRepository } from './notifications.repository';

/** Mails that tell the owners of forms of new submissions. */
@Module({
  imports: [QueueModule.registerQueue({ name: NOTIFICATIONS_QUEUE, prefix: QUEUE_PREFIX })],
  providers: [
    NotificationClaimsService,
    NotificationComposer,
    NotificationDispatcher,
    NotificationProcessor,
    NotificationQueue,
    NotificationSender,
    NotificationsRepository,
    NotificationSweeper,
  ],
  exports: [NotificationDispatcher, NotificationProcessor, NotificationQueue, NotificationSweeper],
})
export class NotificationsModule {}
