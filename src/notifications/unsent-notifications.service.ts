import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { ApiError } from '../api/errors/api-error';
import { Transactions } from '../platform/database/transactions';
import type { NotificationEntity } from './notification.entity';
import { NotificationQueue } from './notification-queue';
import { NotificationsRepository } from './notifications.repository';
import { type UnsentNotifications, UnsentNotificationsRepository } from './unsent-notifications.repository';

/** Lists notifications that were not sent, or only perhaps, and sends them again or takes them off the list. */
@Injectable()
export class UnsentNotificationsService {
  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly unsent: UnsentNotificationsRepository,
    private readonly queue: NotificationQueue,
    private readonly transactions: Transactions,
  ) {}

  list(caller: Caller): Promise<UnsentNotifications[]> {
    return this.unsent.ofForms(caller);
  }

  /** Throws 409 for a notification that was sent or is on its way. */
  async ofSubmission({ formId, submissionId }: NotificationEntity): Promise<number> {
    const retried = await this.notifications.sendAgain(formId, { submissionId });
    if (retried === 0) throw new ApiError('notification_not_retryable');
    await this.wake();
    return retried;
  }

  async ofForm(formId: string, errorCode?: string): Promise<number> {
    const retried = await this.notifications.sendAgain(formId, { errorCode });
    if (retried > 0) await this.wake();
    return retried;
  }

  dismiss(formId: string, errorCode?: string): Promise<number> {
    return this.notifications.dismiss(formId, errorCode);
  }

  private async wake(): Promise<void> {
    await this.transactions.afterCommit(() => void this.queue.wake()); // the reply does not wait for the queue
  }
}
