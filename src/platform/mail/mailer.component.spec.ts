import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { Mailer } from './mailer';
import type { Mail } from './mail.types';

const MAIL: Mail = { to: ['sales@example.com'], subject: 'New lead', text: 'Hello', messageId: 'delivery-1' };
const FROM = 'Sender <sender@example.org>';

const closings: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closings.splice(0).map((close) => close())));

interface Received {
  from: string;
  to: string[];
  content: string;
  isUtf8: boolean;
}

/** A mail server that stores accepted mails and refuses undeclared non-ASCII headers. Hooks can refuse more. */
async function mailServer(hooks: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo, smtpUtf8 = false } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        const content = Buffer.concat(chunks).toString();
        if (BEYOND_ASCII.test(content) && !smtpUtf8) return done(refusal(554));
        received.push({ from: mailFrom ? mailFrom.address : '', to, content, isUtf8: smtpUtf8 });
        done();
      });
    },
    ...hooks,
  });
  server.on('error', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closings.push(() => new Promise<void>((closed) => server.close(closed)));
  return { received, port: (server.server.address() as AddressInfo).port };
}

// eslint-disable-next-line no-control-regex -- ASCII includes control characters
const BEYOND_ASCII = /[^\x00-\x7f]/;

/** A server of raw sockets that greets and then answers each line as the script says. */
async function scriptedServer(answer: (line: string, socket: Socket) => void, greeting = '220 test ESMTP\r\n') {
  const lines: string[] = [];
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(greeting);
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        lines.push(line);
        answer(line, socket);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closings.push(() => new Promise((closed) => server.close(closed)));
  return { lines, port: (server.address() as AddressInfo).port };
}

/** Takes everything up to the content, whose last line is a single dot. */
const upTo = (last: string, then: (socket: Socket) => void) => {
  let isContent = false;
  return (line: string, socket: Socket) => {
    if (line.startsWith(last)) then(socket);
    else if (line === 'DATA') isContent = socket.write('354 go on\r\n');
    else if (!isContent) socket.write('250 ok\r\n');
  };
};

const send = (port: number, mail: Partial<Mail> = {}, timeoutMs?: number) =>
  new Mailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: FROM, timeoutMs }).send({ ...MAIL, ...mail });

function refusal(responseCode: number) {
  return Object.assign(new Error('no'), { responseCode });
}

describe('an accepted mail', () => {
  it('has the headers and the name that it is sent with, and keeps the address of the sender', async () => {
    const { port, received } = await mailServer();
    const headers = { 'Auto-Submitted': 'auto-replied', 'List-Unsubscribe': '<https://example.org/stop>' };
    await send(port, { fromName: 'Anfragen "Süd", <b@example.com>\r\nBcc: c@example.com', headers });
    const [{ from, to, content }] = received as [Received];
    expect([from, to]).toEqual(['sender@example.org', MAIL.to]);
    const lines = content
      .split('\r\n\r\n', 1)[0]!
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n');
    expect(lines).toEqual(expect.arrayContaining(['Auto-Submitted: auto-replied', 'List-Unsubscribe: <https://example.org/stop>']));
    expect(lines.find((line) => line.startsWith('From: '))).toMatch(/^From: =\?UTF-8\?[^<>]+ <sender@example\.org>$/);
    expect(lines.filter((line) => /^(Bcc|Auto-Submitted):/.test(line))).toEqual(['Auto-Submitted: auto-replied']);
  });

  it('arrives with its sender, recipients, subject, texts and stable id', async () => {
    const { port, received } = await mailServer();
    const to = ['sales@example.com', 'boss@example.com'];
    const mail = { to, replyTo: 'zoe@example.net', subject: 'Für Zoë', html: '<b>Hi</b>' };
    expect(await send(port, mail)).toEqual({ kind: 'accepted', rejectedRecipients: 0 });
    expect(received).toMatchObject([{ from: 'sender@example.org', to }]);
    const content = received[0]?.content ?? '';
    expect(headersOf(content)).toMatchObject({
      from: FROM,
      to: 'sales@example.com, boss@example.com',
      'reply-to': 'zoe@example.net',
      subject: '=?UTF-8?Q?F=C3=BCr_Zo=C3=AB?=',
      'message-id': '<delivery-1@example.org>',
      'auto-submitted': 'auto-generated',
    });
    expect(content).toContain('Hello');
    expect(content).toContain('<b>Hi</b>');
  });

  it('may have a sender of its own', async () => {
    const { port, received } = await mailServer();
    await send(port, { from: 'other@example.net' });
    expect(received).toMatchObject([{ from: 'other@example.net' }]);
    expect(headersOf(received[0]?.content ?? '')['message-id']).toBe('<delivery-1@example.net>');
  });

  it('is accepted when one of several recipients is, and tells how many are not', async () => {
    const { port, received } = await mailServer({
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('gone') ? refusal(550) : null),
    });
    const to = ['gone@example.com', 'sales@example.com', 'a@example.com\r\nBcc: b@example.com', 'gone2@example.com'];
    expect(await send(port, { to })).toEqual({ kind: 'accepted', rejectedRecipients: 3 });
    expect(received).toMatchObject([{ to: ['sales@example.com'] }]);
  });

  it('is sent after logging in where the URL has a user and a password', async () => {
    const users: unknown[] = [];
    const { port, received } = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        users.push([username, password]);
        done(null, { user: username });
      },
    });
    const mailer = new Mailer({ smtpUrl: `smtp://user:s%40crt@127.0.0.1:${port}`, from: FROM });
    expect(await mailer.send(MAIL)).toMatchObject({ kind: 'accepted' });
    expect(users).toEqual([['user', 's@crt']]);
    expect(received).toHaveLength(1);
  });
});

