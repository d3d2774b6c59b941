import { Injectable } from '@nestjs/common';
import { NotificationQueue } from './notification-queue';
import { NotificationsRepository } from './notifications.repository';

/** Wakes workers for notifications that are due and that no worker holds: their wake-up was lost, or their worker crashed. */
@Injectable()
export class NotificationSweeper {
  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly queue: NotificationQueue,
  ) {}

  /** A periodic task, and never one with more to do at once: a worker that is woken claims all of them. */
  async sweep(): Promise<boolean> {
    if (await this.notifications.hasOrphans()) await this.queue.wake();
    return false;
  }

  /** A periodic task: true while there may be more. */
  async deleteOldMails(): Promise<boolean> {
    return (await this.notifications.deleteOldMails()) > 0;
  }
}
