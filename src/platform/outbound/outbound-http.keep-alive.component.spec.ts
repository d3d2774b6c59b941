import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { atEnd } from '../../../test/support/at-end';
import { EgressPolicy } from './egress-policy.rules';
import { OutboundHttp, type OutboundHttpOptions } from './outbound-http';

const loopback = new EgressPolicy({ allowHosts: [], allowCidrs: ['127.0.0.1/32'] });
const servers: Server[] = [];
const clients: OutboundHttp[] = [];

// A server closes only after its last connection, which proves that a client leaves none open when it is shut down.
afterEach(async () => {
  for (const client of clients.splice(0)) client.onApplicationShutdown();
  await Promise.all(servers.splice(0).map((server) => new Promise((closed) => server.close(closed))));
});

/** One request that a receiver has read: its number on its connection, counted from 1, and all of its text. */
interface Received {
  connection: number;
  nth: number;
  text: string;
}

/** A receiver on raw sockets, which answers each request of a connection as the test says. */
async function receiver(answer: (socket: Socket, received: Received) => void) {
  const requests: Received[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const connection = sockets.push(socket);
    let text = '';
    let nth = 0;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!text.endsWith(END)) return;
      nth += 1;
      const received = { connection, nth, text };
      requests.push(received);
      text = '';
      answer(socket, received);
    });
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, server, url: `http://127.0.0.1:${port}/hook`, requests, sockets };
}

/** The last bytes of each request. */
const END = '{end}';

function client(options: OutboundHttpOptions = {}, policy = loopback) {
  const http = new OutboundHttp(policy, options);
  clients.push(http);
  const send = (url: string, mayArriveTwice: boolean, timeoutMs?: number, body = END) =>
    http.send({ method: 'POST', url, headers: {}, body, timeoutMs, mayArriveTwice });
  return {
    http,
    /** Sends a request that may arrive twice. */
    sendRepeatable: (url: string, timeoutMs?: number, body?: string) => send(url, true, timeoutMs, body),
    sendOnce: (url: string) => send(url, false),
  };
}

async function closed(socket: Socket | undefined): Promise<void> {
  if (socket && !socket.closed) await once(socket, 'close');
}

const closedOf = (sockets: Socket[]) => sockets.filter((socket) => socket.closed).length;
const replying = (text: string) => (socket: Socket) => void socket.write(text);
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const ANSWERED = { kind: 'answered', status: 200 };
const NOT_ALLOWED = { kind: 'refused', errorCode: 'target_not_allowed' };

/** Answers the first request of each connection, and treats the later ones as the test says. */
const breakingWhenReused =
  (act: (socket: Socket) => void) =>
  (socket: Socket, { nth }: Received) =>
    nth === 1 ? void socket.write(OK) : act(socket);