describe('texts from anybody', () => {
  it('cannot add headers through the subject', async () => {
    const { port, received } = await mailServer();
    await send(port, { subject: 'Hi\r\nBcc: victim@example.com\r\n\r\nbody' });
    const content = received[0]?.content ?? '';
    expect(headersOf(content)).toMatchObject({ subject: expect.stringContaining('Bcc: victim') });
    expect(headersOf(content)).not.toHaveProperty('bcc');
    expect(received).toMatchObject([{ to: MAIL.to }]);
  });

  it.each(['a@example.com\r\nBcc: victim@example.com', 'a@example.com, victim@example.com', 'nobody'])(
    'leave out the reply address %p',
    async (replyTo) => {
      const { port, received } = await mailServer();
      expect(await send(port, { replyTo })).toMatchObject({ kind: 'accepted' });
      expect(headersOf(received[0]?.content ?? '')).not.toHaveProperty('reply-to');
      expect(received[0]?.content).not.toContain('victim');
    },
  );

  it.each(['a@example.com\r\nRCPT TO:<victim@example.com>', 'a@example.com, victim@example.com', 'A <a@example.com>', ''])(
    'are no recipient when they read %p',
    async (recipient) => {
      const { port, received } = await mailServer();
      const rejected = { kind: 'refused', errorCode: 'rejected_recipient', retryable: false, blamesRecipient: true };
      expect(await send(port, { to: [recipient] })).toEqual(rejected);
      expect(received).toEqual([]);
    },
  );

  it('stay in the content where they look like the end of it', async () => {
    const { port, received } = await mailServer();
    await send(port, { text: 'a\r\n.\r\nMAIL FROM:<x@example.com>\r\n..\r\nb' });
    expect(received).toHaveLength(1);
    expect(received[0]?.content).toContain('a\r\n.\r\nMAIL FROM:<x@example.com>\r\n..\r\nb');
  });
});

describe('an address beyond ASCII', () => {
  const ZOE = 'zoë@bücher.example';
  const withoutReplyTo = () => ({ text: `Reply to: ${ZOE}` });

  it('is in a header of a server that offers SMTPUTF8, which is told of it', async () => {
    const { port, received } = await mailServer();
    expect(await send(port, { replyTo: ZOE, withoutReplyTo })).toEqual({ kind: 'accepted', rejectedRecipients: 0 });
    expect(received).toMatchObject([{ to: MAIL.to, isUtf8: true, content: expect.stringMatching(/^Reply-To: zoë@bücher\.example\r$/m) }]);
    expect(received[0]!.content).toContain('Hello');
  });

  it('stands in the text of a mail to any other server', async () => {
    const { port, received } = await mailServer({ hideSMTPUTF8: true });
    expect(await send(port, { replyTo: ZOE, withoutReplyTo })).toEqual({ kind: 'accepted', rejectedRecipients: 0 });
    const [{ content }] = received as [Received];
    expect(headersOf(content)).not.toHaveProperty('reply-to');
    expect(content).toContain('Reply to: zo=C3=AB@b=C3=BCcher.example');
  });

  it.each([true, false])(
    'has its domain in ASCII where that is enough, and the mail declares nothing (SMTPUTF8 hidden: %p)',
    async (hideSMTPUTF8) => {
      const { port, received } = await mailServer({ hideSMTPUTF8 });
      const from = 'Bücher <sender@bücher.example>';
      const mail = { from, to: ['ada@bücher.example'], replyTo: 'ada@b\u00adücher.example\u202c\u2060', subject: 'Für Zoë' };
      expect(await send(port, mail)).toEqual({ kind: 'accepted', rejectedRecipients: 0 });
      const domain = 'xn--bcher-kva.example';
      expect(received).toMatchObject([{ to: ['ada@bücher.example'], isUtf8: false }]); // as the server reads the domain
      expect(headersOf(received[0]!.content)).toMatchObject({
        'reply-to': `ada@${domain}`,
        to: `ada@${domain}`,
        'message-id': `<delivery-1@${domain}>`,
      });
    },
  );

  it('has its domain in ASCII in the envelope, too', async () => {
    const { port, lines } = await scriptedServer(upTo('.', (socket) => void socket.end('250 ok\r\n')));
    await send(port, { from: 'sender@bücher.example', to: ['ada@bücher.example'] });
    expect(lines).toEqual(expect.arrayContaining(['MAIL FROM:<sender@xn--bcher-kva.example>', 'RCPT TO:<ada@xn--bcher-kva.example>']));
  });

  it('is a recipient where the server offers SMTPUTF8, and counts as rejected elsewhere', async () => {
    const [modern, old] = await Promise.all([mailServer(), mailServer({ hideSMTPUTF8: true })]);
    const to = ['sales@example.com', ZOE];
    expect(await send(modern.port, { to })).toEqual({ kind: 'accepted', rejectedRecipients: 0 });
    expect(modern.received).toMatchObject([{ to, isUtf8: true }]);
    expect(await send(old.port, { to })).toEqual({ kind: 'accepted', rejectedRecipients: 1 });
    expect(old.received).toMatchObject([{ to: ['sales@example.com'] }]);
    const refused = { kind: 'refused', errorCode: 'rejected_recipient', retryable: false, blamesRecipient: true };
    expect(await send(old.port, { to: [ZOE] })).toEqual(refused);
  });
});

