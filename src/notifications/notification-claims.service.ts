import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/time';
import { Transactions } from '../platform/database/transactions';
import { newId } from '../platform/ids.rules';
import { HostLimits } from '../platform/outbound/host-limits';
import type { ClaimedMail } from './notification.types';
import { NotificationsRepository } from './notifications.repository';

/** A claimed mail, with the permit to send it. */
export interface MailToSend {
  kind: 'mail';
  mail: ClaimedMail;
  release: (wasConnected: boolean) => void;
}

export type NextMail =
  | { kind: 'nothing' }
  /** The notifications of one form have to wait, and there may be others. */
  | { kind: 'postponed'; inMs: number }
  /** The mail server is busy or away. */
  | { kind: 'busy'; inMs: number }
  | MailToSend;

/**
 * Claims due notifications. All that are due of one form become one mail: at once when the form had none within a minute, else when that
 * minute is over.
 */
@Injectable()
export class NotificationClaimsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly notifications: NotificationsRepository,
    private readonly hosts: HostLimits,
    private readonly clock: Clock,
  ) {}

  /** The form stays locked until the commit, so that no two workers claim for it at the same time. */
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
      const acquired = await this.hosts.tryAcquire('mail', performance.now()); // at most 50 ms, also when Redis hangs
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