describe('a request that may be repeated', () => {
  it('uses the connection of the one before', async () => {
    const { url, port, requests } = await receiver(replying(OK));
    const { sendRepeatable } = client();
    for (let sent = 0; sent < 3; sent += 1) expect(await sendRepeatable(url)).toMatchObject({ ...ANSWERED, bytes: 2 });
    expect(requests.map(({ connection, nth }) => [connection, nth])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
    ]);
    const lines = ['POST /hook HTTP/1.1', `host: 127.0.0.1:${port}`, 'connection: keep-alive', 'content-length: 5'];
    expect(new Set(requests.map(({ text }) => text))).toEqual(new Set([[...lines, '', END].join('\r\n')]));
  });

  it('shares no connection with one that is in progress', async () => {
    const { url, sockets, requests } = await receiver(() => {
      if (requests.length === 2) for (const each of sockets) each.write(OK);
    });
    const { sendRepeatable } = client();
    const results = await Promise.all([sendRepeatable(url), sendRepeatable(url)]);
    expect(results).toMatchObject([ANSWERED, ANSWERED]);
    expect(sockets).toHaveLength(2);
  });

  it('shares no connection with a request to another name at the same address', async () => {
    const { port, requests } = await receiver(replying(OK));
    const { sendRepeatable } = client({ resolve: () => Promise.resolve(['127.0.0.1']) });
    for (const host of ['a.test', 'b.test']) await sendRepeatable(`http://${host}:${port}/`);
    expect(requests.map(({ connection }) => connection)).toEqual([1, 2]);
  });

  it.each<[string, string, (socket: Socket) => void]>([
    ['resets the connection', 'connection_reset', (socket) => void socket.resetAndDestroy()],
    ['closes the connection', 'no_response', (socket) => void socket.end()],
  ])('is sent once more when its reused connection breaks: the receiver %s', async (_what, errorCode, act) => {
    const { url, requests } = await receiver(breakingWhenReused(act));
    const { sendRepeatable } = client();
    await sendRepeatable(url);
    expect(await sendRepeatable(url)).toMatchObject(ANSWERED);
    expect(requests.map(({ connection, nth }) => [connection, nth])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
    ]);

    const broken = await receiver((socket, { connection, nth }) => (connection === 1 && nth === 1 ? void socket.write(OK) : act(socket)));
    await sendRepeatable(broken.url);
    expect(await sendRepeatable(broken.url)).toEqual({ kind: 'unknown', errorCode });
    expect(broken.requests).toHaveLength(3);
  });

  it('may have arrived when its reused connection breaks and no new one can be made', async () => {
    const { url, server } = await receiver(
      breakingWhenReused((socket) => {
        server.close();
        socket.resetAndDestroy();
      }),
    );
    const { sendRepeatable } = client();
    await sendRepeatable(url);
    expect(await sendRepeatable(url)).toEqual({ kind: 'unknown', errorCode: 'connection_reset' });
    servers.pop();
  });

  it('is not sent again when a part of an answer arrived', async () => {
    const { url, requests } = await receiver(breakingWhenReused((socket) => void socket.end('HTTP/1.1 20')));
    const { sendRepeatable } = client();
    await sendRepeatable(url);
    expect(await sendRepeatable(url)).toEqual({ kind: 'unknown', errorCode: 'no_response' });
    expect(requests).toHaveLength(2);
  });

  it('is not sent again when no answer came in time, and its connection is closed', async () => {
    // The timeout ends when the request has arrived, also on a busy machine.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    const { url, requests, sockets } = await receiver(breakingWhenReused(() => jest.advanceTimersByTime(4000)));
    const { sendRepeatable } = client();
    await sendRepeatable(url);
    expect(await sendRepeatable(url, 4000)).toEqual({ kind: 'unknown', errorCode: 'timeout' });
    await closed(sockets[0]);
    expect(requests).toHaveLength(2);
  });

  it('is not sent again when its new connection breaks', async () => {
    const { url, requests } = await receiver((socket) => void socket.resetAndDestroy());
    expect(await client().sendRepeatable(url)).toEqual({ kind: 'unknown', errorCode: 'connection_reset' });
    expect(requests).toHaveLength(1);
  });
});

describe('a request that must not be repeated', () => {
  it('uses a connection of its own, although another one is idle', async () => {
    const { url, requests } = await receiver(breakingWhenReused((socket) => void socket.resetAndDestroy()));
    const { sendRepeatable, sendOnce } = client();
    await sendRepeatable(url);
    expect(await sendOnce(url)).toMatchObject(ANSWERED);
    expect(await sendOnce(url)).toMatchObject(ANSWERED);
    expect(requests.map(({ connection, nth }) => [connection, nth])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    expect(requests[1]!.text).toContain('\r\nconnection: close\r\n');
  });
});

it.each([true, false])(
  'arrives once at a receiver that closes each connection after its answer unannounced (may be repeated: %p)',
  async (mayArriveTwice) => {
    const { url, requests } = await receiver((socket) => socket.write(OK) && socket.destroySoon());
    const { sendRepeatable, sendOnce } = client();
    for (let sent = 1; sent <= 30; sent += 1) {
      expect(await (mayArriveTwice ? sendRepeatable(url) : sendOnce(url))).toMatchObject(ANSWERED);
      expect(requests).toHaveLength(sent);
    }
  },
);

describe('a connection is closed after', () => {
  const LONG = 'x'.repeat(65_537);

  it.each([
    ['an answer that says so', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok'],
    ['an answer in HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok'],
    ['an answer that allows a second of idleness', `${OK.replace('OK\r\n', 'OK\r\nKeep-Alive: timeout=1\r\n')}`],
    ['an answer longer than the limit', `HTTP/1.1 200 OK\r\nContent-Length: ${LONG.length}\r\n\r\n${LONG}`],
    ['an answer with more than was asked for', OK + OK],
  ])('%s', async (_what, answer) => {
    const { url, sockets, requests } = await receiver(replying(answer));
    const { sendRepeatable } = client();
    expect(await sendRepeatable(url)).toMatchObject(ANSWERED);
    await closed(sockets[0]);
    expect(await sendRepeatable(url)).toMatchObject(ANSWERED);
    expect(requests.map(({ nth }) => nth)).toEqual([1, 1]);
  });

  it('an answer that breaks off', async () => {
    // The timeout ends when the part of the answer has been handled, also on a busy machine.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    const endTime = () => process.nextTick(() => void jest.advanceTimersByTime(4000));
    subscribe('undici:request:bodyChunkReceived', endTime);
    atEnd(() => unsubscribe('undici:request:bodyChunkReceived', endTime));
    const { url, sockets } = await receiver(replying('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'));
    expect(await client().sendRepeatable(url, 4000)).toMatchObject({ ...ANSWERED, bytes: 3 });
    await closed(sockets[0]);
  });

  it('an answer to a request that was not read to its end', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.pause().write(OK));
    });
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const connection = once(server, 'connection');
    expect(await client().sendRepeatable(url, undefined, 'x'.repeat(32 * 1024 * 1024))).toMatchObject(ANSWERED);
    const [socket] = (await connection) as [Socket];
    await closed(socket.resume());
  });

  it('its idle timeout', async () => {
    const { url, sockets } = await receiver(replying(OK));
    await client({ idleTimeoutMs: 50 }).sendRepeatable(url);
    await closed(sockets[0]);
  });

  it('bytes that nobody asked for', async () => {
    const { url, sockets, requests } = await receiver(replying(OK));
    const { sendRepeatable } = client();
    await sendRepeatable(url);
    sockets[0]!.write(OK);
    await closed(sockets[0]);
    expect(await sendRepeatable(url)).toMatchObject(ANSWERED);
    expect(requests.map(({ connection, nth }) => [connection, nth])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });
});

