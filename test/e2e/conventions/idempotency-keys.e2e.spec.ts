import { expectError, expectFieldErrors } from '../../support/api';
import type { Api, CallOptions } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { expectReplay, FIELD, fieldsOf, FORM, keyedRequests } from '../../support/idempotency';
import { keyIdOf } from '../../support/keys';

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
afterAll(() => app.close());

const { create, addField, countForms } = keyedRequests(() => api);

describe('the same idempotency key', () => {
  it('is independent for another API key, with another form and another token', async () => {
    const first = await create();
    const other = await app.api.as(await app.key()).post('/v1/forms', FORM, { idempotencyKey: 'k' });
    expect(other.status).toBe(201);
    expect(other.headers['idempotency-replayed']).toBeUndefined();
    expect(other.body.data.id).not.toBe(first.body.data.id);
    expect(other.body.data.submission_token).not.toBe(first.body.data.submission_token);
  });

  it('is independent for another operation', async () => {
    const form = await aForm(api, {}, { idempotencyKey: 'k' });
    expect((await addField(form, form.etag)).headers['idempotency-replayed']).toBeUndefined();
  });

  it('is the same with quotes', async () => {
    const first = await create();
    expectReplay(await create(FORM, { idempotencyKey: '"k"' }), first);
  });

  it('is different in another case', async () => {
    await create();
    expect((await create(FORM, { idempotencyKey: 'K' })).headers['idempotency-replayed']).toBeUndefined();
  });
});

describe('422', () => {
  it.each([
    ['a space', 'two words'],
    ['two keys', 'one, two'],
    ['empty quotes', '""'],
    ['quotes around a space', '" "'],
    ['more than 255 characters', 'x'.repeat(256)],
    ['a tab', 'a\tb'],
    ['what is not ASCII', 'schlüssel'],
  ])('refuses a key with %s', async (_, idempotencyKey) => {
    expectFieldErrors(await create(FORM, { idempotencyKey }), 'Idempotency-Key');
  });

  it.each(['x', '"'.repeat(3), '!~', 'x'.repeat(255), `"${'x'.repeat(255)}"`])('takes %s', async (idempotencyKey) => {
    expect((await create(FORM, { idempotencyKey })).status).toBe(201);
  });
});

describe('an idempotency key stays unused', () => {
  it.each<[string, object | string, CallOptions]>([
    ['400', '{', { headers: { 'content-type': 'application/json' } }],
    ['401', FORM, { key: 'fck_wrong' }],
    ['415', 'x', { headers: { 'content-type': 'text/plain' } }],
    ['413', { name: 'x'.repeat(300_000) }, {}],
    ['422', { ...FORM, name: '' }, {}],
  ])('after an answer of %s', async (status, body, options) => {
    expect((await create(body, options)).status).toBe(Number(status));
    const answer = await create();
    expect(answer.status).toBe(201);
    expect(answer.headers['idempotency-replayed']).toBeUndefined();
  });

  it.each([
    ['404', (form: { id: string }) => api.post(fieldsOf({ id: keyId }), FIELD, options(form))],
    ['412', (form: { id: string }) => api.post(fieldsOf(form), FIELD, { ...options(form), ifMatch: '"old"' })],
    ['422', (form: { id: string }) => api.post(fieldsOf(form), { ...FIELD, type: 'x' }, options(form))],
    ['428', (form: { id: string }) => api.post(fieldsOf(form), FIELD, { ...options(form), ifMatch: '' })],
  ])('after an answer of %s to a new field', async (status, refused) => {
    const form = await aForm(api);
    expect((await refused(form)).status).toBe(Number(status));
    const answer = await api.post(fieldsOf(form), FIELD, options(form));
    expect(answer.status).toBe(201);
    expect(answer.headers['idempotency-replayed']).toBeUndefined();
  });

  const options = (form: { id: string }): CallOptions => ({ ifMatch: `"f-${form.id}-1"`, idempotencyKey: 'k' });

  it('after a quota refusal', async () => {
    const { key: free } = await app.stranger('free');
    api = app.api.as(free);
    const forms = [];
    for (let n = 0; n < 5; n++) forms.push(await aForm(api));
    expectError(await create(), 'form_quota_exceeded');
    await api.delete(`/v1/forms/${forms[0]!.id}`, { ifMatch: '*' });
    expect((await create()).status).toBe(201);
  });

  it('after a 500, which leaves nothing behind', async () => {
    await app.database.query('alter table workflows rename to workflows_away');
    expectError(await create(), 'internal_error');
    await app.database.query('alter table workflows_away rename to workflows');
    const before = await countForms();
    expect((await create()).status).toBe(201);
    expect(await countForms()).toBe(before + 1);
  });
});

describe('operations without idempotency', () => {
  it('ignore the header', async () => {
    const form = await aForm(api, { name: 'One' });
    const headers = { 'idempotency-key': 'k' };
    const edit = await api.patch(`/v1/forms/${form.id}`, { name: 'Two' }, { ifMatch: '*', headers });
    const other = await api.patch(`/v1/forms/${form.id}`, { name: 'Three' }, { ifMatch: '*', headers });
    expect([edit.body.data.name, other.body.data.name]).toEqual(['Two', 'Three']);
    expect((await api.get('/v1/forms', { headers: { 'idempotency-key': 'not a key' } })).status).toBe(200);
  });
});
