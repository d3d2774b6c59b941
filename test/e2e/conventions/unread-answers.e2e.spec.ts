import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { UNREAD_LIMITS } from '../../../src/api/http/unread-answers';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { waitUntil } from '../../support/wait-until';
import { send } from '../../support/wire';

let app: TestApp;
beforeAll(async () => {
  jest.replaceProperty(UNREAD_LIMITS, 'stallMs', 500);
  app = await startApp();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await app.close();
});

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

function client(text: string): Socket {
  const { hostname, port } = new URL(app.api.baseUrl);
  return connect(Number(port), hostname, function (this: Socket) {
    this.write(text);
  }).on('error', () => undefined);
}

it('ends the connections of clients that send many requests at once and read no answer, and answers others meanwhile', async () => {
  const server = app.app.getHttpServer();
  const connections = promisify<number>((done) => server.getConnections(done));
  const before = await connections();
  const clients = Array.from({ length: 40 }, () => client(get('/openapi.json').repeat(60)).pause());
  await Promise.all(clients.map((each) => once(each, 'connect')));
  const document = await send('GET', `${app.api.baseUrl}/openapi.json`);
  expect([document.status, Object.keys(JSON.parse(document.text) as object)]).toEqual([200, expect.arrayContaining(['paths'])]);
  expect((await send('GET', `${app.api.baseUrl}/healthz`)).status).toBe(200);
  await waitUntil(async () => (await connections()) <= before);
  clients.forEach((each) => each.destroy());
});

it('ends the answer to a client that goes in the middle of it, and goes on', async () => {
  const reader = client(get('/openapi.json').repeat(10));
  await once(reader, 'data');
  reader.destroy();
  expect((await send('GET', `${app.api.baseUrl}/openapi.json`)).status).toBe(200);
});
