import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import type { SmtpError } from './mail-failure.rules';

export interface SmtpServer extends SMTPConnectionOptions {
  auth?: { user: string; pass: string };
}

export interface Message {
  envelope: { from: string; to: string[] };
  /** True when a local part has non-ASCII letters, so that the server has to accept the mail as UTF-8 (RFC 6531). */
  isUtf8: boolean;
  hasReplyTo: boolean;
  open: () => Readable;
}

export interface Sending {
  /** Writes the message, as UTF-8 only if the server offers that. */
  compose: (offersUtf8: boolean) => Message;
  beforeContent: () => Promise<void>;
  timeoutMs: number;
}

/** The number of recipients that the server has accepted, or the error that ended the session. */
export type SessionEnd = { accepted: number } | { error: SmtpError; isContentSent: boolean; message: Message | null };

/** Sends one mail. Errors of the network and of the server are results; an error of the message rejects. */
export function sendMessage(server: SmtpServer, { compose, beforeContent, timeoutMs }: Sending): Promise<SessionEnd> {
  const connection = new DeclaringConnection(server);
  let message: Message | null = null;
  let content: Readable | null = null;
  let isContentSent = false;
  const begin = async () => {
    await beforeContent();
    isContentSent = true;
  };
  let timer: NodeJS.Timeout;
  return new Promise<SessionEnd>((settle, reject) => {
    const fail = (error: SmtpError) => settle({ error, isContentSent, message });
    timer = setTimeout(() => fail({ code: 'ETIMEDOUT' }), timeoutMs);
    connection.on('error', fail);
    openSession(connection, server.auth, (offersUtf8, error) => {
      if (error) return fail(error);
      try {
        message = compose(offersUtf8);
      } catch (cause) {
        return reject(new Error('The mail could not be composed.', { cause }));
      }
      connection.isUtf8 = message.isUtf8;
      content = Readable.from(noticed(message.open, begin), { objectMode: false });
      content.on('error', reject);
      connection.send(message.envelope, content, (refusal, info) => {
        if (refusal) fail(refusal);
        else settle({ accepted: info.accepted.length });
      });
    });
  }).finally(() => {
    clearTimeout(timer);
    connection.close();
    content?.destroy();
  });
}

/** Calls `onRead` before the first bytes of the mail are read, which happens only after the server has asked for the content. */
async function* noticed(open: () => Readable, onRead: () => Promise<void>): AsyncIterable<Buffer> {
  await onRead();
  yield* open();
}

function openSession(
  connection: SMTPConnection,
  auth: SmtpServer['auth'],
  ready: (offersUtf8: boolean, error?: SmtpError | null) => void,
): void {
  connection.connect((error) => {
    const offersUtf8 = SMTPUTF8.test(connection.lastServerResponse || ''); // the server's answer to EHLO
    if (error || !auth || !connection.allowsAuth) return ready(offersUtf8, error);
    connection.login(auth, (refusal) => ready(offersUtf8, refusal));
  });
}

const SMTPUTF8 = /^250[ -]SMTPUTF8\s*$/im;

/**
 * A connection that can declare a mail as UTF-8 by the parameter of RFC 6531, section 3.4. Nodemailer does so only for non-ASCII addresses
 * in the envelope, but not for a reply address. It has no option for this, and its types lack the method
 * (docs/adr/0053-where-we-reach-into-others.md).
 */
class DeclaringConnection extends (SMTPConnection as unknown as ConnectionClass) {
  isUtf8 = false;

  override _sendCommand(command: string, logged?: string): void {
    super._sendCommand(this.isUtf8 && MAIL_WITHOUT_UTF8.test(command) ? `${command} SMTPUTF8` : command, logged);
  }
}

type ConnectionClass = new (options: SMTPConnectionOptions) => SMTPConnection & Commands;

interface Commands {
  _sendCommand(command: string, logged?: string): void;
}

const MAIL_WITHOUT_UTF8 = /^MAIL FROM:(?!.* SMTPUTF8\b)/;
