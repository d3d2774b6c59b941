import { Injectable, Logger } from '@nestjs/common';
import { databaseFailureOf } from '../platform/database/database-errors.rules';
import { NotificationClaimsService } from './notification-claims.service';
import { NotificationQueue } from './notification-queue';
import { NotificationSender } from './notification-sender';
import type { ClaimedMail } from './notification.types';

/** Claims due notifications and sends them, as many mails at once as the limits of the mail server allow. */
@Injectable()
export class NotificationDispatcher {
  private readonly log = new Logger('Notifications');
  private readonly sending = new Set<Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly claims: NotificationClaimsService,
    private readonly sender: NotificationSender,
    private readonly queue: NotificationQueue,
  ) {}

  /** Resolves once nothing is left to claim now; the mails go on. */
  async dispatch(): Promise<void> {
    while (!this.isStopping) {
      const claim = await this.claims.next();
      if (claim.kind === 'nothing') return;
      if (claim.kind === 'mail') this.start(claim.mail, claim.release);
      else void this.queue.wake(claim.inMs);
      if (claim.kind === 'busy') return;
    }
  }

  /** Claims nothing more. */
  stop(): void {
    this.isStopping = true;
  }

  /** Resolves when no mail is being sent. */
  async idle(): Promise<void> {
    while (this.sending.size > 0) await Promise.all(this.sending);
  }

  private start(mail: ClaimedMail, release: (wasConnected: boolean) => void): void {
    const sending = this.sender
      .send(mail)
      .then(release)
      .catch((error: unknown) => {
        release(true);
        if (databaseFailureOf(error) !== 'unavailable')
          this.log.error({ err: error, form_id: mail.formId }, UNFINISHED);
      })
      .finally(() => this.sending.delete(sending));
    this.sending.add(sending);
  }
}

const UNFINISHED = 'The outcome of a notification was not written; it is recovered within minutes.';
