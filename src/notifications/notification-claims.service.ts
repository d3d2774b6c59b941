import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/time';
import { Transactions } from '../platform/database/transactions';
import { newId } from '../platform/ids.rules';
import { HostLimits } from '../platform/outbound/host-limits';
import type { ClaimedMail } from './notification.types';
import { NotificationsRepository } from './notifications.repository';

export interface MailToSend {
  kind: 'mail';
  mail: ClaimedMail;
  release: (wasConnected: boolean) => void;
}

export type NextMail =
  | { kind: 'nothing' }
  /** The notifications of one form have to wait, while other forms may have due ones. */
  | { kind: 'postponed'; inMs: number }
  /** The mail server has no free permit, or cannot be reached. */
  | { kind: 'busy'; inMs: number }
  | MailToSend;

/** Claims all due notifications of a form as one mail, at the earliest one minute after the form's last mail. */
@Injectable()
export class NotificationClaimsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly notifications: NotificationsRepository,
    private readonly hosts: HostLimits,
    private readonly clock: Clock,
  ) {}

  /** Locks the form until the commit, so that no two workers claim its notifications at the same time. */
  next(): Promise<NextMail> {
    return this.transactions.run(async () => {
      const form = await this.notifications.lockDueForm();
      if (!form) return { kind: 'nothing' };
      if (form.mailsPerHour !== null) await this.notifications.lockAccount(form.accountId);
      await this.notifications.recover(form.formId);
      const nextMailAt = await this.notifications.nextMailAt(form);
      if (nextMailAt) {
        await this.notifications.postpone(form.formId, nextMailAt);
        return { kind: 'postponed', inMs: nextMailAt.getTime() - this.clock.now().getTime() };
      }
      const acquired = await this.hosts.tryAcquire('mail', performance.now()); // takes at most 50 ms, even if Redis does not answer
      if (!acquired.isAcquired) return { kind: 'busy', inMs: acquired.retryAfterMs };
      const release = (wasConnected: boolean) => acquired.release(wasConnected, performance.now());
      try {
        return { kind: 'mail', mail: await this.notifications.claim(newId(), form), release };
      } catch (error) {
        release(true);
        throw error;
      }
    });
  }
}
