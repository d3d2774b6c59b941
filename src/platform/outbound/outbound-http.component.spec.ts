import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { atEnd } from '../../../test/support/at-end';
import { EgressPolicy } from './egress-policy.rules';
import { HttpConnection } from './http-connection';
import { exchange } from './outbound-exchange';
import { OutboundHttp, type OutboundHttpOptions } from './outbound-http';
import type { OutboundRequest } from './outbound.types';

const loopback = new EgressPolicy({ allowHosts: [], allowCidrs: ['127.0.0.1/32'] });
const request = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  ...more,
});
const send = (url: string, more: Partial<OutboundRequest> = {}, options: OutboundHttpOptions = {}) =>
  new OutboundHttp(loopback, options).send(request(url, more));

const servers: Server[] = [];

// A server closes only after its last connection, which proves that the client leaves none open.
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((closed) => server.close(closed))));
});

/** A receiver on raw sockets, so that it can break every rule. Answers when it has a whole request. */
async function receiver(answer: (socket: Socket) => void) {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    let text = '';
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!isWhole(text)) return;
      requests.push(text);
      answer(socket);
    });
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/hook?x=1`, requests, sockets };
}

function isWhole(text: string): boolean {
  const [head = '', ...body] = text.split('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return text.includes('\r\n\r\n') && body.join('\r\n\r\n').length >= length;
}

const TIMEOUT_MS = 4000;

/** Holds all timers until the test runs them, since a timeout could end before the request arrives on a busy machine. */
const holdTimers = () => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });

const passTimeout = () => void jest.advanceTimersByTime(TIMEOUT_MS);

const replying = (text: string) => (socket: Socket) => void socket.end(text);
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('an answered request', () => {
  it('carries what it was given and nothing that was not asked for', async () => {
    const { url, port, requests } = await receiver(replying(OK));
    await send(url, { headers: { 'content-type': 'text/plain', 'X-Token': 'abc' }, body: 'Zoë' });
    const lines = [
      'POST /hook?x=1 HTTP/1.1',
      `host: 127.0.0.1:${port}`,
      'connection: close',
      'content-type: text/plain',
      'X-Token: abc',
      'content-length: 4',
      '',
      'Zo\xc3\xab',
    ];
    expect(requests).toEqual([lines.join('\r\n')]);
  });

  it.each(['Zoë', '漢字', '😀', '\u010d\u010a'])('carries the header value %j in UTF-8', async (name) => {
    const { url, requests } = await receiver(replying(OK));
    expect(await send(url, { headers: { 'X-Name': name } })).toMatchObject({ kind: 'answered' });
    const [, bytes = ''] = /^X-Name: (.*)\r$/m.exec(requests[0]!) ?? [];
    expect(Buffer.from(bytes, 'latin1').toString('utf8')).toBe(name);
    expect(requests[0]!.split('\r\n\r\n')[0]!.split('\r\n')).toHaveLength(5);
  });

  it('tells status, latency and size of the answer', async () => {
    const { url } = await receiver(replying(OK));
    const result = await send(url);
    expect(result).toEqual({
      kind: 'answered',
      status: 200,
      latencyMs: expect.any(Number),
      bytes: 2,
      retryAfterSeconds: null,
    });
  });

  it('may have no body', async () => {
    const { url, requests } = await receiver(replying('HTTP/1.1 204 No Content\r\n\r\n'));
    expect(await send(url, { method: 'GET', headers: {}, body: null })).toMatchObject({ status: 204, bytes: 0 });
    expect(requests[0]).not.toContain('content-length');
  });

  it('tells how long the receiver wants to be left alone', async () => {
    const { url } = await receiver(replying('HTTP/1.1 503 Busy\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n'));
    expect(await send(url)).toMatchObject({ status: 503, retryAfterSeconds: 120 });
  });

  it.each([301, 302, 303, 307, 308])('ends at a redirect with %d', async (status) => {
    const next = await receiver(replying(OK));
    const first = await receiver(replying(`HTTP/1.1 ${status} Elsewhere\r\nLocation: ${next.url}\r\nContent-Length: 0\r\n\r\n`));
    expect(await send(first.url)).toMatchObject({ kind: 'answered', status });
    expect([first.sockets.length, next.sockets.length]).toEqual([1, 0]);
  });

  it('gives away nothing of the answer', async () => {
    const { url } = await receiver(replying('HTTP/1.1 200 canary\r\nX-Canary: canary\r\nContent-Length: 6\r\n\r\ncanary'));
    expect(JSON.stringify(await send(url))).not.toContain('canary');
  });

  it('reads 64 KiB of an endless answer and drops the connection', async () => {
    const { url, sockets } = await receiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10737418240\r\n\r\n');
      const more = () => socket.writable && socket.write(Buffer.alloc(16_384), more);
      more();
    });
    expect(await send(url)).toMatchObject({ kind: 'answered', status: 200, bytes: 65_536 });
    const [socket] = sockets;
    await new Promise((closed) => (socket?.closed ? closed(null) : socket?.once('close', closed)));
  });

  it('has its status also when the body never ends', async () => {
    holdTimers();
    const endTime = () => process.nextTick(passTimeout); // once the chunk has been handled
    subscribe('undici:request:bodyChunkReceived', endTime);
    atEnd(() => unsubscribe('undici:request:bodyChunkReceived', endTime));
    const { url } = await receiver((socket) => void socket.write('HTTP/1.1 201 Created\r\nContent-Length: 9\r\n\r\nabc'));
    expect(await send(url, { timeoutMs: TIMEOUT_MS })).toMatchObject({ kind: 'answered', status: 201, bytes: 3 });
  });

  it('has its status also when the body breaks off', async () => {
    const { url } = await receiver((socket) => {
      socket.write('HTTP/1.1 500 Oops\r\nContent-Length: 9\r\n\r\n', () => socket.resetAndDestroy());
    });
    expect(await send(url)).toMatchObject({ kind: 'answered', status: 500 });
  });

  it('takes the final answer, not an interim one', async () => {
    const { url } = await receiver(replying(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}`));
    expect(await send(url)).toMatchObject({ kind: 'answered', status: 200 });
  });

  it('uses no proxy of the environment', async () => {
    const { url } = await receiver(replying(OK));
    const proxy = await receiver(replying(OK));
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
    const variables = Object.fromEntries(names.map((name) => [name, proxy.url]));
    const environment = jest.replaceProperty(process, 'env', { ...variables, NODE_USE_ENV_PROXY: '1' });
    expect(await send(url)).toMatchObject({ kind: 'answered' });
    environment.restore();
    expect(proxy.sockets).toHaveLength(0);
  });
});

