import { readdirSync, readlinkSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Server, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Instance, TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { BOUNDARY, expectNothingLeft, MULTIPART, multipartOf } from '../../support/files';
import type { Part } from '../../support/files';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, submit } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { expectQuick } from '../../support/processor-time';
import { exchange } from '../../support/raw-http';
import { waitUntil } from '../../support/wait-until';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await startApp();
  form = await anEnabledForm(app.api, { validate_fields: false });
});
afterAll(() => app.close());

const OPEN = `--${BOUNDARY}\r\n`;
const END = `--${BOUNDARY}--\r\n`;
const NAMED = 'Content-Disposition: form-data; name="f"';
const A_FILE = `${NAMED}; filename="x.txt"`;
const part = (header: string, text = 'x'): string => `${OPEN}${header}\r\n\r\n${text}\r\n`;
const textOf = (name: string, text = 'x'): string => part(`Content-Disposition: form-data; name="${name}"`, text);

const headOf = (headers: Record<string, string>): string => {
  const lines = Object.entries({ host: 'x', connection: 'close', ...headers });
  return `POST /api/v1/forms/${form.id}/submit HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
};

/** Sends a complete request; resolves with the status and the error code. */
async function send(body: string | Buffer, headers: Record<string, string> = {}): Promise<[number, string | undefined]> {
  const length = String(Buffer.byteLength(body));
  const head = headOf({ ...MULTIPART, 'content-length': length, ...headers });
  const answer = await exchange(app.api.baseUrl, head, body);
  const { error } = JSON.parse(answer.body) as { error?: { code: string } };
  return [answer.status, error?.code];
}

const MALFORMED: [number, string] = [400, 'malformed_request'];

/** Each is the payload of an advisory on Multer or its parsers, or a neighbour of one. */
const BODIES: [string, () => string | Buffer, [number, string]][] = [
  ['CVE-2025-47944: no end boundary', () => `${OPEN}${A_FILE}\r\n\r\nhalf`, MALFORMED],
  ['cut off in a header', () => `${OPEN}Content-Disposition: form-da`, MALFORMED],
  ['cut off in the boundary', () => `${textOf('a')}--a-boun`, MALFORMED],
  ['an empty body', () => '', MALFORMED],
  ['CVE-2025-48997: a file with an empty name', () => part('Content-Disposition: form-data; name=""; filename="x"') + END, MALFORMED],
  ['CVE-2025-48997: a text with an empty name', () => textOf('') + END, MALFORMED],
  ['CVE-2025-7338: a file without a name', () => part('Content-Disposition: form-data; filename="x"') + END, MALFORMED],
  ['CVE-2025-7338: without a name, and cut off', () => `${OPEN}Content-Disposition: form-data; filename="x"\r\n\r\nabc`, MALFORMED],
  [
    'CVE-2026-3304: a nameless file while another is written',
    () => `${part(A_FILE, 'y'.repeat(200_000))}${part('Content-Disposition: form-data; filename="x"')}${OPEN}${A_FILE}\r\n\r\nhalf`,
    MALFORMED,
  ],
  ['CVE-2026-3520: 20,000 parts without a header', () => `${OPEN}\r\n\r\n`.repeat(20_000) + END, MALFORMED],
  ['CVE-2026-3520: 20,000 files that are cut off', () => `${OPEN}${A_FILE}\r\n\r\n\r\n`.repeat(20_000), [413, 'payload_too_large']],
  ['CVE-2026-3520: 20,000 malformed headers', () => part('Bad \0').repeat(20_000) + END, MALFORMED],
  ['CVE-2026-5079: a name nested 300,000 levels deep', () => textOf(`a${'[b]'.repeat(300_000)}`) + END, MALFORMED],
  ['CVE-2022-24434: a header that begins with a space', () => `${OPEN} ${NAMED}\r\n\r\n\r\n${END}`, MALFORMED],
  ['header lines without a colon', () => part('a\t'.repeat(30_000)).repeat(30) + END, MALFORMED],
  ['a header of 1 MB', () => part(`X: ${'y'.repeat(1_000_000)}\r\n${NAMED}`) + END, MALFORMED],
  ['10,000 texts', () => textOf('a').repeat(10_000) + END, [422, 'validation_failed']],
  ['10,000 empty file inputs', () => part(`${NAMED}; filename=""`, '').repeat(10_000) + END, [422, 'validation_failed']],
  ['a name of 2,001 characters', () => textOf('n'.repeat(2001)) + END, MALFORMED],
  ['bytes without a file name', () => part(`${NAMED}; filename=""\r\nContent-Type: application/octet-stream`) + END, MALFORMED],
  ['a file with a quote in its name', () => part(`${NAMED}; filename="12" pipe.txt"`) + END, MALFORMED],
  ['a text with a quote in its name, behind another one', () => textOf('a') + textOf('f"g') + END, MALFORMED],
  ['a part without a disposition', () => part('Content-Type: text/plain') + textOf('a') + END, MALFORMED],
  ['an attachment', () => part('Content-Disposition: attachment; name="f"; filename="x.txt"') + END, MALFORMED],
  [
    'a text that is not UTF-8',
    () => Buffer.concat([Buffer.from(`${OPEN}${NAMED}\r\n\r\n`), Buffer.from([0xff]), Buffer.from(`\r\n${END}`)]),
    MALFORMED,
  ],
  ['a text with an unknown charset', () => part(`${NAMED}\r\nContent-Type: text/plain; charset=utf-16`) + END, MALFORMED],
];

