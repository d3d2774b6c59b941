import { Client } from 'pg';
import { sha256Of } from '../../../src/platform/crypto/digests.rules';
import { expectError, untilServed } from '../../support/api';
import type { Api } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm, reload } from '../../support/forms';
import { expectReplay, FIELD, FORM, keyedRequests } from '../../support/idempotency';
import { keyIdOf, advanceMonotonicClock } from '../../support/keys';
import { countLockWaiters } from '../../support/queries';
import { waitUntil } from '../../support/wait-until';

let app: TestApp;
let api: Api;
let key: string;
let keyId: string;
beforeAll(async () => {
  app = await shareApp();
});
beforeEach(async () => {
  key = await app.key();
  keyId = await keyIdOf(app, key);
  api = app.api.as(key);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

const { create, addField, countForms } = keyedRequests(() => api);

describe('a repeated request', () => {
  it('replays the first answer, including the secret that is shown only once, and creates nothing', async () => {
    const first = await create();
    const before = await countForms();
    expectReplay(await create(), first);
    expectReplay(await create(), first);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(await countForms()).toBe(before);
  });

  it('may serialize the same body differently', async () => {
    const first = await create({ ...FORM, fields: [FIELD] });
    const { name, ...rest } = FIELD;
    const reordered = JSON.stringify({ fields: [{ ...rest, name }], ...FORM }, null, 2).replace('Contact', '\\u0043ontact');
    expectReplay(await create(`\ufeff${reordered}`, { headers: { 'content-type': 'application/json' } }), first);
  });

  it('replays the form as it was, even after an edit and a delete', async () => {
    const first = await create();
    const { id } = first.body.data;
    await api.patch(`/v1/forms/${id}`, { name: 'Edited' }, { ifMatch: first.etag });
    expectReplay(await create(), first);
    await api.delete(`/v1/forms/${id}`, { ifMatch: '*' });
    expectReplay(await create(), first);
    expectError(await api.get(`/v1/forms/${id}`), 'resource_not_found');
  });

  it('succeeds with the ETag that its first attempt made stale, and with a newer one', async () => {
    const form = await aForm(api);
    const first = await addField(form, form.etag);
    expectReplay(await addField(form, form.etag), first);
    expectReplay(await addField(form, first.etag), first);
    expect(await reload(api, form)).toMatchObject({ revision: 2, field_count: 1 });
  });

  it('carries the ETag only while it is current', async () => {
    const form = await aForm(api);
    const first = await addField(form, form.etag);
    expect((await addField(form, form.etag)).etag).toBe(first.etag);
    await api.patch(`/v1/forms/${form.id}`, { name: 'Edited' }, { ifMatch: first.etag });
    expect((await addField(form, form.etag)).headers.etag).toBeUndefined();
  });

  it('writes no second audit event', async () => {
    const first = await create();
    await create();
    const lines = await app.database.query('select action, api_key_id, request_id from audit_events where form_id = $1', [
      first.body.data.id,
    ]);
    expect(lines).toEqual([{ action: 'POST /v1/forms', api_key_id: keyId, request_id: first.body.request_id }]);
  });
});

describe('fifty simultaneous requests with one key', () => {
  it('create one form and get the same answer', async () => {
    const before = await countForms();
    const answers = await Promise.all(Array.from({ length: 50 }, () => untilServed(create)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'])).toHaveLength(49);
    expect(await countForms()).toBe(before + 1);
  });

  it('add one field, although the ETag of all but one is stale by then', async () => {
    const form = await aForm(api);
    const answers = await Promise.all(Array.from({ length: 50 }, () => untilServed(() => addField(form, form.etag))));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body.data)}`)).size).toBe(1);
    expect(await reload(api, form)).toMatchObject({ revision: 2, field_count: 1 });
  });
});

describe('409', () => {
  it('refuses another body under the same key', async () => {
    const first = await create();
    const answer = await create({ ...FORM, name: 'Other' });
    expectError(answer, 'idempotency_conflict');
    expect(answer.headers['retry-after']).toBeUndefined();
    expectReplay(await create(), first);
  });

  it('refuses the same body for another form', async () => {
    const [one, two] = [await aForm(api), await aForm(api)];
    await addField(one, one.etag);
    expectError(await addField(two, two.etag), 'idempotency_conflict');
    expect(await reload(api, two)).toMatchObject({ field_count: 0 });
  });

  it('answers with Retry-After when the first request still runs after two seconds', async () => {
    const running = await claim(keyId, 'POST /v1/forms', 'k');
    const answer = await create();
    expectError(answer, 'idempotency_conflict');
    expect(answer.headers['retry-after']).toBe('1');
    await running.end();
    expect((await create()).status).toBe(201);
  });

  it('is not the answer when the first request fails meanwhile', async () => {
    const running = await claim(keyId, 'POST /v1/forms', 'k');
    const waiting = create();
    await reachesLock();
    await running.end();
    expect((await waiting).status).toBe(201);
  });

  /** A transaction that locks the key like a running request, and is rolled back. */
  async function claim(ofKey: string, operation: string, idempotencyKey: string): Promise<Client> {
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query(
      `insert into idempotency_records (api_key_id, operation, key_hash, fingerprint, request_id, expires_at)
       values ($1, $2, $3, '', 'req', now() + interval '1 day')`,
      [ofKey, operation, sha256Of(idempotencyKey)],
    );
    return client;
  }

  const reachesLock = () => waitUntil(async () => (await countLockWaiters(app)) > 0);
});

describe('a replay', () => {
  const change = async (assignment: string): Promise<void> => {
    await app.database.query(`update api_keys set ${assignment} where id = $1`, [keyId]);
    advanceMonotonicClock(5);
  };

  it('needs the scope of the operation', async () => {
    await create();
    await change(`scopes = '{forms:read}'`);
    expectError(await create(), 'insufficient_scope');
  });

  it('needs a key that may write', async () => {
    await create();
    await change('writes_enabled = false');
    expectError(await create(), 'writes_disabled');
  });

  it('needs a key that is not revoked', async () => {
    await create();
    await change('revoked_at = now()');
    expectError(await create(), 'invalid_api_key');
  });

  it('needs the grant on the form', async () => {
    const form = await aForm(app.api);
    key = await app.key({ formIds: [form.id] });
    api = app.api.as(key);
    const first = await addField(form, form.etag);
    expectReplay(await addField(form, form.etag), first);
    await app.database.query('delete from api_key_grants where form_id = $1', [form.id]);
    expectError(await addField(form, form.etag), 'resource_not_found');
  });

  it('needs the form that a field was added to', async () => {
    const form = await aForm(api);
    await addField(form, form.etag);
    await api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' });
    expectError(await addField(form, form.etag), 'resource_not_found');
  });

  it('counts against the rate limits', async () => {
    api = app.api.as(await app.key({ writePerMinute: 2 }));
    await create();
    await create();
    expectError(await create(), 'rate_limit_exceeded');
  });
});
