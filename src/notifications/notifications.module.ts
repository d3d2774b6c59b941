import { Module } from '@nestjs/common';
import { QUEUE_PREFIX } from '../platform/config/settings';
import { ConnectionsModule } from '../platform/connections.module';
import { QueueModule } from '../platform/queue/queue.module';
import { NotificationClaimsService } from './notification-claims.service';
import { NotificationComposer } from './notification-composer';
import { NotificationDispatcher } from './notification-dispatcher';
import { NOTIFICATIONS_QUEUE, NotificationQueue } from './notification-queue';
import { NotificationSender } from './notification-sender';
import { NotificationProcessor } from './notification.processor';
import { NotificationsRepository } from './notifications.repository';

@Module({
  imports: [ConnectionsModule, QueueModule.registerQueue({ name: NOTIFICATIONS_QUEUE, prefix: QUEUE_PREFIX })],
  providers: [
    NotificationClaimsService,
    NotificationComposer,
    NotificationDispatcher,
    NotificationProcessor,
    NotificationQueue,
    NotificationSender,
    NotificationsRepository,
  ],
  exports: [NotificationDispatcher, NotificationProcessor, NotificationQueue, NotificationsRepository],
})
export class NotificationsModule {}
