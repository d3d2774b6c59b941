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

/** Sends one mail over a connection of its own. Errors of the network and of the server are results. */
export function sendMail(
  server: SmtpServer,
  envelope: Envelope,
  message: Buffer,
  timeoutMs: number,
): Promise<MailResult> {
  const connection = new SMTPConnection(server);
  const content = new MailContent(message);
  let timer: NodeJS.Timeout;
  return new Promise<MailResult>((settle) => {
    const fail = (error: SmtpError) => settle(mailFailure(error, content.isRead));
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
  });
}

/** The mail as a stream that records whether it has been read, which happens only after the server has asked for the content. */
class MailContent extends Readable {
  isRead = false;

  constructor(private readonly message: Buffer) {
    super();
  }

  override _read(): void {
    this.isRead = true;
    this.push(this.message);
    this.push(null);
  }
}

function openSession(
  connection: SMTPConnection,
  auth: SmtpServer['auth'],
  ready: (error?: SmtpError | null) => void,
): void {
  connection.connect((error) => {
    if (error || !auth || !connection.allowsAuth) return ready(error);
    connection.login(auth, ready);
  });
}
