import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Config, CONFIG } from '../platform/config/config';
import { DatabaseOutage } from '../platform/database/database-outage';
import { Transactions } from '../platform/database/transactions';
import { newId } from '../platform/ids.rules';
import type { MailResult } from '../platform/mail/mail.types';
import { Mailer } from '../platform/mail/mailer';
import { mailsOf, type NoticeMail, toldToAll } from './mail-lines.rules';
import { noticeMailContent } from './notice-mail-content';
import { NoticeMailsRepository } from './notice-mails.repository';
import { NoticesRepository } from './notices.repository';

/** Sends what is to be told, one mail at a time and one an hour to a recipient. */
@Injectable()
export class NoticeMailsService {
  private readonly log = new Logger('Notices');

  constructor(
    private readonly mails: NoticeMailsRepository,
    private readonly notices: NoticesRepository,
    private readonly mailer: Mailer,
    private readonly transactions: Transactions,
    private readonly outage: DatabaseOutage,
    @Inject(CONFIG) private readonly config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'consoleUrl'>,
  ) {}

  async send(): Promise<void> {
    if (this.config.smtpUrl === null || this.config.mailFrom === null) return;
    const due = await this.mails.due();
    if (due.length === 0) return;
    for (const mail of mailsOf(due, await this.mails.mailedLately())) {
      if (!(await this.sendOne(mail))) break;
    }
    await this.mails.markDone(toldToAll(await this.mails.due()));
  }

  /** Returns false when the mail server was not reached, since the others then need not be tried. */
  private async sendOne(mail: NoticeMail): Promise<boolean> {
    let isClaimed = false;
    const beforeContent = async () => {
      isClaimed = await this.claim(mail);
      if (!isClaimed) throw new ToldElsewhere();
    };
    try {
      const content = noticeMailContent(mail, this.config.consoleUrl);
      const result = await this.mailer.send({ to: [mail.recipient], messageId: newId(), ...content, beforeContent });
      await this.outage.retryThroughOutage(() => this.finish(mail, result, isClaimed));
      return isClaimed || result.kind !== 'refused' || result.errorCode === 'rejected_recipient';
    } catch (error) {
      if (!(error instanceof ToldElsewhere)) this.log.warn({ err: error }, 'A mail about notices could not be sent.');
      return true;
    }
  }

  /** In a transaction of its own, so that a mail is sent once, whatever crashes. */
  private claim(mail: NoticeMail): Promise<boolean> {
    return this.transactions
      .run(async () => {
        await this.notices.lock();
        if (!(await this.mails.claim(mail))) throw new ToldElsewhere();
        return true;
      })
      .catch((error: unknown) => {
        if (error instanceof ToldElsewhere) return false;
        throw error;
      });
  }

  /** A recipient that the server refuses for good is not tried again. */
  private async finish(mail: NoticeMail, result: MailResult, isClaimed: boolean): Promise<void> {
    if (result.kind === 'refused' && result.retryable && isClaimed) return this.mails.unclaim(mail);
    if (result.kind === 'refused' && !result.retryable && !isClaimed) return void (await this.claim(mail));
    if (result.kind !== 'refused') await this.mails.markTold(mail);
  }
}

/** Another process has told it, or it has changed meanwhile. */
class ToldElsewhere extends Error {}