it.each(BODIES)('refuses %s', async (_, body, expected) => {
  expect(await send(body())).toEqual(expected);
  expect(await storedIn(app.api, form)).toEqual([]);
  await expectNothingLeft(app);
});

it.each([
  [
    'CVE-2026-5079: names nested 20 levels deep',
    textOf(`a${'[b]'.repeat(20)}`).repeat(100),
    { [`a${'[b]'.repeat(20)}`]: Array(100).fill('x') },
  ],
  ['CVE-2026-77078: a huge index and an append', textOf('i[4294967294]') + textOf('i[]'), { 'i[4294967294]': 'x', i: ['x'] }],
  ['CVE-2026-82333: a huge index and a key', textOf('i[4294967294]') + textOf('i[k]'), { 'i[4294967294]': 'x', 'i[k]': 'x' }],
])('takes brackets for parts of a name, and builds nothing of them: %s', async (_, body, kept) => {
  const others = await anEnabledForm(app.api);
  const answer = await submit(app.api, others, body + END, MULTIPART);
  expect(answer.status).toBe(201);
  expect((await storedIn(app.api, others))[0]).toMatchObject({ fields: {}, other_values: kept });
});

describe('work that is bounded before it begins', () => {
  it('keeps the ends of names of many kilobytes, without dots and blanks behind them', async () => {
    const others = await anEnabledForm(app.api, { validate_fields: false });
    const parts = [`${'.'.repeat(16_000)}a.txt`, `a.txt${' .'.repeat(8_000)}`, `${' '.repeat(900)}b.txt${'.'.repeat(900)}`].map(
      (name): Part => ['f', name, 'x'],
    );
    const answer = await submit(app.api, others, multipartOf(parts), MULTIPART);
    expect(answer.status).toBe(201);
    const stored = (await storedIn(app.api, others)) as { files: { filename: string }[] }[];
    expect(stored.flatMap(({ files }) => files.map(({ filename }) => filename))).toEqual([`${'.'.repeat(196)}.txt`, 'a.txt', 'b.txt']);
  });

  it('takes little time for names that only end like blanks', async () => {
    const body = multipartOf(Array.from({ length: 10 }, (_, n): Part => [`f${n}`, `${' .'.repeat(8_000)}x.txt`, 'x']));
    await expectQuick(async () => expect(await submit(app.api, form, body, MULTIPART)).toMatchObject({ status: 201 }), 300);
  });

  it('takes little time for a text that is nearly what a file repeats', async () => {
    const repeated = '\ufffd\r\n--'.repeat(40_000);
    const body = multipartOf([
      ['file', 'a.bin', repeated],
      ['text', `x${repeated}`],
    ]);
    const others = await anEnabledForm(app.api); // which keeps up to 64 KiB of other values
    await expectQuick(() => submit(app.api, others, body, MULTIPART), 1_000);
  });
});

it('judges the bytes of a text: U+FFFD is a character like any other, and stands for nothing else', async () => {
  const others = await anEnabledForm(app.api, { validate_fields: false });
  const bodyOf = (...texts: (string | Buffer)[]): Buffer =>
    Buffer.concat([
      ...texts.flatMap((text, n) => [
        Buffer.from(`${OPEN}Content-Disposition: form-data; name="f${n}"\r\n\r\n`),
        Buffer.from(text),
        Buffer.from('\r\n'),
      ]),
      Buffer.from(`${part(A_FILE, '\ufffd')}${END}`),
    ]);
  const submitTo = async (body: Buffer): Promise<number> => {
    const head = headOf({ ...MULTIPART, 'content-length': String(body.length) }).replace(form.id, others.id);
    return (await exchange(app.api.baseUrl, head, body)).status;
  };
  const long = `${'x'.repeat(64 * 1024 - 3)}\ufffd`;
  expect(await submitTo(bodyOf('a\ufffdb', '\ufffd', long))).toBe(201);
  expect((await storedIn(app.api, others))[0]!.fields).toEqual({ f0: 'a\ufffdb', f1: '\ufffd', f2: long });
  for (const texts of [[Buffer.from([0xff])], ['\ufffd', Buffer.from([0xff])], [Buffer.from([0xff]), '\ufffd']]) {
    expect(await submitTo(bodyOf(...texts))).toBe(400);
  }
});

it.each([
  ['with another boundary', 'multipart/form-data; boundary=other'],
  ['with a boundary of 5,000 characters', `multipart/form-data; boundary=${'b'.repeat(5000)}`],
])('refuses a body %s', async (_, type) => {
  expect(await send(textOf('a') + END, { 'content-type': type })).toEqual(MALFORMED);
});

