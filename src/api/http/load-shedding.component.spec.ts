import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { Logger } from '@nestjs/common';
import { waitUntil } from '../../../test/support/wait-until';
import { Metrics } from '../../platform/metrics/metrics';
import type { AdmissionLimits } from './admission-queue';
import { LoadShedding, RequestQueue } from './load-shedding';
import { stopServing } from './server';
import { watchTransfer } from './unreadable-requests';

const LONG_MS = 60_000;
const upTo = (count: number): AdmissionLimits['maxWaiting'] => ({ burst: count, overload: count });
const LIMITS: AdmissionLimits = { maxInWork: 2, burstMs: LONG_MS, maxWaiting: upTo(100), maxWaitMs: LONG_MS };

interface Gate {
  open: () => void;
  opened: Promise<void>;
}

let server: Server;
/** The paths of the requests that were handed on, in their order. */
let begun: string[];
/** The paths of the requests that were read, in their order. */
let seen: string[];
/** Ends the answers of requests to /held. */
let gate: Gate;
/** Ends the answers of requests to /blocked. */
let otherGate: Gate;
let sockets: Socket[];

const handler: RequestListener = (request, response) => {
  begun.push(request.url!);
  request.resume();
  if (request.url === '/held') void gate.opened.then(() => response.end('held'));
  else if (request.url === '/blocked') void otherGate.opened.then(() => response.end('blocked'));
  else if (request.method === 'POST') request.once('end', () => response.end('received'));
  else response.end('done');
};

async function start(limits: Partial<AdmissionLimits> = {}): Promise<void> {
  const shedding = new LoadShedding(new Metrics(), new RequestQueue({ ...LIMITS, ...limits }));
  server = createServer((request, response) => {
    seen.push(request.url!);
    if (shedding.enqueue(request, response)) watchTransfer(request, response);
  });
  shedding.serve(server, handler);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

beforeAll(() => Logger.overrideLogger(false));
afterAll(() => Logger.overrideLogger(['log', 'error', 'warn', 'debug', 'verbose', 'fatal']));
beforeEach(() => {
  begun = [];
  seen = [];
  sockets = [];
  gate = closedGate();
  otherGate = closedGate();
});

function closedGate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

afterEach(async () => {
  sockets.forEach((socket) => socket.destroy());
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const post = (path: string, length: number): string => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

/** A connection that has sent something. */
function client(text: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text));
  sockets.push(socket);
  let received = '';
  socket.on('error', () => undefined).on('data', (data: Buffer) => (received += data.toString()));
  /** Resolves with the received text, once that matches the pattern. */
  const receives = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(received)) await once(socket, 'data');
    return received;
  };
  return { socket, receives };
}

/** Waits until this many requests have arrived, including those that are waiting. */
async function arrived(count: number): Promise<void> {
  for (let seen = 0; seen < count; seen += 1) await once(server, 'request');
}

async function reachBound(): Promise<void> {
  const both = arrived(2);
  client(get('/held'));
  client(get('/held'));
  await both;
  await client(get('/healthz')).receives(/done/); // both have been handed on by then
  begun = [];
}

it('hands on no further requests while as many as the bound are worked on, and answers them afterwards', async () => {
  await start();
  await reachBound();
  const waiting = arrived(2);
  const clients = [client(get('/a')), client(post('/b', 4) + 'body')];
  await waiting;
  expect((await client(get('/healthz')).receives(/done/)).slice(0, 12)).toBe('HTTP/1.1 200');
  expect(begun).toEqual(['/healthz']);
  gate.open();
  await Promise.all([clients[0]!.receives(/done/), clients[1]!.receives(/received/)]);
});

it('refuses a request that has waited for too long, and hands nothing of it on', async () => {
  await start({ maxWaitMs: 20 });
  await reachBound();
  const text = await client(post('/a', 4) + 'body').receives(/service_unavailable.*\}$/);
  expect(text).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/s);
  gate.open();
  await client(get('/b')).receives(/done/);
  expect(begun).toEqual(['/b']);
});

describe('with as many waiting as may', () => {
  beforeEach(async () => {
    await start({ maxWaiting: upTo(1) });
    await reachBound();
    const waiting = arrived(1);
    client(get('/waiting'));
    await waiting;
  });

  it('refuses the next request at once and goes on with its connection', async () => {
    const { socket, receives } = client(post('/a', 4) + 'body');
    const text = await receives(/service_unavailable.*\}$/);
    expect(text).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n.*\r\nConnection: keep-alive\r\n/s);
    const [head, body] = text.split('\r\n\r\n') as [string, string];
    expect(head).toContain(`Content-Length: ${body.length}`);
    expect(head).toContain(`X-Request-Id: ${(JSON.parse(body) as { request_id: string }).request_id}`);
    gate.open();
    socket.write(get('/b'));
    expect(await receives(/done/)).toContain('HTTP/1.1 200 OK');
    expect(begun).toEqual(['/waiting', '/b']);
  });

  it('refuses HEAD without a body, and ends a connection whose client asked for that or still sends a long body', async () => {
    const head = client('HEAD /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(head.socket, 'end');
    expect(await head.receives(/503/)).toMatch(/Connection: close\r\n\r\n$/);
    const long = client(post('/a', 100_000) + 'begin');
    await once(long.socket, 'end');
    expect(await long.receives(/503/)).toContain('Connection: close\r\n');
  });

  it('answers requests that a client sends without waiting in their order', async () => {
    const first = arrived(1);
    const { socket, receives } = client(post('/healthz', 4));
    await first;
    socket.write('body' + get('/a'));
    expect((await receives(/service_unavailable/)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']);
  });
});

describe('a connection that gets its answer while many requests wait', () => {
  let connection: ReturnType<typeof client>;
  beforeEach(async () => {
    await start({ maxWaiting: upTo(1_000) });
    const both = arrived(2);
    connection = client(get('/held'));
    client(get('/held'));
    await both;
    client(get('/blocked').repeat(140));
    await waitUntil(() => seen.filter((path) => path === '/blocked').length === 140);
    gate.open();
    await connection.receives(/held/);
    await client(get('/healthz')).receives(/done/); // a turn of the event loop later
    connection.socket.write(get('/next'));
    await client(get('/healthz')).receives(/done/);
  });

  it('is not read until fewer wait', async () => {
    expect(seen).not.toContain('/next');
    otherGate.open();
    await connection.receives(/done/);
  });

  it('is read before the process ends', async () => {
    const stopped = stopServing(server);
    await waitUntil(() => seen.includes('/next'));
    otherGate.open();
    await connection.receives(/done/);
    await stopped;
    server = createServer().listen(0); // for the end of the test
  });
});

it('does not count requests whose body is still on its way', async () => {
  await start();
  const uploads = arrived(5);
  for (let count = 0; count < 5; count += 1) client(post('/upload', 10) + 'half');
  await uploads;
  expect(await client(get('/a')).receives(/done/)).toContain('HTTP/1.1 200 OK');
});

it('does not begin a request whose client has given up', async () => {
  await start();
  await reachBound();
  const waiting = once(server, 'request') as Promise<Parameters<RequestListener>>;
  const { socket } = client(get('/a'));
  const [request] = await waiting;
  socket.destroy();
  await once(request.socket, 'close');
  gate.open();
  await client(get('/b')).receives(/done/);
  expect(begun).toEqual(['/b']);
});
