import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { aField, aForm, anEnabledForm, etagOf, reload } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const path = ({ id }: { id: string }) => `/v1/forms/${id}/fields`;
const FIELD = { name: 'email', type: 'string', required: true };

describe('201', () => {
  it('answers the field, its Location and the new ETag of the form', async () => {
    const form = await aForm(app.api);
    const answer = await app.api.post(path(form), FIELD, { ifMatch: form.etag });
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(data).toEqual({
      ...FIELD,
      id: expect.stringMatching(/^[1-9]\d*$/),
      label: null,
      options: null,
      validation: null,
      position: 0,
      created_at: expect.any(String),
      updated_at: data.created_at,
    });
    expect(answer.headers).toMatchObject({ location: `${path(form)}/${data.id}`, etag: `"f-${form.id}-2"` });
    expect(await reload(app.api, form)).toMatchObject({ revision: 2, field_count: 1, fields: [data] });
  });

  it('makes a field that is not required where that is not said, as a new form does', async () => {
    const form = await aForm(app.api);
    const answer = await app.api.post(path(form), { name: 'email', type: 'string' }, { ifMatch: form.etag });
    expect(answer.body.data).toMatchObject({ name: 'email', required: false });
  });

  it('appends the field, even after a deletion', async () => {
    const form = await aForm(app.api);
    const first = await aField(app.api, form, { name: 'first' });
    await aField(app.api, form, { name: 'second' });
    await app.api.delete(`${path(form)}/${first.id}`, { ifMatch: '*' });
    expect(await aField(app.api, form, { name: 'third' })).toMatchObject({ position: 1 });
  });

  it('accepts every member of a field', async () => {
    const form = await aForm(app.api);
    const all = { ...FIELD, label: ' E-mail ', options: ['a', 'b'], validation: 'email' };
    expect(await aField(app.api, form, all)).toMatchObject({
      label: 'E-mail',
      options: ['a', 'b'],
      validation: { kind: 'preset', preset: 'email' },
    });
  });

  it.each(['string', 'number', 'date', 'boolean', 'array', 'file'])('accepts the type %s', async (type) => {
    const form = await aForm(app.api);
    expect(await aField(app.api, form, { type })).toMatchObject({ type });
  });

  it.each([
    ['integer', 'number'],
    ['integer', 'string'],
    ['hex_color', 'string'],
  ])('accepts the preset %s for the type %s', async (validation, type) => {
    const form = await aForm(app.api);
    expect(await aField(app.api, form, { validation, type })).toMatchObject({ validation: { preset: validation } });
  });

  it('accepts null as label, options and validation', async () => {
    const form = await aForm(app.api);
    const nothing = { label: null, options: null, validation: null };
    expect(await aField(app.api, form, nothing)).toMatchObject(nothing);
  });

  it('takes an empty list of options for none, and stores others with single blanks', async () => {
    const form = await aForm(app.api);
    expect(await aField(app.api, form, { options: [] })).toMatchObject({ options: null });
    expect(await aField(app.api, form, { name: 'size', options: [' very  small', 'large\n'] })).toMatchObject({
      options: ['very small', 'large'],
    });
  });

  it('keeps an object as options that is as deep as a body can be', async () => {
    const form = await aForm(app.api);
    const deep = JSON.parse(`${'{"a":'.repeat(31)}1${'}'.repeat(31)}`) as object;
    expect(await aField(app.api, form, { options: deep })).toMatchObject({ options: deep });
  });

  it('accepts the name of a deleted field', async () => {
    const form = await aForm(app.api);
    const field = await aField(app.api, form);
    await app.api.delete(`${path(form)}/${field.id}`, { ifMatch: '*' });
    expect((await aField(app.api, form)).id).not.toBe(field.id);
  });

  it('is allowed after the form has been enabled', async () => {
    const form = await anEnabledForm(app.api);
    expect((await app.api.post(path(form), FIELD, { ifMatch: form.etag })).status).toBe(201);
  });
});

