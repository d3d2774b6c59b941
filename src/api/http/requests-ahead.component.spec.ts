import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { waitUntil } from '../../../test/support/wait-until';
import { isAnswering, trackResponse } from './open-responses';
import { type AheadLimits, RequestsAhead } from './requests-ahead';

const LIMITS: AheadLimits = { maxWaiting: { connection: 33, process: 43 }, idleMs: 60_000 };

let server: Server;
let sockets: Socket[];
/** The connections of the server. */
let connections: Set<Socket>;
/** The addresses of the requests that were begun, in their order. */
let begun: string[];
let answer: (response: ServerResponse) => void;
/** True while the server refuses each request at once, as when it is overloaded. */
let isOverloaded: boolean;

async function start(limits: Partial<AheadLimits> = {}): Promise<void> {
  const ahead = new RequestsAhead(
    (request, response) => {
      begun.push(request.url!);
      answer(response);
    },
    { ...LIMITS, ...limits },
  );
  server = createServer((request, response) => {
    if (isOverloaded) {
      response.writeHead(503).end();
      return ahead.noteRefused(request, response);
    }
    const isFirst = !isAnswering(request.socket);
    trackResponse(request, response);
    if (!isFirst) return ahead.add(request, response);
    begun.push(request.url!);
    answer(response);
  });
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

beforeEach(() => {
  [sockets, connections, begun, isOverloaded] = [[], new Set(), [], false];
  answer = (response) => void response.end(response.req.url);
});
afterEach(async () => {
  sockets.forEach((socket) => socket.destroy());
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const requests = (count: number, more = ''): string =>
  Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: x\r\n${more}\r\n`).join('');

/** A connection that sends a text in one packet. */
function client(text: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text));
  sockets.push(socket.on('error', () => undefined));
  return socket;
}

async function textOf(socket: Socket, pattern: RegExp): Promise<string> {
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  await waitUntil(() => pattern.test(text));
  return text;
}

const bodiesIn = (text: string): string[] => [...text.matchAll(/^\/\d+/gm)].map(([body]) => body);
const ADDRESSES = (count: number): string[] => Array.from({ length: count }, (_, index) => `/${index}`);

it('answers a client that reads all that it has sent at once, in its order', async () => {
  await start();
  const text = await textOf(client(requests(30)), /^\/29/m);
  expect(bodiesIn(text.replaceAll('HTTP/1.1', '\nHTTP/1.1'))).toEqual(ADDRESSES(30));
  expect(begun).toEqual(ADDRESSES(30));
});

it('works on one request of a connection at a time', async () => {
  await start();
  const open: ServerResponse[] = [];
  answer = (response) => void open.push(response);
  client(requests(30));
  await waitUntil(() => open.length === 1);
  const other = client(requests(1));
  await waitUntil(() => open.length === 2); // all of the first connection has been parsed by then
  expect(begun).toEqual(['/0', '/0']);
  open[0]!.end();
  await waitUntil(() => begun.length === 3);
  expect(begun.at(-1)).toBe('/1');
  other.destroy();
});

it('does nothing of what follows an answer that ends the connection', async () => {
  await start();
  answer = (response) => void response.setHeader('Connection', 'close').end(response.req.url);
  const several = client(requests(5));
  expect(await textOf(several, /^\/\d+/m)).toMatch(/\/0$/);
  await waitUntil(() => several.closed && connections.size === 0);
  expect(begun).toEqual(['/0']);
});

it('makes one answer for a client that reads none', async () => {
  await start();
  const long = Buffer.alloc(32 * 1024 * 1024);
  let made = 0;
  answer = (response) => void (response.req.url === '/other' ? response.end('done') : response.end(long, () => (made += 1)));
  client(requests(30)).pause();
  await waitUntil(() => begun.length === 1);
  await textOf(client('GET /other HTTP/1.1\r\nHost: x\r\n\r\n'), /done$/);
  expect([begun.length, made]).toEqual([2, 0]);
});

it('closes a connection whose client sends more than may wait', async () => {
  await start();
  answer = () => undefined;
  const [kept, closed] = [client(requests(34)), client(requests(35))];
  await waitUntil(() => closed.closed);
  expect([kept.closed, connections.size]).toEqual([false, 1]);
});

it('closes a connection whose requests are more than may wait in the process, and leaves those alone that wait for each answer', async () => {
  await start();
  answer = () => undefined;
  const first = client(requests(34));
  await waitUntil(() => begun.length === 1);
  const second = client(requests(15));
  await waitUntil(() => second.closed);
  client(requests(1));
  await waitUntil(() => begun.at(-1) === '/0');
  first.destroy();
  await waitUntil(() => connections.size === 1);
  const third = client(requests(34)); // what the first one has sent waits no more
  await waitUntil(() => connections.size === 2);
  answer = (response) => void response.end(response.req.url);
  expect(third.closed).toBe(false);
});

it('keeps a connection without further requests for a short time when its client has sent several at once', async () => {
  await start({ idleMs: 50 });
  const single = client(requests(1));
  await textOf(single, /^\/0/m);
  const several = client(requests(2));
  await textOf(several, /^\/1/m);
  await waitUntil(() => several.closed);
  expect(single.closed).toBe(false);
});

it('keeps it as shortly when all that its client has sent at once was refused', async () => {
  await start({ idleMs: 50 });
  isOverloaded = true;
  const single = client(requests(1));
  await textOf(single, /503/);
  const several = client(requests(2));
  await textOf(several, /503.*503/s);
  await waitUntil(() => several.closed);
  expect(single.closed).toBe(false);
});
