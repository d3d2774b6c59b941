import { randomUUID } from 'node:crypto';
import { KeysService } from '../../../src/keys/keys.service';
import { expectError } from '../../support/api';
import type { Answer } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { keyIdOf, advanceMonotonicClock } from '../../support/keys';

let app: TestApp;
let keys: KeysService;
beforeAll(async () => {
  app = await shareApp();
  keys = app.app.get(KeysService);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

const DAY = 24 * 3600;

const ask = (key: string): Promise<Answer> => app.api.as(key).get('/v1/capabilities');

describe('rotation', () => {
  it('accepts the old and the new secret of a key during the overlap', async () => {
    const old = await app.key({ scopes: ['forms:read'] });
    const { text } = await keys.rotate(await keyIdOf(app, old), DAY);
    expect(text).not.toBe(old);
    const endOfOld = { expires_at: expect.any(String), expiring_soon: true };
    expect((await ask(old)).body.data).toEqual({ ...(await ask(text)).body.data, ...endOfOld });
  });

  it('refuses the old secret after the overlap', async () => {
    const old = await app.key();
    const { text } = await keys.rotate(await keyIdOf(app, old), 0);
    const refused = await ask(old);
    expectError(refused, 'invalid_api_key');
    expect(refused.body.error!.message).toMatch(/^This secret of the API key was replaced and has expired/);
    expect((await ask(text)).status).toBe(200);
  });

  it('reports to the old secret when it ends itself, and to the new one when the key ends', async () => {
    const old = await app.key();
    const before = (await ask(old)).body.data;
    const { text } = await keys.rotate(await keyIdOf(app, old), DAY);
    advanceMonotonicClock(5);
    const ofOld = (await ask(old)).body.data;
    const remainingMs = Date.parse(ofOld.expires_at) - Date.now();
    expect(remainingMs).toBeGreaterThan((DAY - 3600) * 1000);
    expect(remainingMs).toBeLessThanOrEqual(DAY * 1000);
    expect(ofOld.expiring_soon).toBe(true);
    expect((await ask(text)).body.data).toEqual(before);
  });

  it('never extends the validity of a secret that was replaced before', async () => {
    const first = await app.key();
    const id = await keyIdOf(app, first);
    await keys.rotate(id, 0);
    await keys.rotate(id, DAY);
    expectError(await ask(first), 'invalid_api_key');
  });

  it('keeps idempotency, cursors, grants and limits of the key', async () => {
    const form = await aForm(app.api);
    await aForm(app.api);
    const old = await app.key({ readPerMinute: 10 });
    const idempotencyKey = randomUUID();
    const created = await aForm(app.api.as(old), {}, { idempotencyKey });
    const page = await app.api.as(old).get('/v1/forms?limit=1');
    const { text } = await keys.rotate(await keyIdOf(app, old), DAY);
    const api = app.api.as(text);
    expect((await aForm(api, {}, { idempotencyKey })).submission_token).toBe(created.submission_token);
    const { next_cursor } = page.body.meta as { next_cursor: string };
    const next = await api.get(`/v1/forms?cursor=${next_cursor}`);
    expect(next.status).toBe(200);
    expect(next.headers.ratelimit).toMatch(/^"read";r=8;/);
    expect((await api.get(`/v1/forms/${form.id}`)).status).toBe(200);
  });
});

describe('expiry', () => {
  it('disables a key, and reveals that only to the holder of its secret', async () => {
    const key = await app.key({ expiresAt: new Date(Date.now() - 1000) });
    const answer = await ask(key);
    expectError(answer, 'invalid_api_key');
    expect(answer.body.error!.message).toContain('expired');
    const guess = await app.key();
    const spliced = `${key.slice(0, 16)}${guess.slice(16)}`;
    expect((await ask(spliced)).body.error!.message).not.toContain('expired');
  });

  it('takes effect at its exact time, even for a cached key', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000);
    const key = await app.key({ expiresAt });
    expect((await ask(key)).status).toBe(200);
    jest.spyOn(Date, 'now').mockReturnValue(expiresAt.getTime());
    await app.database.query(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [await keyIdOf(app, key)]);
    expectError(await ask(key), 'invalid_api_key');
  });
});

