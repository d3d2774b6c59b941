import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { isMailAddress } from './mail-address.rules';
import type { Mail, MailResult } from './mail.types';
import { submitMail, type SmtpServer } from './smtp-session';

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user, password and options of nodemailer; without it every mail ends as not configured. */
  smtpUrl?: string;
  /** The sender: an address, or `Name <address>`. */
  from?: string;
  /** For a whole submission, connecting included. */
  timeoutMs?: number;
}

/** Sends mail through the operator's mail server. */
export class Mailer {
  private readonly server: SmtpServer | null;
  private readonly sender: string;
  private readonly timeoutMs: number;

  constructor({ smtpUrl, from, timeoutMs = 30_000 }: MailerOptions) {
    this.server = smtpUrl && from ? { ...TIMEOUTS, ...parseConnectionUrl(smtpUrl) } : null;
    this.sender = from ?? '';
    this.timeoutMs = timeoutMs;
  }

  /**
   * One attempt. Texts may come from anybody: a recipient that is no address counts as rejected,
   * and a reply address that is none is left out, so that neither can smuggle in a header or a recipient.
   */
  async send(mail: Mail): Promise<MailResult> {
    if (!this.server) return { kind: 'refused', errorCode: 'smtp_not_configured', retryable: false };
    const to = mail.to.filter(isMailAddress);
    if (to.length === 0) return { kind: 'refused', errorCode: 'rejected_recipient', retryable: false };

    const message = this.compose({ ...mail, to });
    const from = message.getEnvelope().from || '';
    message.setHeader('Message-ID', `<${mail.messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`);
    const result = await submitMail(this.server, { from, to }, await message.build(), this.timeoutMs);
    if (result.kind !== 'accepted') return result;
    return { ...result, rejectedRecipients: result.rejectedRecipients + mail.to.length - to.length };
  }

  private compose({ from = this.sender, to, replyTo, subject, text, html }: Mail) {
    return new MailComposer({
      from,
      to: to.map(asAddress),
      replyTo: replyTo && isMailAddress(replyTo) ? asAddress(replyTo) : undefined,
      subject,
      text,
      html,
      headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: asks for no automatic replies
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile();
  }
}

/** An address as it is, not as a text in which a comma would begin the next one. */
const asAddress = (address: string) => ({ name: '', address });

const TIMEOUTS = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 15_000 };
