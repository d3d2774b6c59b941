import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import isEmail from 'validator/lib/isEmail';
import type { Mail, MailResult } from './mail.types';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { mailFailure, type SmtpError } from './mail-failure.rules';

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user, password and options of nodemailer. Without it every mail is refused as not configured. */
  smtpUrl?: string;
  /** The sender: an address, or `Name <address>`. */
  from?: string;
  /** The timeout of a whole mail including the connection. */
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
   * Makes one attempt. The texts are untrusted: a recipient that is not an address counts as rejected, and a reply address that is not
   * one is omitted, so that neither can inject a header or a recipient. Attachments are streamed; rejects when one cannot be read or when
   * `beforeContent` rejects, and the server has no mail then.
   */
  async send(mail: Mail): Promise<MailResult> {
    if (!this.server) return { kind: 'refused', errorCode: 'smtp_not_configured', retryable: false };
    const to = mail.to.filter(isMailAddress);
    if (to.length === 0) return { kind: 'refused', errorCode: 'rejected_recipient', retryable: false };

    const message = this.compose({ ...mail, to });
    const from = message.getEnvelope().from || '';
    message.setHeader('Message-ID', `<${mail.messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`);
    const bytes = mail.attachments?.reduce((sum, { size }) => sum + size, 0) ?? 0;
    const timeoutMs = this.timeoutMs + bytes / LEAST_BYTES_PER_MS;
    const content = { before: mail.beforeContent, open: () => message.createReadStream() };
    const result = await sendMail(this.server, { from, to }, content, timeoutMs);
    if (result.kind !== 'accepted') return result;
    return { ...result, rejectedRecipients: result.rejectedRecipients + mail.to.length - to.length };
  }

  private compose({ from = this.sender, to, replyTo, subject, text, html, attachments }: Mail) {
    return new MailComposer({
      from,
      to: to.map(asAddress),
      replyTo: replyTo && isMailAddress(replyTo) ? asAddress(replyTo) : undefined,
      subject,
      text,
      html,
      attachments: attachments?.map(({ filename, contentType, read }) => ({
        filename,
        contentType,
        content: Readable.from(read(), { objectMode: false }),
      })),
      headers: { 'Auto-Submitted': 'auto-generated' }, // RFC 3834: asks for no automatic replies
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile();
  }
}

/** True for a single mail address without a name, a list or a line break, which could begin another header. */
export const isMailAddress = (text: string): boolean => isEmail(text);

/** An address as an object: in a text, a comma would begin another address. */
const asAddress = (address: string) => ({ name: '', address });

/** The least speed of a mail server beyond the timeout of a mail: 256 KiB a second. */
const LEAST_BYTES_PER_MS = 256;

const TIMEOUTS = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 15_000 };

interface SmtpServer extends SMTPConnectionOptions {
  auth?: { user: string; pass: string };
}

interface Envelope {
  from: string;
  to: string[];
}

interface Content {
  /** Called before any content is sent. */
  before?: () => Promise<void>;
  open: () => Readable;
}

/**
 * Sends one mail over a connection of its own. Errors of the network and of the server are results; rejects with an error of the message.
 */
function sendMail(server: SmtpServer, envelope: Envelope, { before, open }: Content, timeoutMs: number): Promise<MailResult> {
  const connection = new SMTPConnection(server);
  let isRead = false;
  const content = Readable.from(
    noticed(open, async () => {
      await before?.();
      isRead = true;
    }),
    { objectMode: false },
  );
  let timer: NodeJS.Timeout;
  return new Promise<MailResult>((settle, reject) => {
    const fail = (error: SmtpError) => settle(mailFailure(error, isRead));
    content.on('error', reject);
    timer = setTimeout(() => fail({ code: 'ETIMEDOUT' }), timeoutMs);
    connection.on('error', fail);
    openSession(connection, server.auth, (error) => {
      if (error) return fail(error);
      connection.send(envelope, content, (refusal, info) => {
        if (refusal) fail(refusal);
        else settle({ kind: 'accepted', rejectedRecipients: info.rejected.length });
      });
    });
  }).finally(() => {
    clearTimeout(timer);
    connection.close();
    content.destroy();
  });
}

/** The mail, with a notice when its first bytes are read, which happens only after the server has asked for the content. */
async function* noticed(open: () => Readable, onRead: () => Promise<void>): AsyncIterable<Buffer> {
  await onRead();
  yield* open();
}

function openSession(connection: SMTPConnection, auth: SmtpServer['auth'], ready: (error?: SmtpError | null) => void): void {
  connection.connect((error) => {
    if (error || !auth || !connection.allowsAuth) return ready(error);
    connection.login(auth, ready);
  });
}
