import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { EICAR, hasClamd, startClamd } from '../../support/clamd';
import { BOUNDARY, expectNothingLeft, MULTIPART, multipartOf, submitParts } from '../../support/files';
import type { Part } from '../../support/files';
import type { CreatedForm } from '../../support/forms';
import { aForm, anEnabledForm } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { SAMPLES } from '../../support/sample-files';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  form = await anEnabledForm(app.api, { allowed_origins: ['https://page.example'], validate_fields: false });
});
afterAll(() => app.close());

const PAGE = { origin: 'https://page.example' };
const PDF: Part = ['cv', 'cv.pdf', SAMPLES.pdf];

/** The first data that the service sends to a request whose body waits for `100 Continue`, and the whole exchange. */
function sendExpecting(
  { id }: { id: string },
  headers: Record<string, string>,
  body: Buffer,
): Promise<{ statuses: string[]; sentBody: boolean }> {
  const { hostname, port } = new URL(app.api.baseUrl);
  const all = { host: 'x', expect: '100-continue', 'content-length': String(body.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    let sentBody = false;
    socket.write(`POST /api/v1/forms/${id}/submit HTTP/1.1\r\n${lines.join('')}\r\n`);
    socket.on('data', (data) => {
      text += data.toString();
      if (!sentBody && text.startsWith('HTTP/1.1 100')) {
        sentBody = true;
        socket.write(body);
      }
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!);
      if (statuses.some((status) => status !== '100')) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve({ statuses: [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!), sentBody });
    });
  });
}

describe('before the first byte of the body', () => {
  const body = multipartOf([PDF]);
  const send = (to: { id: string }, headers: Record<string, string> = {}) => sendExpecting(to, { ...MULTIPART, ...PAGE, ...headers }, body);

  it('asks for the body of a request that nothing speaks against', async () => {
    expect(await send(form)).toEqual({ statuses: ['100', '201'], sentBody: true });
  });

  it.each<[string, Record<string, string>, string]>([
    ['a foreign origin', { origin: 'https://evil.example' }, '403'],
    ['a wrong token', { 'x-submission-token': 'fst_wrong' }, '401'],
    ['a body that is too large by its Content-Length', { 'content-length': '30000000' }, '413'],
    ['a content coding', { 'content-encoding': 'gzip' }, '415'],
    ['another multipart type', { 'content-type': `multipart/mixed; boundary=${BOUNDARY}` }, '415'],
    ['JSON above its limit', { 'content-type': 'application/json', 'content-length': '300000' }, '413'],
  ])('refuses %s', async (_, headers, status) => {
    expect(await send(form, headers)).toEqual({ statuses: [status], sentBody: false });
  });

  it('refuses an unknown and a disabled form', async () => {
    expect((await send({ id: 'none' })).statuses).toEqual(['404']);
    expect((await send(await aForm(app.api))).statuses).toEqual(['403']);
  });

  it('refuses a form whose quota is exhausted, unless the key was used before', async () => {
    const used = { 'idempotency-key': 'used' };
    const first = await submitParts(app.api, form, [PDF], { ...PAGE, ...used });
    await app.database.query(`update accounts set plan = 'free' where id = $1`, [app.accountId]);
    await app.database.query('update form_stats set month_count = 1000 where form_id = $1', [form.id]);
    expect(await send(form)).toEqual({ statuses: ['429'], sentBody: false });
    expect(await send(form, { 'idempotency-key': 'other' })).toEqual({ statuses: ['429'], sentBody: false });
    const again = await submitParts(app.api, form, [PDF], { ...PAGE, ...used });
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
    await app.database.query(`update accounts set plan = 'self_hosted' where id = $1`, [app.accountId]);
    await expectNothingLeft(app);
  });
});

describe('503', () => {
  it.each([
    ['the store', 'files'],
    ['the temporary folder', 'incoming'],
  ])('is the answer to files while %s cannot be written, and nothing else is refused', async (_, folder) => {
    const path = join(app.dataDir, folder);
    await rm(path, { recursive: true, force: true });
    await writeFile(path, 'a file where a folder should be');
    const answer = await submitParts(app.api, form, [PDF], PAGE);
    expectError(answer, 'service_unavailable');
    expect(answer.headers['retry-after']).toBe('30');
    expect(await storedIn(app.api, form)).toEqual([]);
    expect((await submitParts(app.api, form, [['name', 'Ada']], PAGE)).status).toBe(201);
    await rm(path);
    await mkdir(path);
    await app.database.query('delete from submission_files'); // whose objects have gone with the folder
    await expectNothingLeft(app);
    expect((await submitParts(app.api, form, [PDF], PAGE)).status).toBe(201);
  });
});

(hasClamd ? describe : describe.skip)('with a scanner', () => {
  const INFECTED: Part = ['cv', 'cv.txt', EICAR];

  it('accepts clean files, and names the field of a file with malware', async () => {
    const clamd = await startClamd();
    const scanning = await app.sibling({ clamdUrl: clamd.tcpUrl });
    const clean = await submitParts(scanning.api, form, [PDF], PAGE);
    const infected = await submitParts(scanning.api, form, [PDF, INFECTED], PAGE);
    await scanning.close();
    await clamd.stop();
    expect(clean.status).toBe(201);
    expectFieldErrors(infected, 'cv.1');
    expect(await storedIn(app.api, form)).toHaveLength(1);
    await expectNothingLeft(app);
  });

  it('answers 503 while the scanner is away, unless it is optional', async () => {
    const clamdUrl = 'tcp://127.0.0.1:1';
    const strict = await app.sibling({ clamdUrl });
    const lenient = await app.sibling({ clamdUrl, clamdOptional: true });
    const refused = await submitParts(strict.api, form, [PDF], PAGE);
    const accepted = await submitParts(lenient.api, form, [PDF], PAGE);
    const withoutFiles = await submitParts(strict.api, form, [['a', 'b']], PAGE);
    await strict.close();
    await lenient.close();
    expectError(refused, 'service_unavailable');
    expect([accepted.status, withoutFiles.status]).toEqual([201, 201]);
    await expectNothingLeft(app);
  });
});
