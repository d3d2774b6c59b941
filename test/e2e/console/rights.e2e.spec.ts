import { AccountsService } from '../../../src/accounts/accounts.service';
import { KeysService } from '../../../src/keys/keys.service';
import { shareApp, type TestApp } from '../../support/app';
import { aSession, FROM_PAGE, signIn } from '../../support/console';
import { aForm } from '../../support/forms';
import { keyIdOf } from '../../support/keys';
import { type HeaderLine, send } from '../../support/wire';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const NEW_FORM = JSON.stringify({ name: 'Contact', validate_fields: true, notifications_enabled: false });

async function call(cookie: string, method: string, path: string, headers: HeaderLine[] = [], body?: string) {
  const sent: HeaderLine[] = [['Cookie', cookie], FROM_PAGE, ...(body ? [JSON_TYPE] : []), ...headers];
  const { status, headers: answered, text } = await send(method, `${app.api.baseUrl}${path}`, sent, body);
  return { status, headers: answered, body: JSON.parse(text) };
}
const JSON_TYPE: HeaderLine = ['Content-Type', 'application/json'];
const create = (cookie: string, key: string) => call(cookie, 'POST', '/v1/forms', [['Idempotency-Key', key]], NEW_FORM);
/** The names of the keys that the audit trail has for creations of this form. */
const creatorsOf = (id: string) =>
  app.database.query('select k.name, e.action from audit_events e join api_keys k on k.id = e.api_key_id where e.form_id = $1', [id]);

describe('sessions of links', () => {
  it('go on where the one before has stopped, with its cursors and idempotency keys', async () => {
    for (let made = 0; made < 3; made++) await aForm(app.api);
    const first = await aSession(app);
    const created = await create(first, 'again');
    const page = await call(first, 'GET', '/v1/forms?limit=1');
    const second = await aSession(app);
    const next = await call(second, 'GET', `/v1/forms?limit=1&cursor=${page.body.meta.next_cursor}`);
    expect([next.status, next.body.data[0].id === page.body.data[0].id]).toEqual([200, false]);
    const repeated = await create(second, 'again');
    expect([repeated.status, repeated.body.data]).toEqual([201, created.body.data]);
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    expect((await create(await aSession(app, await app.key()), 'again')).body.data.id).not.toBe(created.body.data.id);
  });

  it('are "console" in the audit trail, and those of a key its name', async () => {
    const byLink = await create(await aSession(app), 'one');
    const byKey = await create(await aSession(app, await app.key({ name: 'of Ada' })), 'one');
    const action = 'POST /v1/forms';
    expect(await creatorsOf(byLink.body.data.id)).toEqual([{ name: 'console', action }]);
    expect(await creatorsOf(byKey.body.data.id)).toEqual([{ name: 'of Ada', action }]);
  });

  it('have the limits of the plan, together', async () => {
    await app.database.query('update api_keys set read_per_minute = 1 where is_console and account_id = $1', [app.accountId]);
    await call(await aSession(app), 'GET', '/v1/forms');
    expect((await call(await aSession(app), 'GET', '/v1/forms')).status).toBe(429);
    await app.database.query('update api_keys set read_per_minute = null where is_console and account_id = $1', [app.accountId]);
  });

  it('see the forms of their account alone', async () => {
    const stranger = await app.stranger();
    const theirs = await aForm(app.api.as(stranger.key));
    const cookie = await aSession(app);
    expect((await call(cookie, 'GET', `/v1/forms/${theirs.id}`)).status).toBe(404);
    expect(JSON.stringify((await call(cookie, 'GET', '/v1/forms')).body)).not.toContain(theirs.id);
  });

  it('belong to a key that no list shows and nobody can revoke or rotate, and that takes no place of the plan', async () => {
    await aSession(app);
    const [row] = await app.database.query<{ id: string }>('select id from api_keys where is_console and account_id = $1', [app.accountId]);
    const keys = app.app.get(KeysService);
    expect((await keys.list(app.accountId)).map(({ id }) => id)).not.toContain(row!.id);
    await expect(keys.revoke(row!.id)).rejects.toThrow('There is no active key');
    await expect(keys.rotate(row!.id, 0)).rejects.toThrow('There is no active key');
  });
});

describe('sessions of keys', () => {
  it('begin as often as the key may change something', async () => {
    const key = await app.key({ writePerMinute: 1 });
    const statuses = [(await signIn(app, { key })).status, (await signIn(app, { key })).status];
    expect(statuses).toEqual([201, 429]);
  });

  it('see the forms that are granted to the key, and do what its scopes allow', async () => {
    const [granted, other] = [await aForm(app.api), await aForm(app.api)];
    const cookie = await aSession(app, await app.key({ formIds: [granted.id], scopes: ['forms:read'] }));
    const statusOf = async (id: string) => (await call(cookie, 'GET', `/v1/forms/${id}`)).status;
    expect([await statusOf(granted.id), await statusOf(other.id)]).toEqual([200, 404]);
    expect((await create(cookie, 'no scope')).body.error.code).toBe('insufficient_scope');
  });

  it('change nothing with a key that may only read', async () => {
    const key = await app.key({ isReadOnly: true });
    expect((await create(await aSession(app, key), 'read only')).body.error.code).toBe('writes_disabled');
  });

  it('last no longer than the secret that one has signed in with', async () => {
    const key = await app.key();
    const { text } = await app.app.get(KeysService).rotate(await keyIdOf(app, key), 60);
    const [old, fresh] = [await aSession(app, key), await aSession(app, text)];
    const end = async (cookie: string) => new Date((await call(cookie, 'GET', '/v1/capabilities')).body.data.expires_at).getTime();
    expect(await end(old)).toBeLessThanOrEqual(Date.now() + 60_000);
    expect(await end(fresh)).toBeGreaterThan(Date.now() + 3_600_000);
  });
});

it('a suspended account is read in its console, and not changed', async () => {
  const cookie = await aSession(app);
  await app.app.get(AccountsService).suspend(app.accountId);
  const [read, written] = [await call(cookie, 'GET', '/v1/forms'), await create(cookie, 'suspended')];
  await app.app.get(AccountsService).resume(app.accountId);
  expect([read.status, written.body.error.code]).toEqual([200, 'writes_disabled']);
});
