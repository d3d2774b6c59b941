import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { endWithUnreadBody } from '../body/body-reader';

const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n';

let server: Server;
let accepted: Socket;
let client: Socket;

beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
  server = createServer((request, response) => {
    endWithUnreadBody(request, response);
    setImmediate(() => response.end('answer'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => undefined);
  [accepted] = (await once(server, 'connection')) as [Socket];
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** All that the client receives until the server has ended its half of the connection. */
async function answer(): Promise<string> {
  const received: Buffer[] = [];
  client.on('data', (data: Buffer) => received.push(data));
  await once(client, 'end');
  return Buffer.concat(received).toString();
}

/** True once the server has closed the connection, and not only its own half. */
const isClosed = async (): Promise<boolean> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return accepted.destroyed;
};

it('ends a connection whose client goes on sending within two seconds of the answer, and not at once', async () => {
  client.write(`${HEAD}half`);
  expect(await answer()).toMatch(/\r\nConnection: close\r\n.*answer/s);
  jest.advanceTimersByTime(1_000);
  expect(await isClosed()).toBe(false);
  jest.advanceTimersByTime(1_000);
  expect(await isClosed()).toBe(true);
});

it('ends the connection sooner when the rest of the body has arrived', async () => {
  const request = once(server, 'request') as Promise<[IncomingMessage]>;
  client.write(`${HEAD}half`);
  await answer();
  client.write('+ rest');
  const [incoming] = await request;
  while (!incoming.complete) await isClosed();
  jest.advanceTimersByTime(100);
  expect(await isClosed()).toBe(true);
});

it('keeps the connection of a request whose body has arrived as a whole', async () => {
  client.write(`${HEAD}0123456789`);
  const [data] = (await once(client, 'data')) as [Buffer];
  expect(data.toString()).not.toContain('Connection: close');
  expect(await isClosed()).toBe(false);
});
