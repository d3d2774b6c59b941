import { connect, type Socket } from 'node:net';
import { UploadRoom } from '../../../src/intake/multipart/upload-room';
import { expectError } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { atEnd } from '../../support/at-end';
import { BOUNDARY, MULTIPART, multipartOf, temporaryFilesOf } from '../../support/files';
import { anEnabledForm } from '../../support/forms';
import { waitUntil } from '../../support/wait-until';

const KIB = 1024;
const LARGEST = 64 * KIB;
const uploads = { maxFiles: 1, maxFileBytes: LARGEST, maxTotalBytes: LARGEST };

let app: TestApp;
let form: { id: string };
beforeAll(async () => {
  const [uploadsInFlightPerAddressBytes, uploadsInFlightBytes] = [4.5 * LARGEST, 6.5 * LARGEST];
  app = await startApp({ uploads, uploadsInFlightPerAddressBytes, uploadsInFlightBytes, trustProxy: ['loopback'] });
  form = await anEnabledForm(app.api, {
    fields: [
      { name: 'cv', type: 'file' },
      { name: 'name', type: 'string' },
    ],
  });
});
beforeEach(() => waitUntil(async () => (await inFlight()) === 0));
afterAll(() => app.close());

const FILE = Buffer.alloc(LARGEST, 'x');
const path = () => `/api/v1/forms/${form.id}/submit`;
const submitted = (parts: Parameters<typeof multipartOf>[0], address = '192.0.2.1', at: Instance = app) =>
  at.api.as(null).post(path(), multipartOf(parts), { idempotencyKey: '', headers: { ...MULTIPART, 'x-forwarded-for': address } });
const aFile = (address?: string, at?: Instance) => submitted([['cv', 'cv.txt', FILE]], address, at);
const inFlight = async () => Number(/^upload_bytes_in_flight (\d+)/m.exec(await metrics())?.[1]);
const metrics = async (): Promise<string> => (await fetch(`${app.api.baseUrl}/metrics`)).text();

/** Sends the largest file without its end, and stays. */
async function withoutEnd(address: string): Promise<Socket> {
  const before = await inFlight();
  const { hostname, port } = new URL(app.api.baseUrl);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  atEnd(() => void socket.destroy());
  const head = [
    `Host: ${hostname}`,
    `Content-Type: ${MULTIPART['content-type']}`,
    `Content-Length: ${LARGEST + KIB}`,
    `X-Forwarded-For: ${address}`,
  ];
  socket.write(`POST ${path()} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  socket.write(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="cv"; filename="cv.txt"\r\n\r\n`);
  socket.write(FILE);
  await waitUntil(async () => (await inFlight()) >= before + LARGEST);
  return socket;
}

it('bodies without an end keep further files of their address out, and nobody else', async () => {
  const held = [];
  for (let n = 0; n < 4; n += 1) held.push(await withoutEnd('192.0.2.1'));
  const refused = await aFile();
  expectError(refused, 'service_unavailable');
  expect(refused.headers['retry-after']).toBe('5');
  expect((await submitted([['name', 'Ada']])).status).toBe(201);
  expect((await aFile('192.0.2.2')).status).toBe(201);
  for (const socket of held) socket.destroy();
  await waitUntil(async () => (await inFlight()) === 0 && (await temporaryFilesOf(app.dataDir)).length === 0);
  expect((await aFile()).status).toBe(201);
});

it('bodies without an end of many addresses keep further files out, and no submission without one', async () => {
  const held = [];
  for (let n = 0; n < 6; n += 1) held.push(await withoutEnd(`2001:db8:0:${n}::1`));
  expectError(await aFile('2001:db8:0:9::1'), 'service_unavailable');
  expect((await submitted([['name', 'Ada']], '2001:db8:0:9::1')).status).toBe(201);
  for (const socket of held) socket.destroy();
  await waitUntil(async () => (await inFlight()) === 0);
  expect((await aFile('2001:db8:0:9::1')).status).toBe(201);
});

it('the files of a form keep the reserve of the disk free: they are refused, and everything else is stored', async () => {
  const full = await app.sibling({ uploadsMinFreeBytes: 1e18 });
  const refused = await aFile('192.0.2.1', full);
  expectError(refused, 'service_unavailable');
  expect(refused.headers['retry-after']).toBe('30');
  expect((await submitted([['name', 'Ada']], '192.0.2.1', full)).status).toBe(201);
  const imported = await full.api.post(`/v1/forms/${form.id}/submissions/import`, Buffer.from('name\nAda\n'), {
    idempotencyKey: '',
    headers: { 'content-type': 'text/csv' },
  });
  expectError(imported, 'service_unavailable');
  await full.app.get(UploadRoom).check();
  expect((await full.api.as(null).get('/readyz')).body).toMatchObject({ status: 'ok', checks: { uploads: 'degraded' } });
  expect(await temporaryFilesOf(app.dataDir)).toEqual([]);
});