describe('revocation', () => {
  it('takes effect in other processes within five seconds', async () => {
    const key = await app.key();
    const { api, close } = await app.sibling();
    expect((await api.as(key).get('/v1/capabilities')).status).toBe(200);
    await keys.revoke(await keyIdOf(app, key));
    advanceMonotonicClock(5);
    expectError(await api.as(key).get('/v1/capabilities'), 'invalid_api_key');
    await close();
  });

  it('disables a key, and reveals that only to the holder of its secret', async () => {
    const key = await app.key();
    await keys.revoke(await keyIdOf(app, key));
    const answer = await ask(key);
    expectError(answer, 'invalid_api_key');
    expect(answer.body.error!.message).toContain('revoked');
  });

  it('disables both secrets of a key during a rotation', async () => {
    const old = await app.key();
    const id = await keyIdOf(app, old);
    const { text } = await keys.rotate(id, DAY);
    await keys.revoke(id);
    expectError(await ask(old), 'invalid_api_key');
    expectError(await ask(text), 'invalid_api_key');
  });
});

describe('changes to a key that is in use', () => {
  it.each<[string, string, (answer: Answer) => void]>([
    ['a revocation', 'revoked_at = now()', (answer) => expectError(answer, 'invalid_api_key')],
    ['an earlier expiry', "expires_at = now() - interval '1 second'", (answer) => expectError(answer, 'invalid_api_key')],
    ['a lost scope', `scopes = '{}'`, (answer) => expectError(answer, 'insufficient_scope')],
    ['a lower limit', 'read_per_minute = 9', ({ headers }) => expect(headers['ratelimit-policy']).toMatch(/^"read";q=9;/)],
  ])('%s takes effect within five seconds', async (_, change, expectEffect) => {
    const key = await app.key();
    const api = app.api.as(key);
    expect((await api.get('/v1/forms')).status).toBe(200);
    await app.database.query(`update api_keys set ${change} where id = $1`, [await keyIdOf(app, key)]);
    advanceMonotonicClock(5);
    expectEffect(await api.get('/v1/forms'));
  });

  it('the end of an overlap takes effect within five seconds', async () => {
    const key = await app.key();
    expect((await ask(key)).status).toBe(200);
    await keys.rotate(await keyIdOf(app, key), 0);
    advanceMonotonicClock(5);
    expectError(await ask(key), 'invalid_api_key');
  });

  it('a revoked grant takes effect at once', async () => {
    const form = await aForm(app.api);
    const key = await app.key({ formIds: [form.id] });
    expect((await app.api.as(key).get(`/v1/forms/${form.id}`)).status).toBe(200);
    await app.database.query('delete from api_key_grants where form_id = $1', [form.id]);
    expectError(await app.api.as(key).get(`/v1/forms/${form.id}`), 'resource_not_found');
  });
});

describe('the database', () => {
  it('contains neither a key nor its secret part', async () => {
    const key = await app.key();
    await ask(key);
    const rows = await app.database.query('select k::text, s::text from api_keys k join api_key_secrets s on s.api_key_id = k.id');
    expect(rows.length).toBeGreaterThan(0);
    const text = JSON.stringify(rows);
    expect(text).not.toContain(key.slice(16, 48));
    expect(text).not.toContain(Buffer.from(key.slice(16, 48)).toString('hex'));
  });

  it('records when a key was used last', async () => {
    const key = await app.key();
    const id = await keyIdOf(app, key);
    await ask(key);
    const usedAt = () => app.database.queryOne<{ at: Date | null }>('select last_used_at as at from api_keys where id = $1', [id]);
    let row = await usedAt();
    for (let tries = 0; row!.at === null && tries < 100; tries++) row = await usedAt();
    expect(row!.at).toBeInstanceOf(Date);
  });

  it('contains an audit event for each change of a key', async () => {
    const id = await keyIdOf(app, await app.key());
    await keys.rotate(id, DAY);
    await keys.revoke(id);
    const lines = await app.database.query('select action, account_id from audit_events where resource_id = $1 order by id', [id]);
    expect(lines).toEqual(['keys create', 'keys rotate', 'keys revoke'].map((action) => ({ action, account_id: app.accountId })));
  });
});
