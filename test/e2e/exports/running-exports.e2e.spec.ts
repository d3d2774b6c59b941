import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { DRAIN_TIMEOUT_MS } from '../../../src/api/http/server';
import { Database } from '../../../src/platform/database/database';
import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { atEnd } from '../../support/at-end';
import { aForm } from '../../support/forms';
import { KeysService } from '../../../src/keys/keys.service';
import { aSession } from '../../support/console';
import { keyIdOf } from '../../support/keys';
import { exportPath, isWhole, largeFields, leases, seedMany, stalledExport, untilNoLease } from './export.fixture';

let app: TestApp;
let key: string;
let form: { id: string };
beforeAll(async () => {
  app = await shareApp();
  form = await aForm(app.api);
  await seedMany(app, form, 150, largeFields);
});
beforeEach(async () => {
  key = await app.key();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

const path = () => exportPath(form, 'format=ndjson');

describe('an export that is running', () => {
  it('keeps its key from another one, in any process, until it has ended', async () => {
    const sibling = await app.sibling();
    const running = await stalledExport(app.api, path(), key);
    expectError(await app.api.as(key).get(path()), 'export_running');
    expectError(await sibling.api.as(key).get(exportPath(await aForm(app.api), 'format=csv')), 'export_running');
    expect(isWhole(await running.rest())).toBe(true);
    expect((await sibling.api.as(key).get(path())).status).toBe(200);
  });

  it('leaves other keys and HEAD alone', async () => {
    await stalledExport(app.api, path(), key);
    expect((await app.api.get(path())).status).toBe(200);
    expect((await app.api.as(key).call('HEAD', path())).status).toBe(200);
  });

  it('ends with its client', async () => {
    const running = await stalledExport(app.api, path(), key);
    running.leave();
    await untilNoLease(app);
    expect((await app.api.as(key).get(path())).status).toBe(200);
  });

  it('ends thirty seconds after its process was killed', async () => {
    const take = (expiresAt: string) =>
      app.database.query(
        `insert into export_leases select id, gen_random_uuid(), ${expiresAt} from api_keys order by created_at desc limit 1
           on conflict (api_key_id) do update set expires_at = excluded.expires_at`,
      );
    await take(`now() + interval '25 seconds'`);
    expectError(await app.api.as(key).get(path()), 'export_running');
    await take(`now() - interval '1 second'`);
    expect((await app.api.as(key).get(path())).status).toBe(200);
    expect(await leases(app)).toBe(0);
  });

  it('leaves out what is stored after its beginning, also with an old time', async () => {
    const running = await stalledExport(app.api, path(), key);
    await app.database.query(
      `with counted as (update form_stats set change_number = change_number + 1 where form_id = $1 returning change_number)
       insert into submissions (id, form_id, source, fields, received_at, inserted_number)
         select gen_random_uuid(), $1, 'api', '{"late":true}', '2000-01-01', change_number from counted`,
      [form.id],
    );
    expect(await running.rest()).not.toContain('"late"');
    expect(await (await stalledExport(app.api, path(), key)).rest()).toContain('"late"');
  });

  it('reads no more than its client takes', async () => {
    const query = jest.spyOn(app.app.get(Database), 'execute');
    await stalledExport(app.api, path(), key);
    const read = query.mock.calls.filter(([sql]) => sql.includes('octet_length')).length;
    expect(read).toBeLessThan(7); // of eight pages of four megabytes
  });
});

describe('the right to read', () => {
  const changed = (change: string) => async (id: string) => app.database.query(`update api_keys set ${change} where id = $1`, [id]);
  const keys = () => app.app.get(KeysService);
  const ENDS: [string, (id: string) => Promise<unknown>][] = [
    ['a revocation', (id) => keys().revoke(id)],
    ['a rotation without an overlap', (id) => keys().rotate(id, 0)],
    ['a lost scope', changed(`scopes = '{forms:read}'`)],
    ['a life that is over', changed('expires_at = now()')],
  ];

  it('ends an export with it in every process, although its client takes nothing, also that of a link and of a session', async () => {
    const sibling = await app.sibling();
    const [ids, running]: [string[], Awaited<ReturnType<typeof stalledExport>>[]] = [[], []];
    for (const value of await Promise.all(ENDS.map(() => app.key()))) {
      ids.push(await keyIdOf(app, value));
      running.push(await stalledExport(sibling.api, path(), value));
    }
    const owner = await app.key();
    ids.push(await keyIdOf(app, owner));
    running.push(await stalledExport(sibling.api, path(), '', `Cookie: ${await aSession(app, owner)}\r\nSec-Fetch-Site: same-origin`));
    const link = await app.api.as(owner).post(`/v1/forms/${form.id}/export-links`, { name: 'Sheet', expires_in: 3_600 });
    running.push(await stalledExport(sibling.api, new URL(link.body.data.url as string).pathname, 'none'));
    expect(await leases(app)).toBe(ids.length);
    for (const [index, id] of ids.entries()) await (ENDS[index] ?? ENDS[0]!)[1](id);
    await untilNoLease(app);
    for (const each of running) expect(isWhole(await each.rest())).toBe(false);
  });
});

describe('an export that outlasts the stop of its process', () => {
  const hasCurl = spawnSync('curl', ['--version']).status === 0;

  (hasCurl ? it : it.skip)('ends with a reset, so that a reader by HTTP/1.0 knows that it is not whole (needs curl)', async () => {
    const sibling = await app.sibling();
    const reader = spawn('curl', [
      '--http1.0',
      '--silent',
      '--oauth2-bearer',
      key,
      `${sibling.api.baseUrl}${exportPath(form, 'format=ndjson')}`,
    ]);
    atEnd(() => void reader.kill());
    await once(reader.stdout, 'readable'); // it gets no further while nobody reads from it
    const wait = globalThis.setTimeout;
    const hasten = (act: () => void, ms?: number): NodeJS.Timeout => wait(act, ms === DRAIN_TIMEOUT_MS ? 50 : ms);
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(hasten);
    await sibling.close();
    reader.stdout.resume();
    expect(await once(reader, 'exit')).toEqual([RECEIVE_ERROR, null]);
  });

  /** Of curl, which exits with 0 when a connection ends in order. */
  const RECEIVE_ERROR = 56;
});

describe('a failure', () => {
  /** Also tells a reader by HTTP/1.0 that something is missing. Node's own client takes some resets for an end. */
  const resets = () => jest.spyOn(Socket.prototype, 'resetAndDestroy');

  it('before the first submission is answered like any other, and frees the key', async () => {
    const database = app.app.get(Database);
    const execute = database.execute.bind(database);
    const failing = jest
      .spyOn(database, 'execute')
      .mockImplementation((sql, ...rest) => (sql.includes('octet_length') ? Promise.reject(new Error('planted')) : execute(sql, ...rest)));
    expectError(await app.api.as(key).get(path()), 'internal_error');
    failing.mockRestore();
    expect((await app.api.as(key).get(path())).status).toBe(200);
  });

  it('on the way resets the connection', async () => {
    const running = await stalledExport(app.api, path(), key);
    const reset = resets();
    jest.spyOn(app.app.get(Database), 'execute').mockRejectedValue(new Error('planted'));
    const answer = await running.rest();
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(isWhole(answer)).toBe(false);
    expect(reset).toHaveBeenCalled();
  });

  it.each([
    ['the grant of the key ends', () => app.database.query('delete from api_key_grants')],
    ['the form is deleted', () => app.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' })],
  ])('is also that %s, so that a part is never taken for the whole', async (_, end) => {
    const restricted = await app.key({ formIds: [form.id] });
    const running = await stalledExport(app.api, path(), restricted);
    const reset = resets();
    await end();
    expect(isWhole(await running.rest())).toBe(false);
    expect(reset).toHaveBeenCalled();
  });
});
