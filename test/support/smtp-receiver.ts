import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerAddress } from 'smtp-server';

/** A mail as the server got it. */
export interface ReceivedMail {
  to: string[];
  content: string;
}

/** A mail server of a test. It keeps what it accepts; the test decides about recipients and contents. */
export class SmtpReceiver {
  readonly mails: ReceivedMail[] = [];
  /** What is wrong with a recipient: a reply code such as 550, or null. */
  refuses: (address: string) => number | null = () => null;
  /** A reply code in place of accepting the content, or null; or whatever the test does before it decides. */
  decides: (content: string) => number | null | Promise<number | null> = () => null;

  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: SMTPServer) {
    server.server.on('connection', (socket: Socket) => this.sockets.add(socket));
  }

  static async start(): Promise<SmtpReceiver> {
    const server: SMTPServer = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }: SMTPServerAddress, _session, done) => done(refusal(receiver.refuses(address))),
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const mail = { to: envelope.rcptTo.map(({ address }) => address), content: Buffer.concat(chunks).toString() };
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

  /** Drops every connection without a word. */
  hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    await new Promise<void>((closed) => this.server.close(closed));
  }

  private async receive(mail: ReceivedMail): Promise<number | null> {
    const code = await this.decides(mail.content);
    if (code === null) this.mails.push(mail);
    return code;
  }
}

const refusal = (responseCode: number | null): Error | null =>
  responseCode === null ? null : Object.assign(new Error('refused'), { responseCode });
