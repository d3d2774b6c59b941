import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { aForm, reload } from '../../support/forms';
import { sha256Of } from '../../../src/platform/crypto/digests.rules';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const MINIMAL = { name: 'Contact', validate_fields: true, notifications_enabled: false };

const FIELD_A = { name: 'a', type: 'string' };
const FIELD = { name: 'email', label: 'E-mail', type: 'string', required: true, validation: 'email' };

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('201', () => {
  it('answers the whole form, disabled, with a database channel and revision 1', async () => {
    const { body, headers } = await app.api.post('/v1/forms', MINIMAL);
    const { id } = body.data;
    const address = `http://localhost:3000/api/v1/forms/${id}/submit`;
    expect(body.data).toEqual({
      ...MINIMAL,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      status: 'disabled',
      availability: { state: 'disabled', at: null },
      endpoint_url: address,
      submission_endpoint: address,
      submission_token: expect.stringMatching(/^fst_[0-9A-Za-z]{50}$/),
      allowed_origins: [],
      delivery_channel_types: ['database'],
      revision: 1,
      field_count: 0,
      submissions_count: 0,
      unread_count: 0,
      latest_submission_at: null,
      stored_bytes: 0,
      fields: [],
      created_at: ISO,
      updated_at: body.data.created_at,
    });
    expect(headers).toMatchObject({ location: `/v1/forms/${id}`, etag: `"f-${id}-1"` });
  });

  it('creates the form that the next read returns, without the members that are shown only once', async () => {
    const created = await aForm(app.api, { allowed_origins: ['https://a.example'], fields: [FIELD] });
    const { submission_token, submission_endpoint, ...rest } = created;
    expect([submission_token, submission_endpoint]).toEqual([expect.any(String), rest.endpoint_url]);
    expect(await reload(app.api, created)).toEqual(rest);
  });

  it('keeps the fields in the order in which they were sent, with their defaults', async () => {
    const fields = [
      { name: 'b', type: 'number' },
      { ...FIELD, name: 'a' },
    ];
    const form = await aForm(app.api, { fields });
    expect(form.field_count).toBe(2);
    expect(form.fields).toEqual([
      {
        id: expect.stringMatching(/^[1-9]\d*$/),
        name: 'b',
        label: null,
        type: 'number',
        required: false,
        options: null,
        validation: null,
        position: 0,
        created_at: form.created_at,
        updated_at: form.created_at,
      },
      expect.objectContaining({
        name: 'a',
        label: 'E-mail',
        required: true,
        validation: { kind: 'preset', preset: 'email' },
        position: 1,
      }),
    ]);
  });

  it('accepts null for optional members of a field', async () => {
    const form = await aForm(app.api, { fields: [{ ...FIELD, label: null, options: null, validation: null }] });
    expect(form.fields[0]).toMatchObject({ label: null, options: null, validation: null });
  });

  it('trims names and labels, and measures them in characters', async () => {
    const form = await aForm(app.api, { name: `  ${'😀'.repeat(255)}\n`, fields: [{ ...FIELD, label: '  ' }] });
    expect(form.name).toBe('😀'.repeat(255));
    expect(form.fields[0]).toMatchObject({ label: null });
  });

  it('normalizes origins and removes duplicates', async () => {
    const allowed_origins = ['HTTPS://Example.com:443', 'https://example.com', 'http://bücher.example/', '*'];
    const form = await aForm(app.api, { allowed_origins });
    expect(form.allowed_origins).toEqual(['https://example.com', 'http://xn--bcher-kva.example', '*']);
  });

  it('stores an options object as it was sent', async () => {
    const options = { min: 1, nested: { constructor: 'x', toString: [null, true, 'ü'] }, '': 0 };
    const form = await aForm(app.api, { fields: [{ ...FIELD, options }] });
    expect((await reload(app.api, form)).fields[0]!.options).toEqual(options);
  });

  it('accepts the maximum number of fields and origins', async () => {
    const fields = Array.from({ length: 100 }, (_, index) => ({ name: `f${index}`, type: 'string' }));
    const allowed_origins = Array.from({ length: 50 }, (_, index) => `https://s${index}.example`);
    const form = await aForm(app.api, { fields, allowed_origins });
    expect(form).toMatchObject({ field_count: 100, allowed_origins });
  });

  it('stores only a digest of the submission token', async () => {
    const form = await aForm(app.api);
    const row = await app.database.queryOne('select * from forms where id = $1', [form.id]);
    expect(JSON.stringify(row)).not.toContain(form.submission_token);
    expect(row).toMatchObject({ submission_token_digest: sha256Of(form.submission_token) });
  });

  it('grants the form to the creating key with selected access, and to no other such key', async () => {
    const creator = app.api.as(await app.key({ formIds: [] }));
    const other = app.api.as(await app.key({ formIds: [] }));
    const form = await aForm(creator);
    expect((await creator.get(`/v1/forms/${form.id}`)).status).toBe(200);
    expectError(await other.get(`/v1/forms/${form.id}`), 'resource_not_found');
  });
});

