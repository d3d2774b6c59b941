import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Scope, SCOPES } from '../../../src/api/auth/caller';
import { missingScopes, unknownForms } from '../../../src/keys/key-ceiling.rules';
import { KeysRepository } from '../../../src/keys/keys.repository';
import { rightsOfNew, requestedIn } from '../../../src/keys/requested-rights.rules';
import { type Answer, type Api, expectError } from '../../support/api';
import { type TestApp, allScopesBut, startApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { advanceMonotonicClock, keyIdOf } from '../../support/keys';

interface MadeKey {
  id: string;
  key: string;
  expires_at: string;
  revision: number;
  form_ids?: string[];
  secrets: { prefix: string; expires_at: string | null }[];
}

const DAY = 24 * 3600;
let app: TestApp;
let api: Api;
beforeAll(async () => {
  app = await startApp();
  api = app.api;
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

const READER = { name: 'Reader', scopes: ['forms:read', 'submissions:read'] };
const create = (body: object = READER, by = api, idempotencyKey: string = randomUUID()): Promise<Answer<MadeKey>> =>
  by.post<MadeKey>('/v1/keys', body, { idempotencyKey });
const made = async (body: object = READER, by = api): Promise<MadeKey> => (await create(body, by)).body.data;
const rotate = (id: string, body: object | undefined, by = api, idempotencyKey: string = randomUUID()): Promise<Answer<MadeKey>> =>
  by.post<MadeKey>(`/v1/keys/${id}/rotate`, body, { idempotencyKey });
const patch = (id: string, body: object, by = api, ifMatch = '*'): Promise<Answer<MadeKey>> =>
  by.patch<MadeKey>(`/v1/keys/${id}`, body, { ifMatch });
const revoke = (id: string, query = '', by = api): Promise<Answer> => by.delete(`/v1/keys/${id}${query}`);
const ownId = async (): Promise<string> =>
  (await api.get<{ id: string; current: boolean }[]>('/v1/keys?limit=50')).body.data.find(({ current }) => current)!.id;
/** Before the key of the app ends, which is above those that end earlier. */
const soon = (): Date => new Date(Date.now() + 30 * DAY * 1000);
const secondsUntil = (time: string): number => Math.round((Date.parse(time) - Date.now()) / 1000);

describe('a new key', () => {
  it('works at once, and shows its value in no other answer', async () => {
    const answer = await create({ ...READER, expires_in: DAY, rate_limits: { read_per_minute: 7 } });
    const { key, ...view } = answer.body.data;
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`/v1/keys/${view.id}`);
    expect(answer.headers.etag).toBe(`"k-${view.id}-1"`);
    expect(secondsUntil(view.expires_at)).toBeGreaterThan(DAY - 60);
    expect(view).toMatchObject({ created_by_key_id: await ownId(), prefix: key.slice(0, 12) });
    expect((await api.as(key).get('/v1/capabilities')).headers['ratelimit-policy']).toMatch(/^"read";q=7;/);
    const read = await api.get(`/v1/keys/${view.id}`);
    expect(read.body.data).toEqual({ ...view, last_used_at: expect.any(String) });
    expect(JSON.stringify((await api.get('/v1/keys')).body)).not.toContain(key.slice(16, 48));
  });

  it('is made once for an Idempotency-Key, whose answer is stored sealed', async () => {
    const idempotencyKey = randomUUID();
    const first = await create(READER, api, idempotencyKey);
    const again = await create(READER, api, idempotencyKey);
    expect(again.body.data).toEqual(first.body.data);
    expect([again.headers['idempotency-replayed'], again.headers.etag]).toEqual(['true', first.headers.etag]);
    const [row] = await app.database.query(`select reply::text || location as text from idempotency_records where reply ->> 'id' = $1`, [
      first.body.data.id,
    ]);
    expect(JSON.stringify(row)).not.toContain(first.body.data.key.slice(12));
    expectError(await create({ ...READER, name: 'Other' }, api, idempotencyKey), 'idempotency_conflict');
    expectError(await create(READER, api, ''), 'idempotency_key_required');
  });

  it.each<[object, string]>([
    [{ name: ' ' }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['forms:read', 'forms:read'] }, 'scopes.1'],
    [{ scopes: ['forms:all'] }, 'scopes.0'],
    [{ form_access_mode: 'some' }, 'form_access_mode'],
    [{ form_access_mode: 'selected' }, 'form_ids'],
    [{ form_access_mode: 'selected', form_ids: [] }, 'form_ids'],
    [{ form_access_mode: 'selected', form_ids: ['x'] }, 'form_ids.0'],
    [{ form_access_mode: 'selected', form_ids: [randomUUID()] }, 'form_ids.0'],
    [{ form_ids: [randomUUID()] }, 'form_ids'],
    [{ expires_in: 3599 }, 'expires_in'],
    [{ expires_in: 31_622_401 }, 'expires_in'],
    [{ rate_limits: { read_per_minute: 0 } }, 'rate_limits.read_per_minute'],
    [{ rate_limits: { read_per_minute: 6_001 } }, 'rate_limits.read_per_minute'],
    [{ rate_limits: null }, 'rate_limits'],
    [{ writes_enabled: 'yes' }, 'writes_enabled'],
    [{ created_by_key_id: null }, 'created_by_key_id'],
  ])('is not made of %j', async (part, path) => {
    const answer = await create({ ...READER, ...part });
    expectError(answer, 'validation_failed');
    expect(Object.keys(answer.body.error!.details)).toEqual([path]);
  });

  it('does not exceed the quota of the plan, also when several are made at once, and counts active keys only', async () => {
    const { key, accountId } = await app.stranger('pro');
    const by = api.as(key);
    await app.database.query('update plans set keys_max = 4 where name = $1', ['pro']);
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(READER, by)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    answers.filter(({ status }) => status !== 201).forEach((answer) => expectError(answer, 'key_quota_exceeded'));
    const own = await keyIdOf(app, key);
    await app.database.query(`update api_keys set expires_at = now() where account_id = $1 and id <> $2`, [accountId, own]);
    expect((await create(READER, by)).status).toBe(201);
  });
});

describe('nobody gives more than they have', () => {
  it('of scopes, also not by a repetition after they were lost', async () => {
    const maker = await app.key({ scopes: ['keys:manage', 'forms:read'], expiresAt: soon() });
    const by = api.as(maker);
    const refused = await create(READER, by);
    expectError(refused, 'insufficient_scope');
    expect(refused.body.error!.message).toContain('submissions:read');
    const idempotencyKey = randomUUID();
    const body = { name: 'x', scopes: ['forms:read'] };
    expect((await create(body, by, idempotencyKey)).status).toBe(201);
    expect((await patch(await keyIdOf(app, maker), { scopes: ['keys:manage'] })).status).toBe(200);
    expectError(await create(body, by, idempotencyKey), 'insufficient_scope');
  });

  it('of forms: one outside of the grant is like an unknown one', async () => {
    const [own, other] = [await aForm(api), await aForm(api)];
    const by = api.as(await app.key({ formIds: [own.id] }));
    const wish = (ids: string[]) => create({ ...READER, form_access_mode: 'selected', form_ids: ids }, by);
    expect((await wish([own.id])).body.data.form_ids).toEqual([own.id]);
    const [foreign, unknown] = [await wish([own.id, other.id]), await wish([own.id, randomUUID()])];
    expect(foreign.body.error!.details).toEqual({ 'form_ids.1': expect.any(Array) });
    expect(foreign.body.error).toEqual(unknown.body.error);
    const all = await create({ ...READER, form_access_mode: 'all' }, by);
    expect(Object.keys(all.body.error!.details)).toEqual(['form_access_mode']);
  });

  it('of keys: one that may do more is seen, but neither changed nor rotated nor revoked', async () => {
    const form = await aForm(api);
    const limited = { scopes: SCOPES, formIds: [form.id], readPerMinute: 50, expiresAt: new Date(Date.now() + 30 * DAY * 1000) };
    const by = api.as(await app.key(limited));
    const selected = { form_access_mode: 'selected', form_ids: [form.id] };
    const within = await made({ ...READER, ...selected, expires_in: DAY, rate_limits: { read_per_minute: 50 } });
    const beyond: [object, string][] = [
      [{}, 'form_access_mode'],
      [{ ...selected, form_ids: [form.id, (await aForm(api)).id] }, 'form_ids'],
      [{ ...selected, rate_limits: {} }, 'rate_limits.read_per_minute'],
      [{ ...selected, expires_in: 60 * DAY }, 'expires_at'],
    ];
    for (const [more, member] of beyond) {
      const { id } = await made({ ...READER, expires_in: DAY, rate_limits: { read_per_minute: 50 }, ...more });
      expect((await by.get(`/v1/keys/${id}`)).status).toBe(200);
      for (const answer of [await patch(id, { name: 'Mine' }, by), await rotate(id, undefined, by), await revoke(id, '', by)]) {
        expectError(answer, 'validation_failed');
        expect(Object.keys(answer.body.error!.details)).toContain(member);
      }
    }
    expect((await patch(within.id, { name: 'Mine' }, by)).status).toBe(200);
    expect((await rotate(within.id, undefined, by)).status).toBe(200);
    expect((await revoke(within.id, '', by)).body).toEqual({});
  });

  it('while it is taken from them: a maker that has lost a right or ended makes nothing with it from that moment on', async () => {
    const body = { name: 'x', scopes: ['forms:read'] };
    const narrowed = await app.key({ scopes: ['keys:manage', 'forms:read'], expiresAt: soon() });
    expect((await create(body, api.as(narrowed))).status).toBe(201); // so that the process knows the key
    await patch(await keyIdOf(app, narrowed), { scopes: ['keys:manage'] });
    expectError(await create(body, api.as(narrowed)), 'insufficient_scope');
    for (let round = 0; round < 4; round++) {
      const maker = await app.key({ scopes: ['keys:manage', 'forms:read'], expiresAt: soon() });
      const id = await keyIdOf(app, maker);
      const end = round % 2 === 0 ? patch(id, { scopes: ['keys:manage'] }) : revoke(id);
      const answers = await Promise.all([1, 2, 3, 4].map(() => create(body, api.as(maker))));
      expect((await end).status).toBe(200);
      const made = await app.database.query<{ late: boolean }>(MADE, [id]);
      expect(made.filter(({ late }) => late)).toEqual([]);
      expect(made).toHaveLength(answers.filter(({ status }) => status === 201).length);
    }
  });

  /** The keys that a key has made, and whether that was after its own change, by the order of the trail. */
  const MADE = `
    select made.id > (select max(id) from audit_events where resource_id = $1 and action in ('keys update', 'keys revoke')) as late
      from audit_events made where made.api_key_id = $1::uuid and made.action = 'keys create'`;

  it('as the rules say, for any caller and any wish', async () => {
    const forms = [await aForm(api), await aForm(api), await aForm(api)].map(({ id }) => id);
    const scopes = fc.subarray<Scope>(['forms:read', 'forms:create', 'submissions:read'], { minLength: 1 });
    const limit = fc.constantFrom(null, 50, 6_000, 9_000);
    const caller = fc.record({
      scopes: scopes.map((some): Scope[] => ['keys:manage', ...some]),
      formIds: fc.option(fc.subarray(forms, { minLength: 1 })),
      readPerMinute: limit,
      expiresAt: fc.constantFrom(30, 300).map((days) => new Date(Date.now() + days * DAY * 1000)),
    });
    const requested = fc.record(
      {
        name: fc.constant('x'),
        scopes,
        form_access_mode: fc.constantFrom('all', 'selected'),
        form_ids: fc.subarray([...forms, randomUUID()], { minLength: 1 }),
        expires_in: fc.constantFrom(DAY, 60 * DAY, 365 * DAY),
        writes_enabled: fc.boolean(),
        rate_limits: fc.record({ read_per_minute: limit }),
      },
      { requiredKeys: ['name', 'scopes'] },
    );
    const statuses = new Set<number>();
    for (const [request, body] of fc.sample(fc.tuple(caller, requested), 40)) {
      const text = await app.key(request);
      const ceiling = await app.app.get(KeysRepository).ceilingOf(await keyIdOf(app, text));
      const grantor = { ...ceiling, scopes: request.scopes, isConsole: false };
      const { errors } = rightsOfNew(grantor, requestedIn(body), grantor.now);
      const absent = grantor.formIds === null ? unknownForms(body.form_ids ?? [], forms) : [];
      const paths = [...errors, ...absent].map(({ path }) => path);
      const answer = await create(body, api.as(text));
      const isUnscoped = missingScopes(grantor, body.scopes).length > 0;
      expect([request, body, answer.status]).toEqual([request, body, isUnscoped ? 403 : paths.length > 0 ? 422 : 201]);
      if (answer.status === 422) expect(paths).toEqual(expect.arrayContaining(Object.keys(answer.body.error!.details)));
      statuses.add(answer.status);
    }
    expect([...statuses].sort()).toEqual([201, 403, 422]);
  });
});

describe('a change', () => {
  it('takes rights away, needs the current ETag, and is one revision', async () => {
    const forms = [await aForm(api), await aForm(api)];
    const key = await made({ ...READER, rate_limits: { write_per_minute: 9 } });
    const narrower = { scopes: ['forms:read'], form_access_mode: 'selected', form_ids: forms.map(({ id }) => id) };
    const changed = await patch(
      key.id,
      { ...narrower, rate_limits: { read_per_minute: 8 }, expires_in: DAY, writes_enabled: false },
      api,
      `"k-${key.id}-1"`,
    );
    expect(changed.body.data).toMatchObject({
      ...{ scopes: ['forms:read'], form_ids: forms.map(({ id }) => id), writes_enabled: false, revision: 2 },
      rate_limits: { read_per_minute: 8, write_per_minute: 9, destructive_per_minute: null },
    });
    expect((await patch(key.id, { form_ids: [forms[1]!.id] })).body.data.form_ids).toEqual([forms[1]!.id]);
    expectError(await patch(key.id, { name: 'y' }, api, `"k-${key.id}-1"`), 'precondition_failed');
    expectError(await api.patch(`/v1/keys/${key.id}`, { name: 'y' }), 'precondition_required');
    expect((await patch(key.id, { form_ids: [forms[1]!.id], writes_enabled: false })).body.data.revision).toBe(3);
    advanceMonotonicClock(5);
    expect((await api.as(key.key).get<{ id: string }[]>('/v1/forms')).body.data.map(({ id }) => id)).toEqual([forms[1]!.id]);
  });

  it('asks for no scope that the one that asks lacks', async () => {
    const { id } = await made({ name: 'x', scopes: ['forms:read'] });
    const by = api.as(await app.key({ scopes: ['keys:manage', 'forms:read'] }));
    expectError(await patch(id, { scopes: ['forms:read', 'forms:delete'] }, by), 'insufficient_scope');
  });

  it('never gives any', async () => {
    const [own, other] = [await aForm(api), await aForm(api)];
    const selected = { form_access_mode: 'selected', form_ids: [own.id] };
    const { id } = await made({ ...READER, ...selected, writes_enabled: false, expires_in: DAY, rate_limits: { read_per_minute: 5 } });
    const more = { scopes: [...READER.scopes, 'forms:create'], form_ids: [own.id, other.id], writes_enabled: true, expires_in: 2 * DAY };
    const answer = await patch(id, { ...more, rate_limits: { read_per_minute: null } });
    expectError(answer, 'validation_failed');
    expect(Object.keys(answer.body.error!.details).sort()).toEqual([
      ...['expires_in', 'form_ids.1', 'rate_limits.read_per_minute', 'scopes.2', 'writes_enabled'],
    ]);
    expect(Object.keys((await patch(id, { form_access_mode: 'all' })).body.error!.details)).toEqual(['form_access_mode']);
  });
});

describe('a rotation', () => {
  it('gives a new value, and the old one works during the overlap but writes no keys', async () => {
    const key = await made({ name: 'Manager', scopes: ['keys:manage', 'forms:read'] });
    const by = api.as(key.key);
    const idempotencyKey = randomUUID();
    const rotated = await rotate(key.id, { overlap_seconds: 60 }, by, idempotencyKey);
    expect(rotated.body.data).toMatchObject({ id: key.id, revision: 2, secrets: [{ expires_at: null }, { prefix: key.key.slice(0, 12) }] });
    expect((await by.get('/v1/forms')).status).toBe(200);
    expectError(await create({ name: 'x', scopes: ['forms:read'] }, by), 'writes_disabled');
    expectError(await patch(key.id, { name: 'x' }, by), 'writes_disabled');
    expectError(await rotate(key.id, { overlap_seconds: 60 }, by), 'writes_disabled');
    expect((await rotate(key.id, { overlap_seconds: 60 }, by, idempotencyKey)).body.data).toEqual(rotated.body.data);
    const later = randomUUID();
    expect((await rotate(key.id, { overlap_seconds: 90 }, api.as(rotated.body.data.key), later)).status).toBe(200);
    expectError(await rotate(key.id, { overlap_seconds: 90 }, by, later), 'writes_disabled'); // it is not its own
  });

  it('keeps at most five earlier values, and at least a minute for the key that asks', async () => {
    const { id } = await made();
    for (let count = 0; count < 5; count++) expect((await rotate(id, undefined)).status).toBe(200);
    expectError(await rotate(id, { overlap_seconds: 1 }), 'too_many_secrets');
    const last = await rotate(id, { overlap_seconds: 0 });
    expect(last.body.data.secrets).toHaveLength(1);
    const own = await made({ name: 'Manager', scopes: ['keys:manage'] });
    const answer = await rotate(own.id, { overlap_seconds: 59 }, api.as(own.key));
    expect(Object.keys(answer.body.error!.details)).toEqual(['overlap_seconds']);
  });
});

describe('a revocation', () => {
  it('ends a key for good, with all that it has made when that is asked for', async () => {
    const root = await made({ name: 'Root', scopes: ['keys:manage', 'forms:read'] });
    const child = await made({ name: 'Child', scopes: ['keys:manage', 'forms:read'] }, api.as(root.key));
    const grandchild = await made({ name: 'Grandchild', scopes: ['forms:read'] }, api.as(child.key));
    const other = await made({ name: 'Other', scopes: ['keys:manage'] }, api.as(root.key));
    expect((await revoke(child.id, '?descendants=true')).body).toEqual({});
    const statuses = await Promise.all([root, child, grandchild, other].map(async ({ id }) => (await api.get(`/v1/keys/${id}`)).body.data));
    expect(statuses.map(({ status }) => status)).toEqual(['active', 'revoked', 'revoked', 'active']);
    expectError(await revoke(child.id), 'resource_not_found');
    expectError(await patch(child.id, { name: 'x' }), 'key_ended');
    expectError(await rotate(child.id, undefined), 'key_ended');
    advanceMonotonicClock(5);
    expectError(await api.as(grandchild.key).get('/v1/forms'), 'invalid_api_key');
    const events = await app.database.query(`select resource_id from audit_events where action = 'keys revoke' and resource_id = any($1)`, [
      [child.id, grandchild.id],
    ]);
    expect(events).toHaveLength(2);
  });

  it('of itself needs no right, but of what it has made it does', async () => {
    const reader = await app.key({ scopes: ['forms:read'], isReadOnly: true });
    expect((await revoke(await keyIdOf(app, reader), '', api.as(reader))).status).toBe(200);
    const maker = await made({ name: 'Maker', scopes: ['keys:manage', 'forms:read'] });
    await made({ name: 'x', scopes: ['forms:read'] }, api.as(maker.key));
    await patch(maker.id, { scopes: ['forms:read'] });
    advanceMonotonicClock(5);
    expectError(await revoke(maker.id, '?descendants=true', api.as(maker.key)), 'insufficient_scope');
    expect((await revoke(maker.id, '', api.as(maker.key))).status).toBe(200);
  });

  it('works while the account is suspended, and when its ETag is sent, only with the current one', async () => {
    const { key, accountId } = await app.stranger();
    const { id } = await made(READER, api.as(key));
    expectError(await api.as(key).delete(`/v1/keys/${id}`, { ifMatch: `"k-${id}-9"` }), 'precondition_failed');
    await app.database.query('update accounts set suspended_at = now() where id = $1', [accountId]);
    advanceMonotonicClock(5);
    expectError(await create(READER, api.as(key)), 'writes_disabled');
    expect((await revoke(id, '', api.as(key))).status).toBe(200);
  });
});

describe('the last key that may manage all keys', () => {
  it('is neither revoked nor narrowed nor shortened, whoever asks', async () => {
    const { key } = await app.stranger();
    const [by, id] = [api.as(key), await keyIdOf(app, key)];
    await made({ name: 'Part', scopes: ['keys:manage'], writes_enabled: false }, by);
    const less = [{ scopes: allScopesBut('forms:delete') }, { expires_in: DAY }, { writes_enabled: false }];
    for (const body of less) expectError(await patch(id, body, by), 'last_managing_key');
    expectError(await revoke(id, '', by), 'last_managing_key');
    expect((await patch(id, { name: 'Renamed' }, by)).status).toBe(200);
    await made({ name: 'Second', scopes: [...SCOPES] }, by);
    expect((await patch(id, { scopes: allScopesBut('forms:delete') }, by)).status).toBe(200);
  });

  it('stays beside another one that ends before it, so that the account does not lose its last one by the passing of time', async () => {
    const { key } = await app.stranger();
    const [by, id] = [api.as(key), await keyIdOf(app, key)];
    const short = await made({ name: 'Short', scopes: [...SCOPES], expires_in: DAY }, by);
    for (const body of [{ scopes: allScopesBut('keys:manage') }, { expires_in: 2 * DAY }, { writes_enabled: false }])
      expectError(await patch(id, body, by), 'last_managing_key');
    const refused = await revoke(id, '', by);
    expectError(refused, 'last_managing_key');
    expect(refused.body.error!.message).toContain('lasts longest');
    expectError(await revoke(id, '?descendants=true', by), 'last_managing_key');
    expect((await revoke(short.id, '', by)).status).toBe(200);
    const lasting = await made({ name: 'As long', scopes: [...SCOPES] }, by);
    expect((await revoke(id, '', api.as(lasting.key))).status).toBe(200);
  });

  it('stays when two revoke each other at once', async () => {
    for (let round = 0; round < 3; round++) {
      const { key } = await app.stranger();
      const second = await made({ name: 'Second', scopes: [...SCOPES] }, api.as(key));
      const [first, id] = [await keyIdOf(app, key), second.id];
      await app.database.query('update api_keys set expires_at = (select expires_at from api_keys where id = $1) where id = $2', [
        first,
        id,
      ]);
      const answers = await Promise.all([revoke(id, '', api.as(key)), revoke(first, '', api.as(second.key))]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = await app.database.query('select id from api_keys where id = any($1) and revoked_at is null', [[first, id]]);
      expect(left).toHaveLength(1);
    }
  });
});
