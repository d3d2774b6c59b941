import type { Scope } from '../../../src/api/auth/caller';
import { type KeyRequest, KeysService } from '../../../src/keys/keys.service';
import { expectError, expectFieldErrors } from '../../support/api';
import { startApp, type TestApp } from '../../support/app';
import { cookieOf, FROM_PAGE, signIn } from '../../support/console';
import { aForm } from '../../support/forms';
import { advanceMonotonicClock, keyIdOf } from '../../support/keys';
import { send } from '../../support/wire';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ trustProxy: ['loopback'] });
});
afterAll(() => app.close());

const DAY_MS = 24 * 3_600_000;
/** A key that ends before that of the app, which may give a link for it. */
const aKey = (members: Partial<KeyRequest> = {}): Promise<string> =>
  app.key({ expiresAt: new Date(Date.now() + 100 * DAY_MS), ...members });
const pathOf = (id: string): string => `/v1/keys/${id}/sign-in-links`;

/** The secret of a new link for the key. */
async function aLink(key: string, body: object = {}): Promise<string> {
  const answer = await app.api.post(pathOf(await keyIdOf(app, key)), body);
  expect(answer.status).toBe(201);
  return new URL(answer.body.data.url as string).hash.slice(1);
}

const signedIn = async (secret: string): Promise<string> => cookieOf(await signIn(app, { secret }));
const statusOf = async (secret: string): Promise<number> => (await signIn(app, { secret })).status;
const get = (path: string, cookie: string, api = app.api) => send('GET', `${api.baseUrl}${path}`, [['Cookie', cookie], FROM_PAGE]);

