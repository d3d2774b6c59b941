import { randomUUID } from 'node:crypto';
import type { Config } from '../../../src/platform/config/config';
import { type Answer, type Api, expectError, expectFieldErrors } from '../../support/api';
import { startApp, type TestApp } from '../../support/app';
import { aLinkSecret, aSession, cookieOf, FROM_PAGE, signIn } from '../../support/console';
import { aForm } from '../../support/forms';
import { keyIdOf } from '../../support/keys';
import { send } from '../../support/wire';

const MAIL: Partial<Config> = { smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'forms@example.com' };
const READS = ['forms:read', 'submissions:read'];
const DAY = 24 * 3600;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ trustProxy: ['loopback'] });
});
afterAll(() => app.close());

let people = 0;
const anAddress = (): string => `person-${++people}@example.com`;
const wishOf = (part: object = {}) => ({ kind: 'person', person: { address: anAddress(), name: 'Lena' }, scopes: READS, ...part });
const invite = (part: object = {}, by: Api = app.api, idempotencyKey: string = randomUUID()): Promise<Answer> =>
  by.post('/v1/keys', wishOf(part), { idempotencyKey });
async function aPerson(part: object = {}, by: Api = app.api): Promise<{ id: string; person: { address: string } }> {
  const answer = await invite({ expires_in: 30 * DAY, ...part }, by);
  expect(answer.status).toBe(201);
  return answer.body.data;
}
async function sessionOf(id: string, by: Api = app.api): Promise<string> {
  const { data } = (await by.post(`/v1/keys/${id}/sign-in-links`, {})).body;
  return cookieOf(await signIn(app, { secret: new URL(data.url as string).hash.slice(1) }));
}
const asPage = (cookie: string, method: string, path: string, body?: object, further: [string, string][] = []) =>
  send(
    method,
    `${app.api.baseUrl}${path}`,
    [['Cookie', cookie], FROM_PAGE, ['Content-Type', 'application/json'], ['Idempotency-Key', randomUUID()], ...further],
    body && JSON.stringify(body),
  );
const inviteAs = (cookie: string, part: object) => asPage(cookie, 'POST', '/v1/keys', wishOf(part));
const isSignedIn = async (cookie: string): Promise<boolean> => (await asPage(cookie, 'GET', '/console/session')).status === 200;

