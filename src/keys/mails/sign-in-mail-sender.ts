import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Config, CONFIG } from '../../platform/config/config';
import { PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { Mailer } from '../../platform/mail/mailer';
import { signInMailContent } from './sign-in-mail-content';
import type { DueSignInMail } from './sign-in-mail.types';
import { SignInMailsRepository } from './sign-in-mails.repository';
import { SignInSecrets } from './sign-in-secrets';

/**
 * Sends the mails about signing in, each until the mail server has taken it or its time has ended. A process that dies in between leaves it
 * to another one after a minute, which sends the same link.
 */
@Injectable()
export class SignInMailSender {
  private readonly log = new Logger('Mails');

  constructor(
    private readonly mails: SignInMailsRepository,
    private readonly secrets: SignInSecrets,
    private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'baseUrl'>,
  ) {}

  @PeriodicTask({ name: 'mails about signing in', processes: 'worker', everySeconds: 1 })
  async sendDue(): Promise<boolean> {
    if (!this.config.smtpUrl || !this.config.mailFrom) return false;
    const mail = await this.mails.claimDue();
    if (!mail) return false;
    await (mail.name === null ? this.mails.finish(mail.id, 'no_person') : this.send(mail));
    return true;
  }

  private async send(mail: DueSignInMail): Promise<void> {
    const { id, lookupId, address, attempts } = mail;
    const url = `${this.config.baseUrl}/console#${this.secrets.linkOf(lookupId)}`;
    const content = signInMailContent(mail, { url, code: this.secrets.codeOf(lookupId) });
    const result = await this.mailer.send({ to: [address], messageId: id, ...content });
    if (result.kind === 'accepted') return this.mails.finish(id, null);
    this.log.warn({ mail_id: id, error_code: result.errorCode }, 'A mail about signing in could not be sent.');
    if (result.kind === 'refused' && !result.retryable) return this.mails.finish(id, result.errorCode);
    await this.mails.sendLater(id, Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS), result.errorCode);
  }
}

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 600;