describe('the policy for addresses', () => {
  it('is asked again before a connection is reused', async () => {
    class ChangingPolicy extends EgressPolicy {
      isOpen = true;
      override permits = () => this.isOpen;
    }
    const policy = new ChangingPolicy({ allowHosts: [], allowCidrs: ['127.0.0.1/32'] });
    const { url, sockets, requests } = await receiver(replying(OK));
    const { sendRepeatable } = client({ resolve: () => Promise.resolve(['127.0.0.1']) }, policy);
    const named = url.replace('127.0.0.1', 'receiver.test');
    expect(await sendRepeatable(named)).toMatchObject(ANSWERED);
    policy.isOpen = false;
    expect(await sendRepeatable(named)).toEqual(NOT_ALLOWED);
    await closed(sockets[0]);
    expect(requests).toHaveLength(1);
  });

  it('sees the new addresses of a name at the next connection, while a kept one stays with the address that was checked', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve = jest.fn(() => Promise.resolve(answers.shift() ?? []));
    const { url, sockets, requests } = await receiver(replying(OK));
    const { sendRepeatable } = client({ resolve });
    const named = url.replace('127.0.0.1', 'receiver.test');
    await sendRepeatable(named);
    expect(await sendRepeatable(named)).toMatchObject(ANSWERED);
    expect([resolve.mock.calls.length, requests.length]).toEqual([1, 2]);
    await once(sockets[0]!.end(), 'close');
    expect(await sendRepeatable(named)).toEqual(NOT_ALLOWED);
    expect(requests).toHaveLength(2);
  });
});

it('keeps at most eight idle connections to an origin', async () => {
  const { url, sockets, requests } = await receiver((socket) => {
    if (requests.length > 12) return void socket.write(OK);
    if (requests.length === 12) for (const socket of sockets) socket.write(OK);
  });
  const { http, sendRepeatable } = client();
  await Promise.all(Array.from({ length: 12 }, () => sendRepeatable(url)));
  await new Promise<void>((resolve) => {
    const check = () => closedOf(sockets) >= 4 && resolve();
    for (const socket of sockets) socket.once('close', check);
    check();
  });
  expect(await sendRepeatable(url)).toMatchObject(ANSWERED);
  expect(closedOf(sockets)).toBe(4);
  expect(sockets).toHaveLength(12);
  http.onApplicationShutdown();
  await Promise.all(sockets.map(closed));
});

it('keeps no process alive with an idle connection', async () => {
  const { url, sockets } = await receiver(replying(OK));
  const connections = () => process.getActiveResourcesInfo().filter((type) => type === 'TCPSocketWrap').length;
  const ofOthers = connections(); // connections of earlier files may still close
  await client().sendRepeatable(url);
  sockets[0]!.unref();
  await new Promise(setImmediate);
  expect(connections()).toBeLessThanOrEqual(ofOthers);
  sockets[0]!.ref();
});

it('closes idle connections at shutdown, and each other one as its request ends', async () => {
  const held: Socket[] = [];
  let allArrived: (value: unknown) => void;
  const arrival = new Promise((resolve) => (allArrived = resolve));
  const { url, sockets, requests } = await receiver((socket) => {
    if (requests.length === 1) return void socket.write(OK);
    if (held.push(socket) === 2) allArrived(null);
  });
  const { http, sendRepeatable } = client();
  await sendRepeatable(url);
  const inProgress = [sendRepeatable(url), sendRepeatable(url)];
  await arrival;
  http.onApplicationShutdown();
  for (const socket of held) socket.write(OK);
  expect(await Promise.all(inProgress)).toMatchObject([ANSWERED, ANSWERED]);
  await Promise.all(sockets.map(closed));
});