describe('a link for a person', () => {
  it('signs in once, with the rights of its key, for a day unless it is said otherwise', async () => {
    const form = await aForm(app.api);
    const key = await aKey({ name: 'Lena, reads a form', scopes: ['forms:read'], formIds: [form.id], isReadOnly: true });
    const id = await keyIdOf(app, key);
    const answer = await app.api.post(pathOf(id));
    expect(answer.body.data).toEqual({ url: expect.stringMatching(/\/console#fcl_\w{50}$/), expires_at: expect.any(String) });
    expect(Math.abs(Date.parse(answer.body.data.expires_at) - Date.now() - DAY_MS)).toBeLessThan(60_000);
    const secret = new URL(answer.body.data.url as string).hash.slice(1);
    const cookie = await signedIn(secret);
    expect(JSON.parse((await get('/console/session', cookie)).text).data).toMatchObject({ key: { id, name: 'Lena, reads a form' } });
    expect(JSON.parse((await get('/v1/forms', cookie)).text).data).toMatchObject([{ id: form.id }]);
    expect((await get('/v1/submissions', cookie)).status).toBe(403);
    expect(await statusOf(secret)).toBe(401);
  });

  it('ends those before it, and nothing that was begun with them', async () => {
    const key = await aKey();
    const cookie = await signedIn(await aLink(key));
    const first = await aLink(key);
    const other = await aLink(await aKey());
    const second = await aLink(key);
    expect([await statusOf(first), await statusOf(second), await statusOf(other)]).toEqual([401, 201, 201]);
    expect((await get('/console/session', cookie)).status).toBe(200);
  });

  it('does not last longer than its key', async () => {
    const expiresAt = new Date(Date.now() + 2 * 3_600_000);
    const id = await keyIdOf(app, await aKey({ expiresAt }));
    const { data } = (await app.api.post(pathOf(id), { expires_in: 259_200 })).body;
    expect(Date.parse(data.expires_at)).toBe(expiresAt.getTime());
  });

  it('is shown again to a request that is repeated, and stored as a digest only', async () => {
    const id = await keyIdOf(app, await aKey());
    const options = { idempotencyKey: 'a-link' };
    const [first, again] = [await app.api.post(pathOf(id), {}, options), await app.api.post(pathOf(id), {}, options)];
    expect(again.body.data).toEqual(first.body.data);
    const stored = await app.database.query(
      `select c::text, encode(digest, 'escape') from console_secrets c union all select r::text, null from idempotency_records r`,
    );
    expect(JSON.stringify(stored)).not.toContain(new URL(first.body.data.url as string).hash.slice(5));
    expectError(await app.api.post(pathOf(id), {}, { idempotencyKey: '' }), 'idempotency_key_required');
  });

  it.each([[599], [259_201], [null], ['600'], [600.5]])('is refused for the lifetime %p', async (expires_in) => {
    expectFieldErrors(await app.api.post(pathOf(await keyIdOf(app, await aKey())), { expires_in }), 'expires_in');
  });

  it('leads to no key of another account, nor to the console key', async () => {
    const { key } = await app.stranger();
    const { id } = await app.app.get(KeysService).consoleKeyOf(app.accountId);
    for (const other of [await keyIdOf(app, key), id, 'x']) expectError(await app.api.post(pathOf(other)), 'resource_not_found');
  });
});

describe('nobody gives more than he has', () => {
  const scopes: Scope[] = ['keys:manage', 'forms:read'];
  const askAs = async (caller: Partial<KeyRequest>, wished: Partial<KeyRequest>) =>
    app.api.as(await app.key({ scopes, ...caller })).post(pathOf(await keyIdOf(app, await aKey({ scopes, ...wished }))));

  it('of scopes, forms, limits and life', async () => {
    const [mine, other] = [await aForm(app.api), await aForm(app.api)];
    const later = new Date(Date.now() + 400 * DAY_MS);
    expect((await askAs({}, {})).status).toBe(201);
    expect((await askAs({ formIds: [mine.id, other.id] }, { formIds: [mine.id] })).status).toBe(201);
    const refused = await askAs({}, { scopes: ['forms:read', 'submissions:read', 'workflows:read'] });
    expectError(refused, 'insufficient_scope');
    expect(refused.body.error!.message).toContain('"submissions:read"');
    expectFieldErrors(await askAs({ formIds: [mine.id] }, {}), 'form_access_mode');
    expectFieldErrors(await askAs({ formIds: [mine.id] }, { formIds: [other.id] }), 'form_ids');
    expectFieldErrors(await askAs({ readPerMinute: 5 }, {}), 'rate_limits.read_per_minute');
    expectFieldErrors(await askAs({}, { expiresAt: later }), 'expires_at');
    expectError(await askAs({ isReadOnly: true }, {}), 'writes_disabled');
    expectError(await askAs({ scopes: ['forms:read'] }, {}), 'insufficient_scope');
  });

  it('also within the seconds in which a process remembers the caller, in its replay, and with a value that was replaced', async () => {
    const key = await app.key({ scopes });
    const [caller, target] = [await keyIdOf(app, key), await keyIdOf(app, await aKey({ scopes }))];
    const ask = (idempotencyKey: string) => app.api.as(key).post(pathOf(target), {}, { idempotencyKey });
    expect((await ask('first')).status).toBe(201);
    await app.app.get(KeysService).rotate(caller, 60);
    expectError(await ask('second'), 'writes_disabled');
    await app.database.query(`update api_keys set scopes = '{keys:manage}' where id = $1`, [caller]);
    advanceMonotonicClock(5);
    for (const repeated of ['first', 'third']) expect((await ask(repeated)).status).toBe(403);
    jest.restoreAllMocks();
  });
});

describe('the end of a key', () => {
  it('is that of its link and of the session that a link has begun, in every process', async () => {
    const keys = app.app.get(KeysService);
    const sibling = await app.sibling();
    const ENDS: ((id: string) => Promise<unknown>)[] = [
      (id) => keys.revoke(id),
      (id) => keys.rotate(id, 0),
      (id) => app.database.query('update api_keys set expires_at = now() where id = $1', [id]),
    ];
    for (const end of ENDS) {
      const key = await aKey();
      const cookie = await signedIn(await aLink(key));
      const link = await aLink(key);
      expect((await get('/v1/forms', cookie, sibling.api)).status).toBe(200);
      await end(await keyIdOf(app, key));
      expect([await statusOf(link), (await get('/v1/forms', cookie, sibling.api)).status]).toEqual([401, 401]);
    }
  });

  it('refuses another one', async () => {
    const [revoked, expired] = [await keyIdOf(app, await aKey()), await keyIdOf(app, await aKey())];
    await app.app.get(KeysService).revoke(revoked);
    await app.database.query('update api_keys set expires_at = now() where id = $1', [expired]);
    for (const id of [revoked, expired]) expectError(await app.api.post(pathOf(id)), 'key_ended');
  });

  it('is none of these with a rotation that has an overlap', async () => {
    const key = await aKey();
    const cookie = await signedIn(await aLink(key));
    const link = await aLink(key);
    await app.app.get(KeysService).rotate(await keyIdOf(app, key), 60);
    expect([(await get('/v1/forms', cookie)).status, await statusOf(link)]).toEqual([200, 201]);
  });
});