describe('400', () => {
  it.each(['', ' '])('requires an Idempotency-Key, and treats %j as missing', async (key) => {
    const form = await aForm(app.api);
    const options = { ifMatch: form.etag, idempotencyKey: '', headers: { 'idempotency-key': key } };
    expectError(await app.api.post(path(form), FIELD, options), 'idempotency_key_required');
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const form = await aForm(app.api);
    const key = await app.key({ scopes: allScopesBut('forms:update') });
    const answer = await app.api.as(key).post(path(form), FIELD, { ifMatch: form.etag });
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('forms:update');
  });
});

describe('404', () => {
  it('does not find a form of another account', async () => {
    const form = await aForm(app.api);
    const api = app.api.as((await app.stranger()).key);
    expectError(await api.post(path(form), FIELD, { ifMatch: form.etag }), 'resource_not_found');
  });
});

describe('412', () => {
  it('refuses a stale ETag and adds nothing', async () => {
    const form = await aForm(app.api);
    await aField(app.api, form, { name: 'other' });
    expectError(await app.api.post(path(form), FIELD, { ifMatch: form.etag }), 'precondition_failed');
    expect(await reload(app.api, form)).toMatchObject({ revision: 2, field_count: 1 });
  });
});

describe('422', () => {
  it.each<[string, object, string[]]>([
    ['what is missing', {}, ['name', 'type']],
    ['an unknown member', { ...FIELD, position: 0 }, ['position']],
    ['a member that all objects inherit', { ...FIELD, hasOwnProperty: 1 }, ['hasOwnProperty']],
    ['a null name', { ...FIELD, name: null }, ['name']],
    ['a name with a blank before it', { ...FIELD, name: ' email' }, ['name']],
    ['a name with a hyphen', { ...FIELD, name: 'e-mail' }, ['name']],
    ['a name that starts with a digit', { ...FIELD, name: '1st' }, ['name']],
    ['a name that is too long', { ...FIELD, name: 'a'.repeat(65) }, ['name']],
    ['an unknown type', { ...FIELD, type: 'email' }, ['type']],
    ['a null for required', { ...FIELD, required: null }, ['required']],
    ['a text for required', { ...FIELD, required: 'false' }, ['required']],
    ['a label that is too long', { ...FIELD, label: 'x'.repeat(256) }, ['label']],
    ['a label with a control character', { ...FIELD, label: 'a\u007fb' }, ['label']],
    ['a number for options', { ...FIELD, options: 7 }, ['options']],
    ['an option that is too long', { ...FIELD, options: ['x'.repeat(256)] }, ['options.0']],
    ['an empty option', { ...FIELD, options: ['a', ''] }, ['options.1']],
    ['an option of white space', { ...FIELD, options: ['a', ' '] }, ['options.1']],
    ['two options that differ in white space', { ...FIELD, options: ['a b', ' a  b'] }, ['options.1']],
    ['an unknown preset', { ...FIELD, validation: 'regex' }, ['validation']],
    ['a preset that all objects inherit', { ...FIELD, validation: 'toString' }, ['validation']],
    ['an object for a preset', { ...FIELD, validation: { preset: 'email' } }, ['validation']],
    ['a preset for another type', { ...FIELD, type: 'date', validation: 'url' }, ['validation']],
  ])('names %s', async (_, body, errors) => {
    const form = await aForm(app.api);
    expectFieldErrors(await app.api.post(path(form), body, { ifMatch: form.etag }), ...errors);
    expect(await reload(app.api, form)).toMatchObject({ revision: 1, field_count: 0 });
  });

  it('refuses the name of another field of the form', async () => {
    const form = await aForm(app.api);
    await aField(app.api, form);
    expectFieldErrors(await app.api.post(path(form), FIELD, { ifMatch: await etagOf(app.api, form) }), 'name');
  });

  it('refuses a field beyond the maximum', async () => {
    const fields = Array.from({ length: 100 }, (_, index) => ({ name: `f${index}`, type: 'string' }));
    const form = await aForm(app.api, { fields });
    const answer = await app.api.post(path(form), FIELD, { ifMatch: form.etag });
    expectError(answer, 'validation_failed');
    expect(JSON.stringify(answer.body.error!.details)).toContain('at most 100 fields');
  });
});

describe('428', () => {
  it('requires If-Match', async () => {
    expectError(await app.api.post(path(await aForm(app.api)), FIELD), 'precondition_required');
  });
});
