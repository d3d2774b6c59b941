import { once } from 'node:events';
import { type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { stopServing } from './server';

let server: Server;
let waiting: ServerResponse[];
beforeEach(async () => {
  waiting = [];
  const patience = { headersTimeout: 0, requestTimeout: 0 }; // Node itself would wait for ever
  server = createServer({ connectionsCheckingInterval: 100, ...patience }, (_, response) => void waiting.push(response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => server.closeAllConnections());

async function connection(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

async function send(socket: Socket): Promise<ServerResponse> {
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(server, 'request');
  return waiting.at(-1)!;
}

async function answered(socket: Socket, response: ServerResponse): Promise<string> {
  response.end('done');
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
}

it('takes no new connections', async () => {
  const { port } = server.address() as AddressInfo;
  await stopServing(server);
  const [error] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNREFUSED');
});

it('waits for the answer to a request that has begun', async () => {
  const socket = await connection();
  const response = await send(socket);
  let isStopped = false;
  const stopping = stopServing(server).then(() => (isStopped = true));
  expect(await answered(socket, response)).toContain('done');
  expect(isStopped).toBe(false);
  await stopping;
});

it('answers what a kept-alive connection sends at the very moment of the stop', async () => {
  const socket = await connection();
  await answered(socket, await send(socket));
  const stopping = stopServing(server);
  expect(await answered(socket, await send(socket))).toContain('done');
  await stopping;
});

it('does not wait for a connection that never sends anything', async () => {
  const socket = await connection();
  const closed = once(socket.on('error', () => undefined).resume(), 'close');
  await stopServing(server);
  await closed;
});
