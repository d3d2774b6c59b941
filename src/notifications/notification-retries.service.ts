import { Injectable } from '@nestjs/common';
import { ApiError, notFound } from '../api/errors/api-error';
import { Transactions } from '../platform/database/transactions';
import { isId } from '../platform/ids.rules';
import { NotificationQueue } from './notification-queue';
import { NotificationsRepository } from './notifications.repository';

/** Sends notifications again that were not sent, or only perhaps. */
@Injectable()
export class NotificationRetriesService {
  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly queue: NotificationQueue,
    private readonly transactions: Transactions,
  ) {}

  /** Throws 404 for a submission without a notification, and 409 for one whose notification was sent or is on its way. */
  async ofSubmission(formId: string, submissionId: string): Promise<number> {
    const retried = isId(submissionId) ? await this.notifications.sendAgain(formId, { submissionId }) : 0;
    if (retried > 0) await this.wake();
    else if (isId(submissionId) && (await this.notifications.has(formId, submissionId))) throw new ApiError('notification_not_retryable');
    else throw notFound();
    return retried;
  }

  async ofForm(formId: string, errorCode?: string): Promise<number> {
    const retried = await this.notifications.sendAgain(formId, { errorCode });
    if (retried > 0) await this.wake();
    return retried;
  }

  private async wake(): Promise<void> {
    await this.transactions.afterCommit(() => void this.queue.wake()); // the reply does not wait for the queue
  }
}