describe('a mail that is refused for its reply address', () => {
  const mail = { replyTo: 'ada@example.net', withoutReplyTo: () => ({ text: 'Reply to: ada@example.net' }) };

  /** A server that refuses each mail with a reply address by this code, and counts all mails. */
  async function pickyServer(code: number) {
    const contents: string[] = [];
    const server = await mailServer({
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          contents.push(Buffer.concat(chunks).toString());
          done(contents.at(-1)!.includes('\r\nReply-To:') ? refusal(code) : null);
        });
      },
    });
    return { ...server, contents };
  }

  it.each([550, 553])('with %d is sent once more without it, as the same mail', async (code) => {
    const { port, contents } = await pickyServer(code);
    const begun: number[] = [];
    const beforeContent = async () => void begun.push(contents.length);
    expect(await send(port, { ...mail, beforeContent })).toEqual({ kind: 'accepted', rejectedRecipients: 0 });
    const [first, second] = contents.map(headersOf);
    expect(contents).toHaveLength(2);
    expect(second).not.toHaveProperty('reply-to');
    expect(second!['message-id']).toBe(first!['message-id']);
    expect(contents[1]).toContain('Reply to: ada@example.net');
    expect(begun).toEqual([0]);
  });

  it.each([451, 554])('is not, when the code is %d', async (code) => {
    const { port, contents } = await pickyServer(code);
    expect(await send(port, mail)).toEqual({ kind: 'refused', errorCode: 'rejected_recipient', retryable: code === 451 });
    expect(contents).toHaveLength(1);
  });

  it('is refused when it is refused without it, too', async () => {
    let attempts = 0;
    const { port } = await mailServer({
      onData: (stream, _session, done) => {
        attempts += 1;
        stream.resume().on('end', () => done(refusal(550)));
      },
    });
    const refused = { kind: 'refused', errorCode: 'rejected_recipient', retryable: false, blamesRecipient: true };
    expect(await send(port, mail)).toEqual(refused);
    expect(attempts).toBe(2);
  });

  it('may be refused before its content, since the address makes it UTF-8', async () => {
    const { port, received } = await mailServer({
      onRcptTo: (_address, { envelope }, done) => done(envelope.smtpUtf8 ? refusal(553) : null),
    });
    expect(await send(port, { ...mail, replyTo: 'zoë@example.net' })).toEqual({ kind: 'accepted', rejectedRecipients: 0 });
    expect(received).toMatchObject([{ isUtf8: false, content: expect.stringContaining('Reply to: ada') }]);
  });
});

