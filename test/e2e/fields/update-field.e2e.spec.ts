import type { FieldView } from '../../../src/forms/definition/field-view.dto';
import { expectError, expectFieldErrors } from '../../support/api';
import type { Answer } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm, reload } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const FIELD = { name: 'email', label: 'E-mail', type: 'string', required: true, options: ['a'], validation: 'email' };

const formOf = (...fields: object[]): Promise<CreatedForm> => aForm(app.api, { fields });

const path = (form: CreatedForm, field: { id: string } = form.fields[0]!) => `/v1/forms/${form.id}/fields/${field.id}`;

const patch = (form: CreatedForm, body: object, ifMatch = '*'): Promise<Answer<FieldView>> => app.api.patch(path(form), body, { ifMatch });

const fieldOf = async (form: CreatedForm) => (await reload(app.api, form)).fields[0];

describe('200', () => {
  it('applies the edit, counts one revision of the form and answers its new ETag', async () => {
    const form = await formOf(FIELD);
    const answer = await patch(form, { label: ' Mail ', required: false }, form.etag);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      ...form.fields[0],
      label: 'Mail',
      required: false,
      updated_at: expect.any(String),
    });
    expect(answer.etag).toBe(`"f-${form.id}-2"`);
    expect(await reload(app.api, form)).toMatchObject({ revision: 2, fields: [answer.body.data] });
  });

  it.each([
    ['a label', { label: null }],
    ['options', { options: null }],
    ['a validation', { validation: null }],
  ])('clears %s with null', async (_, cleared) => {
    const form = await formOf(FIELD);
    const answer = await patch(form, cleared);
    expect(answer.body.data).toEqual({ ...form.fields[0], ...cleared, updated_at: expect.any(String) });
  });

  it.each([
    ['nothing', {}],
    ['the same values', FIELD],
    ['the same values in other words', { label: ' E-mail ' }],
  ])('keeps revision, ETag and updated_at for %s', async (_, body) => {
    const form = await formOf(FIELD);
    const answer = await patch(form, body, form.etag);
    expect(answer.etag).toBe(form.etag);
    expect(answer.body.data).toEqual(form.fields[0]);
  });

  it('renames a field and changes its type before the field contract is locked', async () => {
    const form = await formOf({ ...FIELD, validation: null });
    const answer = await patch(form, { name: 'age', type: 'number', validation: 'integer' });
    expect(answer.body.data).toMatchObject({ name: 'age', type: 'number', validation: { preset: 'integer' } });
  });

  it('removes options by an empty list', async () => {
    const form = await formOf(FIELD);
    expect((await patch(form, { options: [] })).body.data.options).toBeNull();
  });

  it('replaces options as a whole', async () => {
    const form = await formOf({ ...FIELD, options: { a: 1, b: 2 } });
    expect((await patch(form, { options: { c: { constructor: null } } })).body.data.options).toEqual({
      c: { constructor: null },
    });
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const form = await formOf(FIELD);
    const api = app.api.as(await app.key({ scopes: allScopesBut('forms:update') }));
    const answer = await api.patch(path(form), { label: 'x' }, { ifMatch: form.etag });
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('forms:update');
  });
});

describe('404', () => {
  it('does not find a field of another form, a deleted field or an unknown one', async () => {
    const [form, other] = [await formOf(FIELD), await formOf(FIELD)];
    const missing = [other.fields[0]!, { id: '999999999' }, { id: '0' }, { id: '01' }, { id: 'reorder' }];
    for (const field of missing) {
      expectError(await app.api.patch(path(form, field), { label: 'x' }, { ifMatch: '*' }), 'resource_not_found');
    }
    await app.api.delete(path(form), { ifMatch: '*' });
    expectError(await patch(form, { label: 'x' }), 'resource_not_found');
    expect(await fieldOf(other)).toEqual(other.fields[0]);
  });
});

