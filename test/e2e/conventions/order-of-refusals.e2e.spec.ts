import { randomUUID } from 'node:crypto';
import { newId } from '../../../src/platform/ids.rules';
import { expectError, expectFieldErrors } from '../../support/api';
import type { Answer, Api, CallOptions } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm, anEnabledForm } from '../../support/forms';

let app: TestApp;
let form: CreatedForm;
beforeAll(async () => {
  app = await startApp({ trustProxy: ['loopback'] });
  form = await aForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
});
afterAll(() => app.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const BAD_JSON = '{"name":';
const FORM = { name: 'Contact', validate_fields: true, notifications_enabled: false };
const FIELD = { name: 'phone', type: 'string', required: false };
const STALE = '"f-stale-1"';

const fieldsOf = ({ id }: { id: string }) => `/v1/forms/${id}/fields`;
const unknownForm = (): string => `/v1/forms/${newId()}`;

/** Sends a raw body, by default without an Idempotency-Key. */
const post = (api: Api, path: string, body: string | object, { headers, ...options }: CallOptions = {}): Promise<Answer> =>
  api.post(path, body, { idempotencyKey: '', ...options, headers: { ...JSON_TYPE, ...headers } });

/** A key whose bucket of one request is exhausted. */
async function exhausted(request: object): Promise<Api> {
  const api = app.api.as(await app.key({ readPerMinute: 1, writePerMinute: 1, ...request }));
  await api.get('/v1/capabilities');
  await api.patch(unknownForm(), {}, { ifMatch: '*' });
  return api;
}

describe('the address comes first', () => {
  it('answers 404 for an unknown one before asking for a key', async () => {
    expectError(await app.api.as(null).get('/v1/unknown'), 'resource_not_found');
  });

  it('answers 405 before asking for a key', async () => {
    expectError(await app.api.as(null).put('/v1/forms', {}), 'method_not_allowed');
  });

  it('refuses one that is too long before routing', async () => {
    expectError(await app.api.as(null).get(`/v1/${'x'.repeat(8200)}`), 'uri_too_long');
  });

  it('refuses a malformed one before asking for a key', async () => {
    expectError(await app.api.as(null).get('/v1/forms/%ZZ'), 'malformed_request');
  });
});

describe('then the key', () => {
  it('refuses a bad key whatever else is wrong', async () => {
    const api = app.api.as('fck_nonsense');
    expectError(await post(api, '/v1/forms', BAD_JSON), 'invalid_api_key');
    expectError(await api.patch(unknownForm(), BAD_JSON), 'invalid_api_key');
    expectError(await api.get('/v1/forms?limit=0&cursor=x'), 'invalid_api_key');
    expectError(await api.delete(`/v1/forms/${form.id}`, { ifMatch: STALE }), 'invalid_api_key');
  });

  it('limits an address that keeps failing before it refuses the key', async () => {
    const headers = { 'x-forwarded-for': '10.9.9.9' };
    for (let n = 0; n < 20; n++) await app.api.as('fck_nonsense').get('/v1/forms', { headers });
    expectError(await app.api.as('fck_nonsense').get('/v1/forms', { headers }), 'rate_limit_exceeded');
  });
});

describe('then the limits', () => {
  it('refuses an exhausted bucket before a read-only key', async () => {
    const api = await exhausted({ isReadOnly: true });
    expectError(await post(api, '/v1/forms', FORM), 'rate_limit_exceeded');
  });

  it('refuses an exhausted bucket before a missing scope', async () => {
    const api = await exhausted({ scopes: [] });
    expectError(await api.get('/v1/forms'), 'rate_limit_exceeded');
    expectError(await post(api, '/v1/forms', FORM), 'rate_limit_exceeded');
  });

  it('refuses an exhausted bucket before an unknown form', async () => {
    expectError(await (await exhausted({})).get(unknownForm()), 'rate_limit_exceeded');
  });
});

describe('then the permissions of the key', () => {
  it('refuses a read-only key before a missing scope', async () => {
    const api = app.api.as(await app.key({ isReadOnly: true, scopes: [] }));
    expectError(await post(api, '/v1/forms', FORM), 'writes_disabled');
  });

  it('refuses a missing scope before an unknown form', async () => {
    const api = app.api.as(await app.key({ scopes: [] }));
    expectError(await api.get(unknownForm()), 'insufficient_scope');
    expectError(await api.delete(unknownForm()), 'insufficient_scope');
  });

  it('refuses a missing scope before missing headers and a bad body', async () => {
    const api = app.api.as(await app.key({ scopes: allScopesBut('forms:create', 'forms:update') }));
    expectError(await post(api, '/v1/forms', BAD_JSON), 'insufficient_scope');
    expectError(await post(api, fieldsOf(form), BAD_JSON), 'insufficient_scope');
  });
});

describe('then the resources of the path', () => {
  it('answers 404 for an unknown form before missing headers', async () => {
    expectError(await post(app.api, `${unknownForm()}/fields`, FIELD), 'resource_not_found');
    expectError(await app.api.patch(unknownForm(), {}), 'resource_not_found');
    expectError(await app.api.delete(unknownForm()), 'resource_not_found');
  });

  it('answers 404 for an unknown form before a bad body, which is not even read', async () => {
    const headers = { 'content-type': 'text/plain' };
    expectError(await app.api.patch(unknownForm(), BAD_JSON, { ifMatch: '*', headers }), 'resource_not_found');
  });

  it('answers 404 for an unknown field before a stale ETag', async () => {
    const path = `${fieldsOf(form)}/999999999`;
    expectError(await app.api.patch(path, { label: 'x' }, { ifMatch: STALE }), 'resource_not_found');
  });

  it('answers 404 for an unknown form before a bad query', async () => {
    expectError(await app.api.get(`${unknownForm()}/submissions?limit=0&cursor=x`), 'resource_not_found');
  });
});

describe('then the required headers', () => {
  it('requires an Idempotency-Key before parsing', async () => {
    expectError(await post(app.api, '/v1/forms', BAD_JSON), 'idempotency_key_required');
  });

  it('requires an Idempotency-Key before If-Match', async () => {
    expectError(await post(app.api, fieldsOf(form), FIELD), 'idempotency_key_required');
  });

  it('requires If-Match before parsing', async () => {
    expectError(await post(app.api, fieldsOf(form), BAD_JSON, { idempotencyKey: randomUUID() }), 'precondition_required');
    expectError(await app.api.patch(`/v1/forms/${form.id}`, BAD_JSON, { headers: JSON_TYPE }), 'precondition_required');
  });

  it('requires If-Match before checking type and size of the body', async () => {
    const big = 'x'.repeat(300 * 1024);
    const headers = { 'content-type': 'text/plain' };
    expectError(await app.api.patch(`/v1/forms/${form.id}`, big, { headers }), 'precondition_required');
  });
});

describe('then the body as a whole', () => {
  const idempotencyKey = 'used-before';
  beforeAll(() => aForm(app.api, {}, { idempotencyKey }));

  it('refuses its type before its size', async () => {
    const headers = { 'content-type': 'text/plain' };
    const big = 'x'.repeat(300 * 1024);
    const answer = await app.api.patch(`/v1/forms/${form.id}`, big, { ifMatch: '*', headers });
    expectError(answer, 'unsupported_media_type');
  });

  it('refuses its size before its syntax', async () => {
    const big = BAD_JSON + ' '.repeat(300 * 1024);
    const answer = await app.api.patch(`/v1/forms/${form.id}`, big, { ifMatch: '*', headers: JSON_TYPE });
    expectError(answer, 'payload_too_large');
  });

  it('refuses its syntax before the Idempotency-Key counts as used', async () => {
    expectError(await post(app.api, '/v1/forms', BAD_JSON, { idempotencyKey }), 'malformed_request');
  });

  it('refuses its syntax before a stale ETag', async () => {
    const options = { ifMatch: STALE, headers: JSON_TYPE };
    expectError(await app.api.patch(`/v1/forms/${form.id}`, BAD_JSON, options), 'malformed_request');
  });
});

describe('then the Idempotency-Key', () => {
  const idempotencyKey = 'a-field';
  let ifMatch: string;
  beforeAll(async () => {
    ifMatch = (await app.api.get(`/v1/forms/${form.id}`)).etag;
    expect((await post(app.api, fieldsOf(form), FIELD, { ifMatch, idempotencyKey })).status).toBe(201);
  });

  it('replays the first answer before comparing ETags', async () => {
    const answer = await post(app.api, fieldsOf(form), FIELD, { ifMatch, idempotencyKey });
    expect(answer.status).toBe(201);
    expect(answer.headers['idempotency-replayed']).toBe('true');
  });

  it('refuses another body under the same key before a stale ETag', async () => {
    const other = { ...FIELD, name: 'other' };
    expectError(await post(app.api, fieldsOf(form), other, { ifMatch, idempotencyKey }), 'idempotency_conflict');
  });

  it('refuses another body under the same key before what is wrong with that body', async () => {
    const options = { ifMatch: '*', idempotencyKey };
    expectError(await post(app.api, fieldsOf(form), { name: 7 }, options), 'idempotency_conflict');
  });

  it('refuses a malformed key before a stale ETag', async () => {
    const answer = await post(app.api, fieldsOf(form), FIELD, { ifMatch: STALE, idempotencyKey: 'two words' });
    expectFieldErrors(answer, 'Idempotency-Key');
  });
});

describe('then the ETag', () => {
  it('refuses a stale one before an invalid body', async () => {
    const options = { ifMatch: STALE };
    expectError(await app.api.patch(`/v1/forms/${form.id}`, { name: 7 }, options), 'precondition_failed');
    expectError(await app.api.put(`${fieldsOf(form)}/reorder`, { order: 'x' }, options), 'precondition_failed');
    expectError(await app.api.delete(`/v1/forms/${form.id}`, options, { force: true }), 'precondition_failed');
    const create = { ...options, idempotencyKey: randomUUID() };
    expectError(await post(app.api, fieldsOf(form), {}, create), 'precondition_failed');
  });

  it('refuses a stale one before an unknown query parameter', async () => {
    const path = `/v1/forms/${form.id}?force=1`;
    expectError(await app.api.patch(path, { name: 'x' }, { ifMatch: STALE }), 'precondition_failed');
  });
});

describe('then the values, and last the state of the resource', () => {
  it('refuses a bad value before a locked field', async () => {
    const locked = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
    const path = `${fieldsOf(locked)}/${locked.fields[0]!.id}`;
    const both = { name: 'mail', label: 'x'.repeat(256) };
    expectFieldErrors(await app.api.patch(path, both, { ifMatch: locked.etag }), 'label');
    expectError(await app.api.patch(path, { name: 'mail' }, { ifMatch: locked.etag }), 'field_contract_locked');
  });

  it('refuses a preset that does not fit before a locked field', async () => {
    const locked = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string', validation: 'email' }] });
    const path = `${fieldsOf(locked)}/${locked.fields[0]!.id}`;
    expectFieldErrors(await app.api.patch(path, { type: 'number' }, { ifMatch: '*' }), 'validation');
  });

  it('refuses a bad value before a full account', async () => {
    const api = app.api.as((await app.stranger('free')).key);
    for (let n = 0; n < 5; n++) await aForm(api);
    const idempotencyKey = randomUUID();
    expectFieldErrors(await post(api, '/v1/forms', { ...FORM, name: '' }, { idempotencyKey }), 'name');
    expectError(await post(api, '/v1/forms', FORM, { idempotencyKey }), 'form_quota_exceeded');
  });

  it('refuses an order that is not a list of integers before one that is incomplete', async () => {
    const answer = await app.api.put(`${fieldsOf(form)}/reorder`, { order: ['x'] }, { ifMatch: '*' });
    expectFieldErrors(answer, 'order.0');
  });
});