describe('a refused mail', () => {
  it.each<[string, number, boolean, (error: Error) => SMTPServerOptions]>([
    ['recipient', 550, false, (error) => ({ onRcptTo: (_address, _session, done) => done(error) })],
    ['recipient', 451, true, (error) => ({ onRcptTo: (_address, _session, done) => done(error) })],
    ['sender', 550, false, (error) => ({ onMailFrom: (_address, _session, done) => done(error) })],
    ['sender', 451, true, (error) => ({ onMailFrom: (_address, _session, done) => done(error) })],
    ['content', 554, false, (error) => ({ onData: (stream, _session, done) => stream.resume().on('end', () => done(error)) })],
    ['content', 452, true, (error) => ({ onData: (stream, _session, done) => stream.resume().on('end', () => done(error)) })],
    ['content', 421, true, (error) => ({ onData: (stream, _session, done) => stream.resume().on('end', () => done(error)) })],
  ])('for its %s with %d', async (what, code, retryable, hooks) => {
    const { port, received } = await mailServer(hooks(refusal(code)));
    const blame = what === 'recipient' && !retryable && { blamesRecipient: true };
    expect(await send(port)).toEqual({ kind: 'refused', errorCode: 'rejected_recipient', retryable, ...blame });
    expect(received).toEqual([]);
  });

  it('is worth another attempt when only some refusals are permanent', async () => {
    const { port } = await mailServer({
      onRcptTo: ({ address }, _session, done) => done(refusal(address.startsWith('gone') ? 550 : 451)),
    });
    const result = await send(port, { to: ['busy@example.com', 'gone@example.com'] });
    expect(result).toEqual({ kind: 'refused', errorCode: 'rejected_recipient', retryable: true });
  });
});

describe('before the content is sent', () => {
  it('finds no server', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    expect(await send(port)).toEqual({ kind: 'refused', errorCode: 'connection_refused', retryable: true });
  });

  it.each<[string, string, (socket: Socket) => void]>([
    ['hangs up', 'no_response', (socket) => void socket.end()],
    ['resets the connection', 'connection_reset', (socket) => void socket.resetAndDestroy()],
    ['says that it closes', 'connection_refused', (socket) => void socket.end('421 closing\r\n')],
  ])('loses a server that %s', async (_what, errorCode, then) => {
    for (const last of ['EHLO', 'MAIL FROM', 'RCPT TO', 'DATA']) {
      const { port, lines } = await scriptedServer(upTo(last, then));
      const result = await send(port);
      const isAboutMail = errorCode === 'connection_refused' && last !== 'EHLO';
      const code = isAboutMail ? 'rejected_recipient' : errorCode;
      expect([last, result]).toEqual([last, { kind: 'refused', errorCode: code, retryable: true }]);
      expect(lines.at(-1)).toContain(last);
    }
  });

  it('does not wait for a server that says nothing', async () => {
    const { port } = await scriptedServer(() => undefined, '');
    expect(await send(port, {}, 100)).toEqual({ kind: 'refused', errorCode: 'timeout', retryable: true });
  });

  it('is turned away by a server that does not know the user', async () => {
    const { port } = await mailServer({
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535)),
    });
    const mailer = new Mailer({ smtpUrl: `smtp://user:wrong@127.0.0.1:${port}`, from: FROM });
    expect(await mailer.send(MAIL)).toEqual({ kind: 'refused', errorCode: 'connection_refused', retryable: true });
  });

  it('gives up on a server without TLS where the URL asks for it', async () => {
    const { port, received } = await mailServer();
    const mailer = new Mailer({ smtpUrl: `smtps://127.0.0.1:${port}`, from: FROM });
    expect(await mailer.send(MAIL)).toEqual({ kind: 'refused', errorCode: 'tls_error', retryable: true });
    expect(received).toEqual([]);
  });
});

describe('after the content was sent', () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ['hangs up', 'no_response', (socket) => void socket.end()],
    ['resets the connection', 'connection_reset', (socket) => void socket.resetAndDestroy()],
  ])('does not know what a server did with it that %s', async (_what, errorCode, then) => {
    const { port } = await scriptedServer(upTo('.', then));
    expect(await send(port)).toEqual({ kind: 'unknown', errorCode });
  });

  it('does not know it of a server that says nothing', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    const { port } = await scriptedServer(upTo('.', () => void jest.advanceTimersByTime(200)));
    expect(await send(port, {}, 200)).toEqual({ kind: 'unknown', errorCode: 'timeout' });
  });

  it('does not know it of a server that is lost halfway', async () => {
    const { port } = await scriptedServer(upTo('Hello', (socket) => void socket.resetAndDestroy()));
    const result = await send(port, { text: `Hello\r\n${'x'.repeat(1_000_000)}` });
    expect(result).toEqual({ kind: 'unknown', errorCode: 'connection_reset' });
  });
});

it.each([{}, { from: FROM }, { smtpUrl: 'smtp://127.0.0.1:1' }])('is not configured with %p', async (options) => {
  const result = await new Mailer(options).send(MAIL);
  expect(result).toEqual({ kind: 'refused', errorCode: 'smtp_not_configured', retryable: false });
});

/** The header fields of a mail by name in lower case, unfolded. */
function headersOf(content: string): Record<string, string> {
  const [head = ''] = content.split('\r\n\r\n');
  const fields = head.replace(/\r\n[ \t]/g, ' ').split('\r\n');
  return Object.fromEntries(fields.map((field) => [field.split(': ')[0]?.toLowerCase(), field.slice(field.indexOf(': ') + 2)]));
}
