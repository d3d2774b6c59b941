import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { stopTokenOf } from './stop-link.rules';
import { AddressDigests } from './address-digests';
import type { VisitorMail, VisitorMailClaim } from './visitor-mail.types';
import { VisitorMailsRepository } from './visitor-mails.repository';

/** The limits of mails to visitors, who did not ask the account for any, and the headers that all of these mails have. */
@Injectable()
export class VisitorMailsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly mails: VisitorMailsRepository,
    private readonly digests: AddressDigests,
    @Inject(CONFIG) private readonly config: Pick<Config, 'baseUrl' | 'visitorMailsPerHour'>,
  ) {}

  /**
   * Counts a mail before it is sent, in a short transaction or in that of the caller. Another try of the same mail is granted without being
   * counted again, unless the visitor has stopped the mails meanwhile.
   */
  async claim(mail: VisitorMail): Promise<VisitorMailClaim> {
    const perHour = this.config.visitorMailsPerHour;
    if (perHour === 0) return 'visitor_mail_limit';
    return this.transactions.run(async () => {
      await this.mails.lock(mail.accountId);
      return this.mails.claim(mail, await this.digests.digestOf(mail.accountId, mail.address), perHour);
    });
  }

  /** The headers by which mail programs answer nothing to such a mail, and offer to stop it (RFC 3834, RFC 8058). */
  async headersFor(accountId: string, address: string): Promise<Record<string, string>> {
    return {
      'Auto-Submitted': 'auto-replied',
      'X-Auto-Response-Suppress': 'All',
      'List-Unsubscribe': `<${await this.stopUrlFor(accountId, address)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
  }

  /** The page on which the visitor stops all mails of the account. The same address always gets the same link. */
  async stopUrlFor(accountId: string, address: string): Promise<string> {
    const key = await this.digests.keyOf(accountId);
    const token = stopTokenOf({ accountId, digest: await this.digests.digestOf(accountId, address) }, key);
    return `${this.config.baseUrl.replace(/\/$/, '')}${STOP_PATH}/${token}`;
  }
}

/** Below the path of the pages of forms, so that whoever publishes those publishes this page as well. */
export const STOP_PATH = '/f/stop';
