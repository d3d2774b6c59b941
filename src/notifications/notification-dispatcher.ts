import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { LeasedWork, type ClaimedWork } from '../platform/queue/leased-work';
import { NotificationClaimsService, type MailToSend } from './notification-claims.service';
import { NotificationQueue } from './notification-queue';
import { NotificationSender } from './notification-sender';
import { NotificationsRepository } from './notifications.repository';

/** Claims due notifications and sends them, as many mails at once as the limits of the mail server allow. */
@Injectable()
export class NotificationDispatcher extends LeasedWork {
  constructor(
    queue: NotificationQueue,
    private readonly claims: NotificationClaimsService,
    private readonly sender: NotificationSender,
    private readonly notifications: NotificationsRepository,
  ) {
    super(queue, { slots: Infinity, logName: 'Notifications', failure: UNFINISHED });
  }

  @PeriodicTask({ name: 'sweep of orphaned notifications', processes: 'worker', everySeconds: 5 })
  override sweep(): Promise<boolean> {
    return super.sweep();
  }

  protected override hasOrphans(): Promise<boolean> {
    return this.notifications.hasOrphans();
  }

  protected override async claim(): Promise<ClaimedWork> {
    const next = await this.claims.next();
    switch (next.kind) {
      case 'nothing':
        return { items: [], hasMore: false };
      case 'mail':
        return { items: [{ execute: () => this.send(next), labels: { form_id: next.mail.formId } }], hasMore: 'unknown' };
      case 'postponed':
      case 'busy':
        void this.queue.wake(next.inMs);
        return { items: [], hasMore: next.kind === 'busy' ? false : 'unknown' };
    }
  }

  private async send({ mail, release }: MailToSend): Promise<void> {
    let wasConnected = true;
    try {
      wasConnected = await this.sender.send(mail);
    } finally {
      release(wasConnected);
    }
  }
}

const UNFINISHED = 'The outcome of a notification was not written; it is recovered within minutes.';