it.each(['multipart/form-data', 'Multipart/Form-Data;charset=utf-8', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""'])(
  'says what is missing in "%s", and that the client must not set it',
  async (type) => {
    const body = textOf('a') + END;
    const head = headOf({ 'content-type': type, 'content-length': String(body.length) });
    const { status, text } = await exchange(app.api.baseUrl, head, Buffer.from(body));
    const { code, message } = (JSON.parse(text.slice(text.indexOf('{'))) as { error: { code: string; message: string } }).error;
    expect({ status, code }).toEqual({ status: 400, code: 'malformed_request' });
    expect(message).toMatch(/boundary is missing in the Content-Type.*Do not set this header yourself/);
  },
);

it('ends a chunked body without an end at the limit', async () => {
  const { hostname, port } = new URL(app.api.baseUrl);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (data) => received.push(data)).on('error', () => undefined);
  socket.write(headOf({ ...MULTIPART, 'transfer-encoding': 'chunked', connection: 'keep-alive' }));
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  while (received.length === 0 && socket.writable) {
    socket.write(Buffer.concat([Buffer.from('100000\r\n'), chunk, Buffer.from('\r\n')]));
    await pause(5);
  }
  expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

it('leaves nothing open or behind after 200 uploads whose clients reset the connection', async () => {
  const file: Part = ['f', 'x.txt', Buffer.alloc(300_000, 'x')];
  const bytes = multipartOf([file]).subarray(0, 250_000);
  const before = openFiles();
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 20 }, () => sendAndReset(bytes)));
  }
  await waitUntil(async () => {
    await expectNothingLeft(app);
    return true;
  });
  await waitUntil(() => openFiles() <= before);
  expect((await send(multipartOf([['a', 'b']])))[0]).toBe(201);
});

describe('a body that goes on after its refusal', () => {
  const MIB = 1024 * 1024;
  let limited: Instance;
  beforeAll(async () => {
    limited = await app.sibling({ uploads: { maxFiles: 1, maxFileBytes: MIB / 8, maxTotalBytes: 4 * MIB } });
  });
  const submitPath = () => `/api/v1/forms/${form.id}/submit`;
  const server = () => limited.app.getHttpServer();

  /** Sends so many bytes of a file and nothing after them. Never closes the connection. */
  function sendPart(path: string, headers: Record<string, string>, bytes: number): Socket {
    const { hostname, port } = new URL(limited.api.baseUrl);
    const lines = Object.entries({ host: 'x', 'content-length': '100000000', ...headers });
    const socket = connect(Number(port), hostname);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    socket.write(`${OPEN}${A_FILE}\r\n\r\n`);
    socket.write(Buffer.alloc(bytes, 'x'));
    return socket.on('error', () => undefined);
  }

  it.each([
    ['before its first byte', MULTIPART],
    ['in the middle', { ...MULTIPART, 'content-length': String(4 * MIB) }],
  ])('is hardly read when it is refused %s, and ends with its connection', async (_, headers) => {
    const accepted = once(server(), 'connection') as Promise<[Socket]>;
    const socket = sendPart(submitPath(), headers, 64 * MIB);
    const received: Buffer[] = [];
    socket.on('data', (data: Buffer) => received.push(data));
    await closed(socket);
    expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 413 .*\r\nConnection: close\r\n/s);
    expect((await accepted)[0].bytesRead).toBeLessThan(4 * MIB);
  });

  it('leaves nothing open or behind when 300 clients do so', async () => {
    const before = openFiles();
    const sockets = Array.from({ length: 60 }).flatMap(() => [
      sendPart(submitPath(), MULTIPART, MIB / 4),
      sendPart(submitPath(), { ...MULTIPART, 'content-length': String(4 * MIB) }, MIB / 4),
      sendPart(submitPath(), { ...MULTIPART, 'x-submission-token': 'fst_wrong' }, MIB / 4),
      sendPart('/api/v1/forms/none/submit', MULTIPART, MIB / 4),
      sendPart('/v1/forms', { 'content-type': 'application/json' }, MIB / 4),
    ]);
    await Promise.all(sockets.map((socket) => closed(socket.resume())));
    await waitUntil(async () => (await connectionsTo(server())) === 0);
    await expectNothingLeft(app);
    await waitUntil(() => openFiles() <= before);
  });

  /** Also after a reset. */
  const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));
  const connectionsTo = (of: Server): Promise<number> =>
    new Promise((resolve, reject) => of.getConnections((error, count) => (error ? reject(error) : resolve(count))));
});

function sendAndReset(bytes: Buffer): Promise<void> {
  const { hostname, port } = new URL(app.api.baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.write(headOf({ ...MULTIPART, 'content-length': '10000000' }));
    socket.write(bytes, () => socket.resetAndDestroy());
  });
}

/** The open files of this process below the folder of the app. */
const openFiles = (): number =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(app.dataDir);
    } catch {
      return false; // closed since it was listed
    }
  }).length;
