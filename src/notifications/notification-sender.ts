import { Injectable, Logger } from '@nestjs/common';
import { databaseFailureOf } from '../platform/database/database-errors.rules';
import { DatabaseOutage } from '../platform/database/database-outage';
import { mailAttemptOf } from '../platform/mail/mail-failure.rules';
import { Mailer } from '../platform/mail/mailer';
import type { DeliveryAttempt } from '../platform/outbound/delivery-outcome.rules';
import { NotificationComposer } from './notification-composer';
import { progressOf } from './notification-delivery.rules';
import { NotificationQueue } from './notification-queue';
import type { ClaimedMail } from './notification.types';
import { NotificationsRepository } from './notifications.repository';

@Injectable()
export class NotificationSender {
  private readonly log = new Logger('Notifications');

  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly composer: NotificationComposer,
    private readonly mailer: Mailer,
    private readonly outage: DatabaseOutage,
    private readonly queue: NotificationQueue,
  ) {}

  /** Resolves with false when the mail server could not be reached. Rejects when the outcome could not be written. */
  async send(mail: ClaimedMail): Promise<boolean> {
    const attempt = await this.attempt(mail);
    if (!attempt) await this.outage.retryThroughOutage(() => this.notifications.discard(mail));
    else await this.finish(mail, attempt);
    return attempt?.wasConnected ?? true;
  }

  /** Returns null when the mail has become unnecessary. A failure before the content is sent only costs an attempt. */
  private async attempt(claimed: ClaimedMail): Promise<DeliveryAttempt | null> {
    try {
      const mail = await this.composer.compose(claimed);
      if (!mail) return null;
      return mailAttemptOf(await this.mailer.send({ ...mail, beforeContent: () => this.beginSending(claimed) }));
    } catch (error) {
      const isReported = !(error instanceof MailTakenOver) && databaseFailureOf(error) !== 'unavailable';
      if (isReported) this.log.error({ err: error, form_id: claimed.formId }, 'A notification could not be sent.');
      return INTERNAL_ERROR;
    }
  }

  private async beginSending(mail: ClaimedMail): Promise<void> {
    if (!(await this.notifications.beginSending(mail))) throw new MailTakenOver();
  }

  /** Uses one random number for all notifications, so that those with equally many attempts are retried in one mail. */
  private async finish(mail: ClaimedMail, attempt: DeliveryAttempt): Promise<void> {
    const random = Math.random();
    const progress = mail.claimed.map(({ attempts }) => progressOf(attempt, attempts, random));
    const isCounted = attempt.outcome.kind === 'delivered' || attempt.outcome.kind === 'uncertain';
    await this.outage.retryThroughOutage(() => this.notifications.finish(mail, progress, isCounted));
    const delays = new Set(progress.flatMap(({ delayMs }) => delayMs ?? []));
    for (const delayMs of delays) await this.queue.wake(delayMs);
  }
}

/** The outcome of an error in the service, which is not counted as a failure of the mail server. */
const INTERNAL_ERROR: DeliveryAttempt = {
  outcome: { kind: 'retry', errorCode: 'internal_error', retryAfterSeconds: null },
  wasConnected: true,
  answer: {},
};

/** The notifications were deleted, or another worker has claimed them because this process was suspended. */
class MailTakenOver extends Error {}
