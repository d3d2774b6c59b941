import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import express from 'express';
import { waitUntil } from '../../../test/support/wait-until';
import { allowCompression } from '../answer/compression';
import { trackResponse } from './open-responses';
import { endUnread, type UnreadLimits } from './unread-answers';

const MIB = 1024 * 1024;
/** More bytes than the system buffers for a client that reads nothing. */
const LONG = Buffer.alloc(32 * MIB);
const LIMITS: UnreadLimits = { stallMs: 60_000, intervalMs: 20, maxBytes: Infinity };

let server: Server;
let connections: Set<Socket>;
let sockets: Socket[];

async function start(limits: Partial<UnreadLimits>): Promise<void> {
  [connections, sockets] = [new Set(), []];
  server = createServer((request, response) => {
    trackResponse(request, response);
    if (request.url === '/long') response.end(LONG);
    else if (request.url === '/compressed') compressing(request, response);
    else if (request.url === '/longer') response.end(Buffer.concat([LONG, LONG]));
    else if (request.url !== '/never') response.end('short');
  });
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  endUnread(server, connections, { ...LIMITS, ...limits });
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

/** Sends a text that can hardly be compressed. */
const compressing = express().use((request, response) => {
  request.headers['accept-encoding'] = 'gzip';
  response.setHeader('Cache-Control', 'no-store');
  allowCompression(request, response, TEXT);
  response.end(TEXT);
});

const TEXT = randomBytes(LONG.length / 2).toString('hex');

afterEach(async () => {
  sockets.forEach((socket) => socket.destroy());
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** A client that reads nothing until the test resumes it. */
function client(path: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(get(path)));
  sockets.push(socket.on('error', () => undefined).pause());
  return socket;
}

it('disconnects a client that takes nothing of its answer', async () => {
  await start({ stallMs: 100 });
  client('/long');
  await waitUntil(() => connections.size === 1);
  await waitUntil(() => connections.size === 0);
});

it('disconnects it also when it goes on sending', async () => {
  await start({ stallMs: 100 });
  const socket = client('/long');
  await waitUntil(() => connections.size === 1);
  const sending = setInterval(() => socket.write('\r\n'), 20);
  await waitUntil(() => connections.size === 0).finally(() => clearInterval(sending));
});

it('leaves a client alone that waits for its answer', async () => {
  await start({ stallMs: 50 });
  client('/never');
  await waitUntil(() => connections.size === 1);
  const other = client('/long'); // this client is disconnected no earlier
  await once(other, 'connect');
  await waitUntil(() => connections.size === 2);
  await waitUntil(() => connections.size === 1);
  expect(sockets[0]!.closed).toBe(false);
});

it('sends the whole answer to a client that reads for longer than that, little at a time', async () => {
  await start({ stallMs: 3_000 }); // much longer than a busy machine takes for a turn
  const socket = client('/long');
  let bytes = 0;
  while (bytes < LONG.length && !socket.errored) {
    bytes += ((socket.read() as Buffer | null) ?? '').length;
    await pause(10);
  }
  expect(bytes).toBeGreaterThan(LONG.length);
});

it('ends the greatest answers that nobody reads when all of them are more than may be', async () => {
  await start({ maxBytes: 2.3 * LONG.length }); // more than the largest answer
  const great = client('/longer');
  await waitUntil(() => connections.size === 1);
  const [greatConnection] = connections;
  client('/long');
  await waitUntil(() => !connections.has(greatConnection!));
  expect([connections.size, great.readableEnded]).toEqual([1, false]);
});

it('counts of an answer that is compressed what waits for its compression', async () => {
  await start({ maxBytes: 0.7 * LONG.length });
  client('/compressed');
  await waitUntil(() => connections.size === 1);
  await waitUntil(() => connections.size === 0);
});