describe('400', () => {
  it.each(['', ' '])('requires an Idempotency-Key, and treats %j as missing', async (key) => {
    const answer = await app.api.post('/v1/forms', MINIMAL, {
      idempotencyKey: '',
      headers: { 'idempotency-key': key },
    });
    expectError(answer, 'idempotency_key_required');
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const answer = await app.api.as(await app.key({ scopes: allScopesBut('forms:create') })).post('/v1/forms', MINIMAL);
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('forms:create');
  });

  it('refuses a read-only key', async () => {
    const answer = await app.api.as(await app.key({ isReadOnly: true })).post('/v1/forms', MINIMAL);
    expectError(answer, 'writes_disabled');
  });

  it('refuses a form beyond the plan until one is deleted', async () => {
    const api = app.api.as((await app.stranger('free')).key);
    const forms = [];
    for (let n = 0; n < 5; n++) forms.push(await aForm(api));
    expectError(await api.post('/v1/forms', MINIMAL), 'form_quota_exceeded');
    await api.delete(`/v1/forms/${forms[0]!.id}`, { ifMatch: '*' });
    expect((await api.post('/v1/forms', MINIMAL)).status).toBe(201);
  });

  it('accepts exactly one of twenty concurrent requests for the last form of the plan', async () => {
    const { accountId } = await app.stranger('free');
    const api = app.api.as(await app.key({ accountId, writePerMinute: 10_000 }));
    for (let n = 0; n < 4; n++) await aForm(api);
    const create = () => untilServed(() => api.post('/v1/forms', MINIMAL));
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(19);
    refused.forEach((answer) => expectError(answer, 'form_quota_exceeded'));
  });
});

describe('409', () => {
  it('refuses another form under a used idempotency key', async () => {
    await aForm(app.api, { name: 'One' }, { idempotencyKey: 'twice' });
    const answer = await app.api.post('/v1/forms', { ...MINIMAL, name: 'Two' }, { idempotencyKey: 'twice' });
    expectError(answer, 'idempotency_conflict');
  });
});

