import { Module } from '@nestjs/common';
import { QUEUE_PREFIX } from '../platform/config/settings';
import { ConnectionsModule } from '../platform/connections.module';
import { QueueModule } from '../platform/queue/queue.module';
import { FormsModule } from '../forms/forms.module';
import { NotificationClaimsService } from './notification-claims.service';
import { NotificationComposer } from './notification-composer';
import { NotificationDispatcher } from './notification-dispatcher';
import { NOTIFICATIONS_QUEUE, NotificationQueue } from './notification-queue';
import { NotificationResolver } from './notification.resolver';
import { NotificationSender } from './notification-sender';
import { NotificationProcessor } from './notification.processor';
import { NotificationsRepository } from './notifications.repository';
import { NotificationsController, UnsentNotificationsController } from './notifications.controller';
import { UnsentNotificationsService } from './unsent-notifications.service';
import { UnsentNotificationsRepository } from './unsent-notifications.repository';

@Module({
  imports: [ConnectionsModule, FormsModule, QueueModule.registerQueue({ name: NOTIFICATIONS_QUEUE, prefix: QUEUE_PREFIX })],
  controllers: [UnsentNotificationsController, NotificationsController],
  providers: [
    NotificationClaimsService,
    NotificationComposer,
    NotificationDispatcher,
    NotificationProcessor,
    NotificationQueue,
    NotificationResolver,
    NotificationSender,
    NotificationsRepository,
    UnsentNotificationsService,
    UnsentNotificationsRepository,
  ],
  exports: [NotificationDispatcher, NotificationProcessor, NotificationQueue, NotificationsRepository],
})
export class NotificationsModule {}
