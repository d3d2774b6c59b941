import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ConnectionPool } from './connection-pool';
import { HttpConnection } from './http-connection';

let server: Server;
let opened: Socket[] = [];

beforeAll(async () => {
  server = createServer((socket) => socket.on('error', () => undefined));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterEach(() => opened.splice(0).forEach((socket) => socket.destroy()));
afterAll(() => new Promise((closed) => server.close(closed)));

async function connectionTo(origin: string): Promise<HttpConnection> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  opened = [...opened, socket];
  await once(socket, 'connect');
  return new HttpConnection(socket, origin, 10_000);
}

const isOpen = ({ socket }: HttpConnection) => !socket.destroyed;
const A = 'http://a.test';
const B = 'https://a.test';

it('gives out the connection to the origin that was used last, and each connection once', async () => {
  const pool = new ConnectionPool();
  const [first, second, other] = [await connectionTo(A), await connectionTo(A), await connectionTo(B)];
  for (const connection of [first, second, other]) pool.put(connection);
  expect([pool.take(A), pool.take(A), pool.take(A)]).toEqual([second, first, null]);
  expect([pool.take(B), pool.take(B)]).toEqual([other, null]);
});

it('closes the connections that exceed its limits for an origin and for all of them', async () => {
  const pool = new ConnectionPool({ maxIdlePerOrigin: 2, maxIdle: 3 });
  const connections = [];
  for (const origin of [A, A, A, B, B]) connections.push(await connectionTo(origin));
  for (const connection of connections) pool.put(connection);
  expect(connections.map(isOpen)).toEqual([true, true, false, true, false]);
});

it('has room again for each connection that was taken or closed', async () => {
  const pool = new ConnectionPool({ maxIdle: 1 });
  for (let round = 0; round < 3; round += 1) {
    const taken = await connectionTo(A);
    pool.put(taken);
    expect(pool.take(A)).toBe(taken);
    taken.close();
    const closed = await connectionTo(B);
    pool.put(closed);
    closed.close();
    await once(closed.socket, 'close');
    expect(pool.take(B)).toBeNull();
  }
});

it('closes its connections with itself, and every later one', async () => {
  const pool = new ConnectionPool();
  const [idle, taken] = [await connectionTo(A), await connectionTo(A)];
  pool.put(idle);
  pool.close();
  pool.put(taken);
  expect([idle, taken].map(isOpen)).toEqual([false, false]);
  expect(pool.take(A)).toBeNull();
});
