import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerAddress } from 'smtp-server';
import { atEnd } from './at-end';

/** A received e-mail. */
export interface ReceivedMail {
  to: string[];
  content: string;
}

/**
 * An SMTP server that stores the accepted e-mails. The test decides which recipients and contents it accepts. Like strict servers, it
 * refuses letters beyond ASCII that the client has not declared in headers and local parts of recipients (RFC 6531).
 */
export class SmtpReceiver {
  readonly mails: ReceivedMail[] = [];
  /** The reply code that refuses a recipient, such as 550, or null. A promise delays the reply. */
  refuses: (address: string) => number | null | Promise<number | null> = () => null;
  /** The reply code that refuses the content, or null. A promise delays the reply. */
  decides: (content: string) => number | null | Promise<number | null> = () => null;

  readonly close = atEnd(() => new Promise<void>((closed) => this.server.close(closed)));

  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: SMTPServer) {
    server.server.on('connection', (socket: Socket) => this.sockets.add(socket));
  }

  static async start({ offersUtf8 = true } = {}): Promise<SmtpReceiver> {
    const server: SMTPServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      hideSMTPUTF8: !offersUtf8,
      onRcptTo: ({ address }: SMTPServerAddress, { envelope }, done) => {
        if (isUndeclared(address.split('@', 1)[0]!, envelope)) return done(refusal(553));
        void Promise.resolve(receiver.refuses(address)).then((code) => done(refusal(code)));
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const mail = { to: envelope.rcptTo.map(({ address }) => address), content: Buffer.concat(chunks).toString() };
          if (isUndeclared(mail.content.split('\r\n\r\n', 1)[0]!, envelope)) return done(refusal(554));
          void receiver.receive(mail).then((code) => done(refusal(code)));
        });
      },
    });
    const receiver = new SmtpReceiver(server);
    server.on('error', () => undefined);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** Destroys all connections. */
  hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private async receive(mail: ReceivedMail): Promise<number | null> {
    const code = await this.decides(mail.content);
    if (code === null) this.mails.push(mail);
    return code;
  }
}

// eslint-disable-next-line no-control-regex -- ASCII begins with the control characters
const isUndeclared = (text: string, { smtpUtf8 }: { smtpUtf8?: boolean }): boolean => !smtpUtf8 && /[^\x00-\x7f]/.test(text);

const refusal = (responseCode: number | null): Error | null =>
  responseCode === null ? null : Object.assign(new Error('refused'), { responseCode });
