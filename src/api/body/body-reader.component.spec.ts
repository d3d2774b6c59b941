import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { ApiError } from '../errors/api-error';
import { endWithUnreadBody } from './body-reader';
import { readBody } from './body-reader';

const LIMIT = 1000;

describe('readBody', () => {
  let server: Server;
  let onRequest: (request: IncomingMessage) => Promise<Buffer>;
  let outcomes: Array<Promise<Buffer | ApiError>>;
  let arrived: () => void;
  let request: Promise<void>;

  beforeEach(async () => {
    outcomes = [];
    onRequest = (incoming) => readBody(incoming, LIMIT);
    request = new Promise((resolve) => (arrived = resolve));
    server = createServer((incoming, response) => {
      endWithUnreadBody(incoming, response);
      const outcome = onRequest(incoming).catch((error: ApiError) => error);
      outcomes.push(outcome);
      arrived();
      void outcome.then((result) => {
        if (Buffer.isBuffer(result)) return response.end(result);
        return response.writeHead(result.status, result.headers).end(result.code);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const send = (body: RequestInit['body'], headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method: 'POST', body, headers });

  async function open(text: string): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  async function answerOn(socket: Socket): Promise<string> {
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  }

  const HEAD = 'POST / HTTP/1.1\r\nHost: localhost\r\n';

  it('returns an empty body as no bytes', async () => {
    expect(await (await send(undefined)).text()).toBe('');
  });

  it('returns the bytes as they were sent', async () => {
    const bytes = Buffer.from([0, 255, 128, 10, 13]);
    expect(Buffer.from(await (await send(bytes)).arrayBuffer())).toEqual(bytes);
  });

  it('joins a body that arrives in pieces', async () => {
    const socket = await open(`${HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`);
    await request;
    socket.write('2\r\nde\r\n0\r\n\r\n');
    expect(await answerOn(socket)).toMatch(/\r\nabcde(\r\n|$)/);
  });

  it('accepts a body of exactly the limit', async () => {
    expect(await (await send('x'.repeat(LIMIT))).text()).toHaveLength(LIMIT);
  });

  it('refuses a longer body by its Content-Length before any of it arrives, and closes the connection', async () => {
    const socket = await open(`${HEAD}Content-Length: ${LIMIT + 1}\r\n\r\n`);
    const answer = await answerOn(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*\r\nConnection: close\r\n.*payload_too_large/s);
  });

  it('refuses a longer body without Content-Length as soon as it passes the limit', async () => {
    const chunk = `3e8\r\n${'x'.repeat(LIMIT)}\r\n`;
    const socket = await open(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`);
    const answer = await answerOn(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*\r\nConnection: close\r\n.*payload_too_large/s);
  });

  it('refuses a body that is not complete after 30 seconds, and closes the connection', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    try {
      const socket = await open(`${HEAD}Content-Length: 500\r\n\r\npart`);
      const answer = answerOn(socket);
      await request;
      jest.advanceTimersByTime(29_999);
      socket.write('more');
      expect(await settled(outcomes[0]!)).toBe(false);
      jest.advanceTimersByTime(1);
      expect(await answer).toMatch(/^HTTP\/1\.1 408 .*\r\nConnection: close\r\n.*request_timeout/s);
    } finally {
      jest.useRealTimers();
    }
  });

  it('reads nothing on after the refusal', async () => {
    let late: unknown;
    onRequest = async (incoming) => {
      const refusal = await readBody(incoming, LIMIT).catch((error: unknown) => error);
      late = { listeners: incoming.listenerCount('data'), flowing: incoming.readableFlowing };
      throw refusal;
    };
    const chunk = `3e8\r\n${'x'.repeat(LIMIT)}\r\n`;
    const socket = await open(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(64)}`);
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 413 /);
    expect(late).toEqual({ listeners: 0, flowing: false });
  });

  it.each(['gzip', 'br', 'deflate', 'identity, gzip', 'x-unknown'])('refuses the content coding %s', async (coding) => {
    const response = await send('x', { 'Content-Encoding': coding });
    expect([response.status, await response.text()]).toEqual([415, 'unsupported_media_type']);
    expect(response.headers.get('Accept-Encoding')).toBe('identity');
  });

  it.each(['identity', 'IDENTITY', ''])('accepts the content coding "%s"', async (coding) => {
    expect((await send('x', { 'Content-Encoding': coding })).status).toBe(200);
  });

  it.each([
    ['a body of known length', 'Content-Length: 500\r\n\r\npart'],
    ['a chunked body', 'Transfer-Encoding: chunked\r\n\r\n4\r\npart\r\n'],
  ])('ends with malformed_request when the client leaves within %s', async (_kind, rest) => {
    let left = -1;
    onRequest = async (incoming) => {
      const before = listenersOf(incoming);
      const refusal = await readBody(incoming, LIMIT).catch((error: unknown) => error);
      left = listenersOf(incoming) - before;
      throw refusal;
    };
    const socket = await open(HEAD + rest);
    await request;
    socket.destroy();
    const outcome = await outcomes[0];
    expect(outcome).toBeInstanceOf(ApiError);
    expect(outcome).toMatchObject({ code: 'malformed_request' });
    expect(left).toBe(0);
  });

  it('ends with malformed_request when the client has left before the reading begins', async () => {
    onRequest = async (incoming) => {
      await new Promise((resolve) => incoming.once('close', resolve));
      return readBody(incoming, LIMIT);
    };
    const socket = await open(`${HEAD}Content-Length: 500\r\n\r\npart`);
    await request;
    socket.destroy();
    expect(await outcomes[0]).toMatchObject({ code: 'malformed_request' });
  });
});

/** True once the promise has settled by the next turn of the event loop. */
const settled = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);

const listenersOf = (request: IncomingMessage): number =>
  ['data', 'end', 'error', 'close'].reduce((sum, event) => sum + request.listenerCount(event), 0);
