import { randomUUID } from 'node:crypto';
import { expectError } from '../../support/api';
import { type TestApp, startApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { keyIdOf } from '../../support/keys';
import type { Scope } from '../../../src/api/auth/caller';
import { type KeyRequest, KeysService } from '../../../src/keys/keys.service';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Before the key of the app ends, which is above those that end earlier. */
const soon = new Date(Date.now() + 30 * 24 * 3600 * 1000);

interface ListedKey {
  id: string;
  status: string;
  prefix: string;
  current: boolean;
}

const list = async (query = '') => (await app.api.get<ListedKey[]>(`/v1/keys${query}`)).body;
const idsOf = async (query = '') => (await list(query)).data.map(({ id }) => id);
const sql = (text: string, id: string) => app.database.query(text, [id]);
const END = `update api_keys set expires_at = now() - make_interval(days => $2) where id = $1`;

describe('the list of keys', () => {
  it('has the keys of the account, newest first, without their values', async () => {
    const form = await aForm(app.api);
    const rights = { scopes: ['submissions:read', 'forms:read'] as Scope[], formIds: [form.id], readPerMinute: 10, expiresAt: soon };
    const text = await app.key({ name: 'Reader', ...rights });
    const [first, ...others] = (await list()).data;
    expect(first).toEqual({
      id: await keyIdOf(app, text),
      kind: 'key',
      name: 'Reader',
      prefix: text.slice(0, 12),
      scopes: ['forms:read', 'submissions:read'],
      form_access_mode: 'selected',
      form_ids: [form.id],
      writes_enabled: true,
      rate_limits: { read_per_minute: 10, write_per_minute: null, destructive_per_minute: null },
      status: 'active',
      expires_at: expect.any(String),
      last_used_at: null,
      created_at: expect.any(String),
      created_by_key_id: null,
      revoked_at: null,
      revision: 1,
      current: false,
      ...{ manageable: true, unmanageable_reason: null },
      exposed_at: null,
      secrets: [
        {
          ...{ prefix: text.slice(0, 12), created_at: expect.any(String), expires_at: null },
          ...{ exposed_at: null, exposed_in: null, exposed_form_id: null },
        },
      ],
    });
    expect(others).toMatchObject([{ current: true }]);
    expect(others[0]).not.toHaveProperty('form_ids');
  });

  it('leaves out keys of other accounts, that of the console, and those that ended more than 90 days ago', async () => {
    const { key } = await app.stranger();
    await app.app.get(KeysService).consoleKeyOf(app.accountId);
    const [old, late] = [await keyIdOf(app, await app.key()), await keyIdOf(app, await app.key())];
    await app.database.query(END, [old, 91]);
    await app.database.query(END, [late, 89]);
    const ids = await idsOf();
    expect(ids).toContain(late);
    expect(ids).not.toContain(old);
    expect(ids).not.toContain(await keyIdOf(app, key));
    const [hidden] = await app.database.query<{ id: string }>('select id from api_keys where is_console and account_id = $1', [
      app.accountId,
    ]);
    for (const id of [old, hidden!.id, await keyIdOf(app, key), randomUUID()]) {
      expect(ids).not.toContain(id);
      expectError(await app.api.get(`/v1/keys/${id}`), 'resource_not_found');
    }
  });

  it('has those of a status, where active contains expiring', async () => {
    const [expiring, expired, revoked] = [await app.key(), await app.key(), await app.key()];
    const ids = await Promise.all([expiring, expired, revoked].map((key) => keyIdOf(app, key)));
    await app.database.query(END, [ids[0], -10]);
    await app.database.query(END, [ids[1], 1]);
    await sql('update api_keys set revoked_at = now() where id = $1', ids[2]!);
    const statusOf = new Map((await list('?limit=50')).data.map(({ id, status }) => [id, status]));
    expect(ids.map((id) => statusOf.get(id))).toEqual(['expiring', 'expired', 'revoked']);
    for (const status of ['active', 'expiring', 'expired', 'revoked']) {
      const wanted = [...statusOf].filter(([, each]) => each === status || (status === 'active' && each === 'expiring'));
      expect([status, await idsOf(`?status=${status}&limit=50`)]).toEqual([status, wanted.map(([id]) => id)]);
    }
  });

  it('is read page by page, also of those that a key has made', async () => {
    const maker = await keyIdOf(app, await app.key());
    const made: string[] = [];
    for (let count = 0; count < 3; count++) made.unshift(await keyIdOf(app, await app.key()));
    await app.database.query('update api_keys set created_by_key_id = $1, created_at = now() where id = any($2)', [maker, made]);
    const pages: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { data: ListedKey[]; meta?: object } = await list(`?created_by=${maker}&limit=1${cursor && `&cursor=${cursor}`}`);
      pages.push(...page.data.map(({ id }) => id));
      cursor = (page.meta as { next_cursor: string | null }).next_cursor;
    }
    expect(pages).toEqual(made);
    expectError(await app.api.get('/v1/keys?created_by=me'), 'validation_failed');
  });
});

describe('a key', () => {
  it('is read with its ETag, and answered with 304 to whoever has it', async () => {
    const id = await keyIdOf(app, await app.key());
    const answer = await app.api.get(`/v1/keys/${id}`);
    expect(answer.headers.etag).toBe(`"k-${id}-1"`);
    const again = await app.api.get(`/v1/keys/${id}`, { headers: { 'if-none-match': answer.headers.etag! } });
    expect(again.status).toBe(304);
  });

  it('tells when it was used last, to the minute', async () => {
    const id = await keyIdOf(app, await app.key());
    await sql(`update api_keys set last_used_at = '2026-03-04T05:06:47.123Z' where id = $1`, id);
    expect((await app.api.get(`/v1/keys/${id}`)).body.data).toMatchObject({ last_used_at: '2026-03-04T05:06:00.000Z' });
  });
});

