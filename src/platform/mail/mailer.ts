import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { once } from '../once';
import { mailAddressOf, type MailAddress } from './mail-address.rules';
import { mailFailure, mayBeForReplyTo } from './mail-failure.rules';
import type { Mail, MailContent, MailResult } from './mail.types';
import { sendMessage, type Message, type SmtpServer } from './smtp-session';

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user, password and options of nodemailer. Without it, every mail is refused as not configured. */
  smtpUrl?: string;
  /** The sender: an address, or `Name <address>`. */
  from?: string;
  /** The time limit of a mail without attachments, including the connection. */
  timeoutMs?: number;
}

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
   * Makes one attempt. The addresses are untrusted: an invalid recipient counts as rejected, and an invalid reply address is omitted, so
   * that neither can inject a header or a recipient. Addresses with non-ASCII local parts need a server with SMTPUTF8 (RFC 6531); without
   * it, such a recipient counts as rejected, and such a reply address has no header. A mail that was possibly refused for its reply address
   * is repeated once without that header, within the same time limit. Rejects when an attachment cannot be read or `beforeContent` rejects;
   * the server does not have the mail then.
   */
  async send(mail: Mail): Promise<MailResult> {
    const { server } = this;
    if (!server) return { kind: 'refused', errorCode: 'smtp_not_configured', retryable: false };
    const to = mail.to.flatMap((recipient) => mailAddressOf(recipient) ?? []);
    if (to.length === 0) return { kind: 'refused', errorCode: 'rejected_recipient', retryable: false, blamesRecipient: true };
    const deadlineMs = performance.now() + this.timeoutMs + sizeOf(mail) / LEAST_BYTES_PER_MS;
    const beforeContent = once(async () => mail.beforeContent?.());
    const attempt = (replyTo: MailAddress | null) =>
      sendMessage(server, {
        compose: (offersUtf8) => this.compose(mail, offersUtf8 ? { to, replyTo } : asciiOf({ to, replyTo })),
        beforeContent,
        timeoutMs: deadlineMs - performance.now(),
      });
    let session = await attempt(mail.replyTo === undefined ? null : mailAddressOf(mail.replyTo));
    if ('error' in session && session.message?.hasReplyTo && mayBeForReplyTo(session.error, session.message.isUtf8)) {
      session = await attempt(null);
    }
    if ('error' in session) return mailFailure(session.error, session.isContentSent);
    return { kind: 'accepted', rejectedRecipients: mail.to.length - session.accepted };
  }

  private compose(mail: Mail, { to, replyTo }: Addresses): Message {
    const { from = this.sender, fromName, subject, attachments } = mail;
    const { text, html } = contentOf(mail, replyTo !== null);
    const message = new MailComposer({
      ...{ from: fromName === undefined ? from : { name: fromName, address: addressIn(from) }, subject, text, html },
      to: to.map(asAddress),
      replyTo: replyTo ? asAddress(replyTo) : undefined,
      attachments: attachments?.map(({ filename, contentType, read }) => ({
        filename,
        contentType,
        content: Readable.from(read(), { objectMode: false }),
      })),
      headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers }, // asks for no automatic replies (RFC 3834)
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile();
    const sender = message.getEnvelope().from || '';
    message.setHeader('Message-ID', `<${mail.messageId}@${sender.slice(sender.lastIndexOf('@') + 1)}>`);
    return {
      envelope: { from: sender, to: to.map(({ wire }) => wire) },
      isUtf8: [...to, replyTo].some((address) => address?.isAscii === false),
      hasReplyTo: replyTo !== null,
      open: () => message.createReadStream(),
    };
  }
}

interface Addresses {
  to: readonly MailAddress[];
  replyTo: MailAddress | null;
}

const asciiOf = ({ to, replyTo }: Addresses): Addresses => ({
  to: to.filter(({ isAscii }) => isAscii),
  replyTo: replyTo?.isAscii ? replyTo : null,
});

const contentOf = (mail: Mail, hasReplyTo: boolean): MailContent =>
  mail.replyTo === undefined || hasReplyTo ? mail : (mail.withoutReplyTo?.() ?? mail);

/** An address as an object, since a comma in a text would start another address. */
const asAddress = ({ wire }: MailAddress) => ({ name: '', address: wire });

/** The address in a sender, which may have a name before it. */
const addressIn = (sender: string): string => /<([^<>]*)>$/.exec(sender.trim())?.[1] ?? sender;

const sizeOf = ({ attachments = [] }: Mail): number => attachments.reduce((sum, { size }) => sum + size, 0);

/** The least speed of a mail server, 256 KiB a second. Attachments prolong the time limit accordingly. */
const LEAST_BYTES_PER_MS = 256;

const TIMEOUTS = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 15_000 };