describe('refused before anything is sent', () => {
  it('is a request to a port where nobody listens', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ kind: 'refused', errorCode: 'connection_refused' });
  });

  it.each([
    ['does not exist', () => Promise.reject(new Error('ENOTFOUND'))],
    ['has no address', () => Promise.resolve([])],
  ])('is a request to a name that %s', async (_what, resolve) => {
    const result = await send('http://receiver.test/', {}, { resolve });
    expect(result).toEqual({ kind: 'refused', errorCode: 'dns_error' });
  });

  it('is a request whose name look-up does not end', async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    const result = await send('http://receiver.test/', {}, { resolve, connectTimeoutMs: 50 });
    expect(result).toEqual({ kind: 'refused', errorCode: 'timeout' });
  });

  it('is a request whose own time is over while it connects', async () => {
    const { url, requests } = await receiver(replying(OK));
    const result = await send(url.replace('http:', 'https:'), { timeoutMs: 50 }, { connectTimeoutMs: 600_000 });
    expect(result).toEqual({ kind: 'refused', errorCode: 'timeout' });
    expect(requests).toEqual([]);
  });

  it('is a request whose connection was lost before its turn came', async () => {
    const { url, port, requests } = await receiver(replying(OK));
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    await once(socket.destroy(), 'close');
    const now = performance.now();
    const options = { url: new URL(url), startedAtMs: now, deadlineMs: now + 5000, maxResponseBytes: 10 };
    const connection = new HttpConnection(socket, options.url.origin, null);
    const { result } = await exchange(connection, request(url), options);
    expect(result).toEqual({ kind: 'refused', errorCode: 'connection_reset' });
    expect(requests).toEqual([]);
  });

  it.each([
    ['X-Token', 'a\r\nEvil: 1'],
    ['X-Token\r\nEvil', '1'],
    ['Host', 'other.example.com'],
    ['Transfer-Encoding', 'chunked'],
  ])('throws at the header %p: %p', async (name, value) => {
    const { url, sockets } = await receiver(replying(OK));
    await expect(send(url, { headers: { [name]: value } })).rejects.toThrow(TypeError);
    expect(sockets).toHaveLength(0);
  });
});

describe('unknown once bytes were written', () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ['closes without an answer', 'no_response', (socket) => void socket.end()],
    ['resets the connection', 'connection_reset', (socket) => void socket.resetAndDestroy()],
    ['speaks another protocol', 'no_response', replying('220 mail.example.com ESMTP\r\n')],
    ['breaks off within the status', 'no_response', replying('HTTP/1.1 20')],
    ['breaks off within the headers', 'no_response', replying('HTTP/1.1 200 OK\r\nContent-Le')],
    ['sends headers without end', 'no_response', replying(`HTTP/1.1 200 OK\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`)],
    ['sends only an interim answer', 'no_response', replying('HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['switches protocols unasked', 'no_response', replying('HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')],
  ])('is what becomes of a request when the receiver %s', async (_what, errorCode, answer) => {
    const { url, requests } = await receiver(answer);
    expect(await send(url)).toEqual({ kind: 'unknown', errorCode });
    expect(requests).toHaveLength(1);
  });

  it('is what becomes of a request that is never answered', async () => {
    holdTimers();
    const { url, requests } = await receiver(passTimeout);
    expect(await send(url, { timeoutMs: TIMEOUT_MS })).toEqual({ kind: 'unknown', errorCode: 'timeout' });
    expect(requests).toHaveLength(1);
  });

  it('is what becomes of it in the time that the client allows, not the longer one that is asked for', async () => {
    holdTimers();
    const { url } = await receiver(passTimeout);
    const result = await send(url, { timeoutMs: 10 * TIMEOUT_MS }, { maxTimeoutMs: TIMEOUT_MS });
    expect(result).toEqual({ kind: 'unknown', errorCode: 'timeout' });
  });

  it('is what becomes of a request of which only a part was read', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy());
    });
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const result = await send(`http://127.0.0.1:${port}/`, { body: 'x'.repeat(32 * 1024 * 1024) });
    expect(result).toEqual({ kind: 'unknown', errorCode: 'connection_reset' });
  });
});