describe('a key that sees selected forms', () => {
  it('is told of the forms of other keys only those that it sees, and how many there are besides', async () => {
    const [mine, hidden, exposing] = [await aForm(app.api), await aForm(app.api), await aForm(app.api)];
    const own = app.api.as(await app.key({ scopes: ['keys:manage', 'forms:read'], formIds: [mine.id] }));
    const text = await app.key({ name: 'Wider', scopes: ['forms:read'], formIds: [mine.id, hidden.id, exposing.id] });
    const id = await keyIdOf(app, text);
    await sql(`update api_key_secrets set exposed_at = now(), exposed_in = 'submit_header' where api_key_id = $1`, id);
    await app.database.query('update api_key_secrets set exposed_form_id = $2 where api_key_id = $1', [id, exposing.id]);
    const seen = { form_access_mode: 'selected', form_ids: [mine.id], further_form_count: 2 };
    const secrets = [{ exposed_at: expect.any(String), exposed_form_id: null }];
    const answers = [await own.get<any>('/v1/keys'), await own.get<any>(`/v1/keys/${id}`)];
    for (const { body } of answers) {
      expect([body.data].flat().find((each) => each.id === id)).toMatchObject({ ...seen, secrets });
      for (const other of [hidden, exposing]) expect(JSON.stringify(body)).not.toContain(other.id);
    }
    const owner = (await app.api.get<any>(`/v1/keys/${id}`)).body.data;
    expect(owner.form_ids).toHaveLength(3);
    expect(owner).not.toHaveProperty('further_form_count');
    expect(owner.secrets).toMatchObject([{ exposed_form_id: exposing.id }]);
  });

  it('reads a key again although its revision is that of its ETag, since its own grants may have changed', async () => {
    const [first, second] = [await aForm(app.api), await aForm(app.api)];
    const text = await app.key({ scopes: ['keys:manage'], formIds: [first.id, second.id] });
    const id = await keyIdOf(app, await app.key({ scopes: ['forms:read'], formIds: [second.id] }));
    const own = app.api.as(text);
    const { etag } = (await own.get(`/v1/keys/${id}`)).headers;
    await app.database.query('delete from api_key_grants where api_key_id = $1 and form_id = $2', [await keyIdOf(app, text), second.id]);
    const again = await own.get<any>(`/v1/keys/${id}`, { headers: { 'if-none-match': etag! } });
    expect(again.body.data).toMatchObject({ form_ids: [], further_form_count: 1 });
  });
});

describe('a list and a key', () => {
  const within = { scopes: ['keys:manage', 'forms:read'] as Scope[], readPerMinute: 100, expiresAt: soon };
  const reasonsFor = async (text: string, ids: readonly string[]) => {
    const by = app.api.as(text);
    const { data } = (await by.get<any[]>('/v1/keys?limit=50')).body;
    const reasons = new Map(data.map(({ id, unmanageable_reason: reason }) => [id, reason]));
    for (const { id, manageable } of data.filter((key) => ids.includes(key.id))) {
      expect(manageable).toBe(reasons.get(id) === null);
      expect((await by.get<any>(`/v1/keys/${id}`)).body.data).toMatchObject({ manageable, unmanageable_reason: reasons.get(id) });
      const attempt = await by.patch(`/v1/keys/${id}`, { name: 'x' }, { ifMatch: '*' });
      expect([id, attempt.status === 200]).toEqual([id, manageable]);
    }
    return ids.map((id) => reasons.get(id));
  };

  it('say of each key if the caller may manage it and else why not, as its attempt is answered', async () => {
    const [mine, other] = [await aForm(app.api), await aForm(app.api)];
    const some = { ...within, formIds: [mine.id] };
    const keys: [Partial<KeyRequest>, RegExp | null][] = [
      [some, null],
      [{ ...some, scopes: ['forms:read', 'forms:delete'] }, /^It may do what you may not: delete forms\.$/],
      [within, /sees all forms/],
      [{ ...some, formIds: [mine.id, other.id] }, /sees forms that you do not see/],
      [{ ...some, readPerMinute: null }, /more requests a minute/],
      [{ ...some, expiresAt: new Date(soon.getTime() + 1) }, /lasts longer/],
    ];
    const ids: string[] = [];
    for (const [request] of keys) ids.push(await keyIdOf(app, await app.key(request)));
    const own = await app.key(some);
    const expected = keys.map(([, reason]) => reason && expect.stringMatching(reason));
    expect(await reasonsFor(own, [...ids, await keyIdOf(app, own)])).toEqual([...expected, null]);
  });

  it('say so of none to a key that only reads, to a replaced value, and while the account is suspended', async () => {
    const id = await keyIdOf(app, await app.key({ ...within, scopes: ['forms:read'] }));
    expect(await reasonsFor(await app.key({ ...within, isReadOnly: true }), [id])).toEqual(['You may only read.']);
    const replaced = await app.key(within);
    await app.app.get(KeysService).rotate(await keyIdOf(app, replaced), 60);
    expect(await reasonsFor(replaced, [id])).toEqual([expect.stringContaining('was replaced')]);
    const other = await app.key(within);
    await app.database.query('update accounts set suspended_at = now() where id = $1', [app.accountId]);
    expect(await reasonsFor(other, [id])).toEqual([expect.stringContaining('suspended')]);
    await app.database.query('update accounts set suspended_at = null where id = $1', [app.accountId]);
  });
});
