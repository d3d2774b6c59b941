import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { mailFailure, type SmtpError } from './mail-failure.rules';
import type { MailResult } from './mail.types';

export interface SmtpServer extends SMTPConnectionOptions {
  auth?: { user: string; pass: string };
}

export interface Envelope {
  from: string;
  to: string[];
}

export interface Content {
  /** Called before any content is sent. */
  before?: () => Promise<void>;
  open: () => Readable;
}

/**
 * Sends one mail over a connection of its own. Errors of the network and of the server are results; rejects with an
 * error of the message.
 */
export function sendMail(server: SmtpServer, envelope: Envelope, { before, open }: Content, timeoutMs: number): Promise<MailResult> {
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