describe('a person', () => {
  it('is a key with an address and without a value', async () => {
    const answer = await invite({ person: { address: ' Lena@EXAMPLE.com', name: ' Lena Example ' }, expires_in: DAY });
    const { data } = answer.body;
    expect(answer.status).toBe(201);
    expect(data).toMatchObject({ kind: 'person', name: 'Lena Example', invitation: null, status: 'expiring' });
    expect(data.person).toEqual({ address: 'lena@example.com', name: 'Lena Example', joined_at: null });
    expect(['key', 'prefix', 'secrets'].filter((member) => member in data)).toEqual([]);
    const read = (await app.api.get(`/v1/keys/${data.id}`)).body.data;
    expect({ ...read, invitation: null }).toEqual(data);
    expect(await app.database.query('select from api_key_secrets where api_key_id = $1', [data.id])).toEqual([]);
  });

  it('is told from programs in lists', async () => {
    const { id } = await aPerson();
    const idsOf = async (kind: string) =>
      (await app.api.get<{ id: string }[]>(`/v1/keys?kind=${kind}&limit=50`)).body.data.map((key) => key.id);
    expect(await idsOf('person')).toContain(id);
    expect(await idsOf('key')).not.toContain(id);
    expectFieldErrors(await app.api.get('/v1/keys?kind=robot'), 'kind');
    const own = (await app.api.get<{ kind: string; current: boolean }[]>('/v1/keys?kind=key')).body.data.find(({ current }) => current);
    expect(own).toMatchObject({ kind: 'key', prefix: expect.any(String) });
    expect(own).not.toHaveProperty('person');
  });

  it.each([
    ['Lena@Example.COM', 'lena@example.com'],
    ['lena@b\u00fccher.example', 'lena@xn--bcher-kva.example'],
    ['\uff4cena@example.com', 'lena@example.com'],
  ])('with the address %j is the one at %j', async (typed, address) => {
    const { accountId: _, ...other } = await app.stranger();
    const by = app.api.as(other.key);
    expect((await invite({ person: { address: typed, name: 'Lena' } }, by)).body.data.person.address).toBe(address);
    expectError(await invite({ person: { address, name: 'Lena' } }, by), 'person_exists');
  });

  it.each<[object, string]>([
    [{ person: undefined }, 'person'],
    [{ person: null }, 'person'],
    [{ person: [] }, 'person'],
    [{ person: { name: 'Lena' } }, 'person.address'],
    [{ person: { address: 'lena', name: 'Lena' } }, 'person.address'],
    [{ person: { address: 'a@example.com, b@example.com', name: 'Lena' } }, 'person.address'],
    [{ person: { address: 'Lena <lena@example.com>', name: 'Lena' } }, 'person.address'],
    [{ person: { address: 'lena@example.com' } }, 'person.name'],
    [{ person: { address: 'lena@example.com', name: ' ' } }, 'person.name'],
    [{ person: { address: 'lena@example.com', name: 'Lena', joined_at: null } }, 'person.joined_at'],
    [{ name: 'Lena' }, 'name'],
    [{ kind: 'robot' }, 'kind'],
    [{ kind: null }, 'kind'],
    [{ scopes: [] }, 'scopes'],
    [{ expires_in: 3_599 }, 'expires_in'],
    [{ expires_in: null }, 'expires_in'],
    [{ form_access_mode: 'selected' }, 'form_ids'],
  ])('is not made of %j', async (part, path) => {
    const answer = await invite(part);
    expectError(answer, 'validation_failed');
    expect(Object.keys(answer.body.error!.details)).toContain(path);
  });

  it.each<[object, string[]]>([
    [{ person: { address: 'lena@example.com', name: 'Lena' } }, ['person']],
    [{ name: undefined }, ['name']],
    [{ expires_in: null }, ['expires_in']],
  ])('is no program: a key is not made of %j', async (part, paths) => {
    expectFieldErrors(await app.api.post('/v1/keys', { name: 'Reader', scopes: READS, ...part }), ...paths);
  });

  it('is once in an account, also when it is invited several times at once, and may be in another one', async () => {
    const person = { address: anAddress(), name: 'Lena' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite({ person })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    answers.filter(({ status }) => status === 409).forEach((answer) => expectError(answer, 'person_exists'));
    const { key } = await app.stranger();
    expect((await invite({ person }, app.api.as(key))).status).toBe(201);
  });

  it('may be invited again after the revocation, and after the end', async () => {
    const first = await aPerson();
    const again = { person: { ...first.person, joined_at: undefined, name: 'Lena' } };
    await app.api.delete(`/v1/keys/${first.id}`);
    const second = await aPerson(again);
    await app.database.query(`update api_keys set expires_at = now() - interval '200 days' where id = $1`, [second.id]);
    const third = await aPerson(again);
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
  });

  it('counts as a key of the plan', async () => {
    const { key } = await app.stranger('pro');
    const by = app.api.as(key);
    const [plan] = await app.database.query<{ keysMax: number }>(`update plans set keys_max = 2 where name = 'pro' returning keys_max`);
    expect(plan).toBeDefined();
    expect((await invite({}, by)).status).toBe(201);
    expectError(await invite({}, by), 'key_quota_exceeded');
  });

  it('has a name that may change, and an address that stays', async () => {
    const { id, person } = await aPerson();
    const renamed = await app.api.patch(`/v1/keys/${id}`, { name: 'Lena Other' }, { ifMatch: '*' });
    expect(renamed.body.data).toMatchObject({ name: 'Lena Other', person: { ...person, name: 'Lena Other' } });
    for (const body of [{ person: { address: 'other@example.com' } }, { kind: 'key' }])
      expectFieldErrors(await app.api.patch(`/v1/keys/${id}`, body, { ifMatch: '*' }), Object.keys(body)[0]!);
    expectFieldErrors(await app.api.patch(`/v1/keys/${id}`, { expires_in: null }, { ifMatch: '*' }), 'expires_in');
  });

  it('has no value to rotate', async () => {
    const { id } = await aPerson();
    expectError(await app.api.post(`/v1/keys/${id}/rotate`, {}), 'person_without_value');
  });
});

describe('an end', () => {
  it('need not be, for a person that somebody makes who has none', async () => {
    const owner = await aSession(app);
    const made = JSON.parse((await inviteAs(owner, { scopes: ['keys:manage', 'forms:read'], expires_in: null })).text).data;
    expect(made).toMatchObject({ kind: 'person', expires_at: null, status: 'active', created_by_key_id: null });
    const endless = await sessionOf(made.id, app.api.as(await app.key({ expiresAt: new Date('9999-12-31T00:00:00Z') })));
    const next = JSON.parse((await inviteAs(endless, { scopes: ['forms:read'], expires_in: null })).text).data;
    expect(next).toMatchObject({ expires_at: null, created_by_key_id: made.id });
    const byDefault = JSON.parse((await inviteAs(endless, { scopes: ['forms:read'] })).text).data;
    expect(Math.round((Date.parse(byDefault.expires_at as string) - Date.now()) / 1000 / DAY)).toBe(365);
  });

  it('comes with every key that somebody makes who has one', async () => {
    const refused = await invite({ expires_in: null });
    expectFieldErrors(refused, 'expires_in');
    expect(refused.body.error!.details).toEqual({ expires_in: ['must not end after the key that asks'] });
  });

  it('is above the ceiling of every key that has one', async () => {
    const made = JSON.parse((await inviteAs(await aSession(app), { expires_in: null })).text).data;
    const { data } = (await app.api.get(`/v1/keys/${made.id}`)).body;
    expect(data).toMatchObject({ manageable: false, unmanageable_reason: 'It lasts longer than your key.' });
    expectFieldErrors(await app.api.delete(`/v1/keys/${made.id}`), 'expires_at');
  });

  it('that is missing keeps the last one that manages all keys', async () => {
    const { accountId } = await app.stranger();
    const stranger = { app: app.app, accountId };
    const owner = cookieOf(await signIn(app, { secret: await aLinkSecret(stranger) }));
    const scopes = ['keys:manage'];
    const made = JSON.parse((await inviteAs(owner, { scopes, expires_in: null })).text).data;
    expect(JSON.parse((await asPage(owner, 'DELETE', `/v1/keys/${made.id}`)).text).error.code).toBe('last_managing_key');
    expect((await inviteAs(owner, { scopes, expires_in: null })).status).toBe(201);
    expect((await asPage(owner, 'DELETE', `/v1/keys/${made.id}`)).status).toBe(200);
  });
});

describe('the ceiling', () => {
  it('holds for people as for programs', async () => {
    const form = await aForm(app.api);
    const maker = app.api.as(await app.key({ scopes: ['keys:manage', 'forms:read'], formIds: [form.id] }));
    const selected = { form_access_mode: 'selected', form_ids: [form.id] };
    expectError(await invite({ ...selected, scopes: READS }, maker), 'insufficient_scope');
    expectFieldErrors(await invite({ scopes: ['forms:read'], form_access_mode: 'all' }, maker), 'form_access_mode');
    const { id } = await aPerson({ ...selected, scopes: ['forms:read'] }, maker);
    expect((await maker.get(`/v1/keys/${id}`)).body.data).toMatchObject({ form_ids: [form.id], created_by_key_id: expect.any(String) });
  });

  it('is the rights of the person in a session', async () => {
    const form = await aForm(app.api);
    const { id } = await aPerson({ scopes: ['forms:read'], form_access_mode: 'selected', form_ids: [form.id] });
    const cookie = await sessionOf(id);
    expect(JSON.parse((await asPage(cookie, 'GET', '/v1/forms')).text).data).toMatchObject([{ id: form.id }]);
    expect((await asPage(cookie, 'GET', '/v1/submissions')).status).toBe(403);
  });
});

describe('leaving', () => {
  const rowsOf = async (table: string, id: string): Promise<number> =>
    (await app.database.query(`select from ${table} where api_key_id = $1`, [id])).length;

  it('ends sessions and links, the passkeys of this person only, and invitations', async () => {
    const [{ id }, other] = [await aPerson(), await aPerson()];
    const [cookie, others] = [await sessionOf(id), await sessionOf(other.id)];
    await app.api.post(`/v1/keys/${id}/sign-in-links`, {});
    for (const person of [id, other.id]) {
      await app.database.query(PASSKEY, [randomUUID(), randomUUID(), person]);
      await app.database.query(MAIL_TO, [randomUUID(), person, app.accountId, randomUUID()]);
    }
    expect((await app.api.delete(`/v1/keys/${id}`)).status).toBe(200);
    expect([await isSignedIn(cookie), await isSignedIn(others)]).toEqual([false, true]);
    expect([await rowsOf('console_secrets', id), await rowsOf('passkeys', id), await rowsOf('passkeys', other.id)]).toEqual([0, 0, 1]);
    const ended = await app.database.query('select api_key_id as id from sign_in_mails where expires_at <= now() and send_at is null');
    expect(ended).toEqual([{ id }]);
  });

  it('ends sessions when rights are taken, and not when the name changes', async () => {
    const { id } = await aPerson();
    const cookie = await sessionOf(id);
    await app.api.patch(`/v1/keys/${id}`, { name: 'Lena Other' }, { ifMatch: '*' });
    expect(await isSignedIn(cookie)).toBe(true);
    await app.api.patch(`/v1/keys/${id}`, { scopes: ['forms:read'] }, { ifMatch: '*' });
    expect(await isSignedIn(cookie)).toBe(false);
    expect(await isSignedIn(await sessionOf(id))).toBe(true);
  });

  it('leaves sessions of a program that loses rights, as before', async () => {
    const key = await app.key({ expiresAt: new Date(Date.now() + 30 * DAY * 1000) });
    const cookie = await aSession(app, key);
    await app.api.patch(`/v1/keys/${await keyIdOf(app, key)}`, { scopes: ['forms:read'] }, { ifMatch: '*' });
    expect(await isSignedIn(cookie)).toBe(true);
  });
});

const PASSKEY = `
  insert into passkeys (id, credential_id, address, api_key_id, public_key, user_handle, host, name)
  values ($1, $2, 'a@example.com', $3, '\\x00', 'handle', 'localhost', 'Phone')`;

const MAIL_TO = `
  insert into sign_in_mails (id, purpose, address, api_key_id, account_id, lookup_id, expires_at, send_at)
  values ($1, 'invitation', 'a@example.com', $2, $3, $4, now() + interval '1 day', now())`;

describe('an invitation', () => {
  let mailing: TestApp;
  beforeAll(async () => {
    mailing = await startApp(MAIL);
  });
  afterAll(() => mailing.close());
  const again = (id: string): Promise<Answer> => mailing.api.post(`/v1/keys/${id}/invitations`);
  const openMails = (id: string) => mailing.database.query<{ address: string; purpose: string; days: number }>(OPEN_MAILS, [id]);

  it('waits for the sender as soon as the person is made, for seven days', async () => {
    const { id, invitation, person } = (await invite({}, mailing.api)).body.data;
    expect(invitation).toBe('sent_to_mailbox');
    expect(await openMails(id)).toEqual([{ address: person.address, purpose: 'invitation', days: 7 }]);
  });

  it('is made once for a request that is repeated, and not for one that is refused', async () => {
    const [idempotencyKey, body] = [randomUUID(), wishOf()];
    const [first, repeated] = [
      await mailing.api.post('/v1/keys', body, { idempotencyKey }),
      await mailing.api.post('/v1/keys', body, { idempotencyKey }),
    ];
    expect(repeated.body.data).toEqual(first.body.data);
    expectError(await mailing.api.post('/v1/keys', body), 'person_exists');
    expect(await openMails(first.body.data.id)).toHaveLength(1);
  });

  it('that is sent again ends the earlier ones', async () => {
    const { id, person } = await aPerson({}, mailing.api);
    const answer = await again(id);
    expect(answer.status).toBe(202);
    expect(answer.body.data).toEqual({ address: person.address, expires_at: expect.any(String) });
    expect(await openMails(id)).toHaveLength(1);
  });

  it('is refused for a program, for somebody who has left, and for a stranger', async () => {
    const { id } = await aPerson({}, mailing.api);
    await mailing.api.delete(`/v1/keys/${id}`);
    expectError(await again(id), 'key_ended');
    const program = await mailing.key({ expiresAt: new Date(Date.now() + DAY * 1000) });
    expectFieldErrors(await again(await keyIdOf(mailing, program)), 'key');
    const { key } = await mailing.stranger();
    const { id: theirs } = await aPerson({}, mailing.api.as(key));
    expectError(await again(theirs), 'resource_not_found');
  });

  it('is one of ten an hour, in the whole account and also when several are sent at once', async () => {
    const { key } = await mailing.stranger();
    const by = mailing.api.as(key);
    const { id } = await aPerson({}, by);
    const answers = await Promise.all(Array.from({ length: 12 }, () => by.post(`/v1/keys/${id}/invitations`)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(9);
    const refused = answers.filter(({ status }) => status !== 202);
    refused.forEach((answer) => expectError(answer, 'rate_limit_exceeded'));
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(3_000);
    expectError(await invite({}, by), 'rate_limit_exceeded');
    await mailing.api.as(key).delete(`/v1/keys/${id}`);
    expectError(await invite({}, by), 'rate_limit_exceeded');
    await mailing.database.query(`update sign_in_mails set created_at = created_at - interval '1 hour' where api_key_id = $1`, [id]);
    expect((await invite({}, by)).status).toBe(201);
  });

  it('needs a mail server', async () => {
    const { id } = await aPerson();
    expectError(await app.api.post(`/v1/keys/${id}/invitations`), 'mail_not_configured');
  });

  it('and a person need the console', async () => {
    const { id } = await aPerson({}, mailing.api);
    const { api } = await mailing.sibling({ console: 'off' });
    expectFieldErrors(await invite({}, api), 'kind');
    const answer = await api.post(`/v1/keys/${id}/invitations`);
    expectError(answer, 'mail_not_configured');
    expect(answer.body.error!.message).toContain('console is off');
  });
});

const OPEN_MAILS = `
  select address, purpose, round(extract(epoch from expires_at - now()) / 86400)::int as days
  from sign_in_mails where api_key_id = $1 and send_at is not null and expires_at > now()`;
