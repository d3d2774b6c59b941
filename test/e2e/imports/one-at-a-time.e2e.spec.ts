import { request } from 'node:http';
import { connect } from 'node:net';
import { SubmissionImportsService } from '../../../src/submissions/imports/submission-imports.service';
import { LeasesRepository } from '../../../src/exports/leases.repository';
import { ImportsService } from '../../../src/intake/imports/imports.service';
import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { atEnd } from '../../support/at-end';
import { aForm } from '../../support/forms';
import { waitUntil } from '../../support/wait-until';
import { importsOf, ndjson, TYPES } from './import.fixture';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
let goOnAtEnd = (): void => undefined;
afterEach(() => {
  goOnAtEnd();
  jest.restoreAllMocks();
});
afterAll(() => app.close());

const { send, listed } = importsOf(() => app);
const rows = (count: number): string => ndjson(...Array.from({ length: count }, (_, n) => ({ fields: { n }, source_id: `s${n}` })));
const leases = async () => (await app.database.query('select 1 from import_leases where account_id = $1', [app.accountId])).length;
const pathOf = (form: { id: string }, query = '') => `/v1/forms/${form.id}/submissions/import?${query}`;

/** Holds up each batch of an import until it is told to go on. */
function holdUp(method: 'write' | 'rehearse') {
  const service = app.app.get(SubmissionImportsService);
  const real = service[method].bind(service);
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  goOnAtEnd = goOn;
  const batches = jest.spyOn(service, method).mockImplementation(async (target, sent) => {
    await held;
    return real(target, sent);
  });
  return { batches, goOn, begun: () => waitUntil(() => batches.mock.calls.length > 0) };
}

describe('an import that is running', () => {
  it('makes another one of its account wait, in any process, for any form, also a dry run', async () => {
    const sibling = await app.sibling();
    const [first, second] = [await aForm(app.api, { fields: [{ name: 'n', type: 'number' }] }), await aForm(app.api)];
    const { begun, goOn } = holdUp('write');
    const running = send(first, rows(1), { type: TYPES.ndjson });
    await begun();
    const tried = jest.spyOn(sibling.app.get(LeasesRepository), 'take');
    const waiting = sibling.api.post(pathOf(second, 'dry_run=true'), Buffer.from(rows(1)), {
      idempotencyKey: '',
      headers: { 'content-type': TYPES.ndjson },
    });
    await waitUntil(() => tried.mock.calls.length > 1);
    goOn();
    expect([(await running).status, (await waiting).status]).toEqual([200, 200]);
    expect(await leases()).toBe(0);
  });

  it('refuses others that have waited for five seconds, and leaves other accounts alone', async () => {
    const form = await aForm(app.api, { fields: [{ name: 'n', type: 'number' }] });
    const { key } = await app.stranger();
    const { begun, goOn } = holdUp('write');
    const running = send(form, rows(1), { type: TYPES.ndjson });
    await begun();
    const refused = await send(form, rows(1), { type: TYPES.ndjson, query: 'dry_run=true' });
    expectError(refused, 'import_running');
    expect(refused.body.error).toMatchObject({ message: expect.stringContaining('into this form'), details: { form_id: form.id } });
    expect(refused.headers).toMatchObject({ 'retry-after': '10' });
    const other = await aForm(app.api.as(key));
    expect((await send(other, rows(1), { type: TYPES.ndjson, query: 'dry_run=true', key })).status).toBe(200);
    goOn();
    expect((await running).status).toBe(200);
  });

  it('is named to whoever waits with another form, if the key sees that form', async () => {
    const [first, second] = [await aForm(app.api, { fields: [{ name: 'n', type: 'number' }] }), await aForm(app.api)];
    const blind = await app.key({ scopes: ['submissions:update', 'forms:update'], formIds: [second.id] });
    const { begun, goOn } = holdUp('write');
    const running = send(first, rows(1), { type: TYPES.ndjson });
    await begun();
    const [seen, unseen] = await Promise.all([undefined, blind].map((key) => send(second, rows(1), { type: TYPES.ndjson, key })));
    expectError(seen!, 'import_running');
    expect(seen!.body.error).toMatchObject({ message: expect.stringContaining('another form'), details: { form_id: first.id } });
    expectError(unseen!, 'import_running');
    expect(unseen!.body.error?.details).toEqual({});
    goOn();
    expect((await running).status).toBe(200);
  });

  it.each(['write', 'rehearse'] as const)('ends with its client, and frees the account (%s)', async (method) => {
    const form = await aForm(app.api, { fields: [{ name: 'n', type: 'number' }] });
    const { batches, begun, goOn } = holdUp(method);
    const imports = jest.spyOn(app.app.get(ImportsService), 'import');
    const headers = { authorization: `Bearer ${await app.key()}`, 'content-type': TYPES.ndjson };
    const address = `${app.api.baseUrl}${pathOf(form, `dry_run=${method === 'rehearse'}`)}`;
    const client = request(address, { method: 'POST', headers }).on('error', () => undefined);
    client.end(rows(1_000));
    await begun();
    expect(await leases()).toBe(1);
    client.destroy();
    await waitUntil(() => imports.mock.calls[0]![3]!.signal.aborted);
    goOn();
    await waitUntil(async () => (await leases()) === 0);
    expect(batches).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
    expect((await send(form, rows(1), { type: TYPES.ndjson })).status).toBe(200);
    expect(await listed(form)).not.toHaveLength(0);
  });

  it('goes on for a client that has closed its half of the connection and waits', async () => {
    const form = await aForm(app.api, { fields: [{ name: 'n', type: 'number' }] });
    const { begun, goOn } = holdUp('write');
    const { hostname, port } = new URL(app.api.baseUrl);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    atEnd(() => void socket.destroy());
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    const file = rows(300);
    const headers = [`Host: ${hostname}`, `Authorization: Bearer ${await app.key()}`, `Content-Type: ${TYPES.ndjson}`];
    const head = [...headers, `Content-Length: ${Buffer.byteLength(file)}`].join('\r\n');
    socket.end(`POST ${pathOf(form)} HTTP/1.1\r\n${head}\r\n\r\n${file}`);
    await begun();
    await waitUntil(() => answer.startsWith('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 102 Processing'));
    goOn();
    await waitUntil(() => answer.includes('HTTP/1.1 200 OK'));
    expect(answer).toContain('"imported":300');
  });

  it('ends fifteen seconds after its process was killed', async () => {
    const form = await aForm(app.api, { fields: [{ name: 'n', type: 'number' }] });
    await app.database.query(`insert into import_leases values ($1, gen_random_uuid(), now() + interval '1 second')`, [app.accountId]);
    expect((await send(form, rows(1), { type: TYPES.ndjson })).status).toBe(200);
    expect(await leases()).toBe(0);
  });
});

it('an import whose lease was taken, as of a process that stood still, stores no further batch', async () => {
  const form = await aForm(app.api, { fields: [{ name: 'n', type: 'number' }] });
  const renewals = jest.spyOn(app.app.get(LeasesRepository), 'renew').mockResolvedValue(false);
  const { batches, begun, goOn } = holdUp('write');
  const running = send(form, rows(1_000), { type: TYPES.ndjson });
  await begun();
  await waitUntil(() => renewals.mock.calls.length > 0);
  goOn();
  expectError(await running, 'import_running');
  expect(batches).toHaveBeenCalledTimes(1);
});