describe('409 when the field contract is locked', () => {
  const lock: Record<string, (form: CreatedForm) => Promise<unknown>> = {
    'is enabled': (form) => app.api.patch(`/v1/forms/${form.id}`, { status: 'enabled' }, { ifMatch: '*' }),
    'was enabled once': async (form) => {
      await lock['is enabled']!(form);
      await app.api.patch(`/v1/forms/${form.id}`, { status: 'disabled' }, { ifMatch: '*' });
    },
    'received a submission once': (form) =>
      app.database.query('update form_stats set first_submission_at = now() where form_id = $1', [form.id]),
  };

  it.each(Object.keys(lock))('refuses another name or type when the form %s', async (state) => {
    const form = await formOf({ ...FIELD, validation: null });
    await lock[state]!(form);
    const before = await reload(app.api, form);
    expectError(await patch(form, { name: 'mail' }), 'field_contract_locked');
    expectError(await patch(form, { type: 'number', label: 'x' }), 'field_contract_locked');
    expect(await reload(app.api, form)).toEqual(before);
  });

  it('never renames a field after a simultaneous request has enabled the form', async () => {
    for (let round = 0; round < 20; round++) {
      const form = await formOf({ ...FIELD, validation: null });
      const [enabled, renamed] = await Promise.all([
        app.api.patch(`/v1/forms/${form.id}`, { status: 'enabled' }, { ifMatch: '*' }),
        patch(form, { name: 'mail' }),
      ]);
      expect(enabled.status).toBe(200);
      if (renamed.status === 200) expect(enabled.body.data.revision).toBe(3);
      else expectError(renamed, 'field_contract_locked');
    }
  });

  it('still accepts the same name and type, and every other change', async () => {
    const form = await formOf(FIELD);
    await lock['is enabled']!(form);
    const rest = { label: 'New', required: false, options: null, validation: 'url' };
    const answer = await patch(form, { name: 'email', type: 'string', ...rest });
    expect(answer.body.data).toMatchObject({ ...rest, validation: { preset: 'url' } });
  });
});

describe('409 when the field has a legacy custom validation', () => {
  async function legacyForm(): Promise<CreatedForm> {
    const form = await formOf({ ...FIELD, validation: null });
    await app.database.query(`update fields set validation_kind = 'custom' where id = $1`, [form.fields[0]!.id]);
    return form;
  }

  it('shows that validation as custom', async () => {
    expect((await fieldOf(await legacyForm()))!.validation).toEqual({ kind: 'custom', preset: null });
  });

  it.each([{ validation: 'email' }, { type: 'number' }, { validation: 'integer', type: 'number' }])(
    'refuses %j until it is cleared',
    async (body) => {
      const form = await legacyForm();
      expectError(await patch(form, body), 'legacy_custom_validation_conflict');
      expect((await patch(form, { validation: null })).body.data.validation).toBeNull();
      expect((await patch(form, body)).status).toBe(200);
    },
  );

  it('allows every other edit', async () => {
    const form = await legacyForm();
    const answer = await patch(form, { label: 'New', name: 'mail', required: false });
    expect(answer.body.data).toMatchObject({ label: 'New', validation: { kind: 'custom' } });
  });

  it('clears it and sets another type in one request', async () => {
    const answer = await patch(await legacyForm(), { validation: null, type: 'number' });
    expect(answer.body.data).toMatchObject({ validation: null, type: 'number' });
  });
});

describe('412', () => {
  it('refuses a stale ETag and leaves the field as it was', async () => {
    const form = await formOf(FIELD);
    await app.api.patch(`/v1/forms/${form.id}`, { name: 'Other' }, { ifMatch: form.etag });
    expectError(await patch(form, { label: 'x' }, form.etag), 'precondition_failed');
    expect(await fieldOf(form)).toEqual(form.fields[0]);
  });
});

describe('422', () => {
  it.each<[string, object, string]>([
    ['an unknown member', { position: 3 }, 'position'],
    ['a member that all objects inherit', { hasOwnProperty: 1 }, 'hasOwnProperty'],
    ['a null name', { name: null }, 'name'],
    ['a bad name', { name: 'Email' }, 'name'],
    ['the name of another field', { name: 'other' }, 'name'],
    ['a null type', { type: null }, 'type'],
    ['an unknown type', { type: 'integer' }, 'type'],
    ['a null for required', { required: null }, 'required'],
    ['a label that is too long', { label: 'x'.repeat(256) }, 'label'],
    ['options that are a flag', { options: true }, 'options'],
    ['an unknown preset', { validation: 'zip' }, 'validation'],
    ['a preset for another type', { validation: 'integer', type: 'date' }, 'validation'],
    ['a type that its preset does not fit', { type: 'boolean' }, 'validation'],
  ])('names %s', async (_, body, error) => {
    const form = await formOf(FIELD, { name: 'other', type: 'string' });
    expectFieldErrors(await patch(form, body), error);
    expect(await fieldOf(form)).toEqual(form.fields[0]);
  });
});

describe('428', () => {
  it('requires If-Match', async () => {
    const form = await formOf(FIELD);
    expectError(await app.api.patch(path(form), { label: 'x' }), 'precondition_required');
  });
});