describe('422', () => {
  it.each<[string, object, string[]]>([
    ['what is missing', {}, ['name', 'validate_fields', 'notifications_enabled']],
    ['an unknown member', { ...MINIMAL, colour: 'red' }, ['colour']],
    ['a status, which the form gets later', { ...MINIMAL, status: 'enabled' }, ['status']],
    ['an id', { ...MINIMAL, id: 'mine' }, ['id']],
    ['a member that all objects inherit', { ...MINIMAL, hasOwnProperty: 1 }, ['hasOwnProperty']],
    ['an empty name', { ...MINIMAL, name: ' ' }, ['name']],
    ['a name that is too long', { ...MINIMAL, name: 'x'.repeat(256) }, ['name']],
    ['a name of two lines', { ...MINIMAL, name: 'a\nb' }, ['name']],
    ['a number as name', { ...MINIMAL, name: 7 }, ['name']],
    ['a null for a flag', { ...MINIMAL, validate_fields: null }, ['validate_fields']],
    ['a number for a flag', { ...MINIMAL, notifications_enabled: 1 }, ['notifications_enabled']],
    ['a null for origins', { ...MINIMAL, allowed_origins: null }, ['allowed_origins']],
    ['an object for origins', { ...MINIMAL, allowed_origins: {} }, ['allowed_origins']],
    ['a number among origins', { ...MINIMAL, allowed_origins: ['https://a.example', 7] }, ['allowed_origins.1']],
    ['an origin with a path', { ...MINIMAL, allowed_origins: ['*', 'https://a.example/x'] }, ['allowed_origins.1']],
    ['an origin that is too long', { ...MINIMAL, allowed_origins: [`https://${'a'.repeat(255)}`] }, ['allowed_origins.0']],
    ['too many origins', { ...MINIMAL, allowed_origins: Array(51).fill('*') }, ['allowed_origins']],
    ['a null for fields', { ...MINIMAL, fields: null }, ['fields']],
    ['an object for fields', { ...MINIMAL, fields: { 0: {} } }, ['fields']],
  ])('names %s', async (_, body, errors) => {
    expectFieldErrors(await app.api.post('/v1/forms', body), ...errors);
  });

  it.each<[string, unknown[], string[]]>([
    ['what is missing', [{}], ['fields.0.name', 'fields.0.type']],
    ['a null in place of a field', [FIELD_A, null], ['fields.1']],
    ['a text in place of a field', ['email'], ['fields.0']],
    ['a number in place of a field', [7], ['fields.0']],
    ['a list in place of a field', [[FIELD_A]], ['fields.0']],
    ['an empty list in place of a field', [[]], ['fields.0']],
    ['an unknown member', [{ ...FIELD_A, position: 3 }], ['fields.0.position']],
    ['a member that all objects inherit', [{ ...FIELD_A, constructor: 1 }], ['fields.0.constructor']],
    ['a name in upper case', [{ ...FIELD_A, name: 'Email' }], ['fields.0.name']],
    ['a name with an underscore before it', [{ ...FIELD_A, name: '_redirect' }], ['fields.0.name']],
    ['a name that is too long', [{ ...FIELD_A, name: `a${'b'.repeat(64)}` }], ['fields.0.name']],
    ['a name with a line end', [{ ...FIELD_A, name: 'a\nb' }], ['fields.0.name']],
    ['a name that occurs twice', [FIELD_A, { ...FIELD_A, type: 'number' }], ['fields.1.name']],
    ['an unknown type', [{ ...FIELD_A, type: 'text' }], ['fields.0.type']],
    ['an inherited name as type', [{ ...FIELD_A, type: 'constructor' }], ['fields.0.type']],
    ['a label that is too long', [{ ...FIELD_A, label: 'x'.repeat(256) }], ['fields.0.label']],
    ['a number as label', [{ ...FIELD_A, label: 1 }], ['fields.0.label']],
    ['a null for required', [{ ...FIELD_A, required: null }], ['fields.0.required']],
    ['a text for required', [{ ...FIELD_A, required: 'true' }], ['fields.0.required']],
    ['options that are a text', [{ ...FIELD_A, options: 'a,b' }], ['fields.0.options']],
    ['options that occur twice', [{ ...FIELD_A, options: ['a', 'b', 'a'] }], ['fields.0.options.2']],
    ['options that are no texts', [{ ...FIELD_A, options: ['a', 1] }], ['fields.0.options.1']],
    ['too many options', [{ ...FIELD_A, options: Array.from({ length: 201 }, String) }], ['fields.0.options']],
    ['options that are too big', [{ ...FIELD_A, options: { a: 'x'.repeat(8192) } }], ['fields.0.options']],
    ['an unknown preset', [{ ...FIELD_A, validation: 'zip' }], ['fields.0.validation']],
    ['an expression of its own', [{ ...FIELD_A, validation: '^a+$' }], ['fields.0.validation']],
    ['the output shape of a validation', [{ ...FIELD_A, validation: { kind: 'preset' } }], ['fields.0.validation']],
    ['a preset for another type', [{ ...FIELD_A, type: 'number', validation: 'email' }], ['fields.0.validation']],
    ['too many fields', Array.from({ length: 101 }, (_, n) => ({ ...FIELD_A, name: `f${n}` })), ['fields']],
  ])('names %s in a field', async (_, fields, errors) => {
    expectFieldErrors(await app.api.post('/v1/forms', { ...MINIMAL, fields }), ...errors);
  });

  it('takes options as deep as a body may be', async () => {
    const { status } = await app.api.post('/v1/forms', { ...MINIMAL, fields: [{ ...FIELD_A, options: nested(28) }] });
    expect(status).toBe(201);
    const deeper = await app.api.post('/v1/forms', { ...MINIMAL, fields: [{ ...FIELD_A, options: nested(32) }] });
    expectError(deeper, 'malformed_request');
  });

  const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });

  it('requires a list of fields', async () => {
    const answer = await app.api.post('/v1/forms', { ...MINIMAL, fields: null });
    expect(answer.body.error!.details).toEqual({ fields: ['must be a list of fields'] });
  });

  it('never repeats an invalid value', async () => {
    const answer = await app.api.post('/v1/forms', { ...MINIMAL, name: 'canary\u0001', fields: [{ type: 'canary' }] });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).not.toContain('canary');
  });

  it('names at most a hundred paths', async () => {
    const fields = Array.from({ length: 60 }, () => ({ name: 'Bad', type: 'bad', label: 1 }));
    const answer = await app.api.post('/v1/forms', { ...MINIMAL, fields });
    expect(Object.keys(answer.body.error!.details)).toHaveLength(100);
  });
});
