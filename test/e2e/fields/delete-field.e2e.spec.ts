import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aForm, anEnabledForm, aSubmission, reload } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const FIELDS = ['a', 'b', 'c'].map((name) => ({ name, type: 'string' }));

const path = (form: CreatedForm, index = 1) => `/v1/forms/${form.id}/fields/${form.fields[index]!.id}`;

describe('200', () => {
  it('answers exactly an empty object and the new ETag of the form', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const answer = await app.api.delete(path(form), { ifMatch: form.etag });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({});
    expect(answer.etag).toBe(`"f-${form.id}-2"`);
    expect(await reload(app.api, form)).toMatchObject({ etag: answer.etag, revision: 2, field_count: 2 });
  });

  it('closes the gap in the positions', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    await app.api.delete(path(form, 0), { ifMatch: form.etag });
    const { fields } = await reload(app.api, form);
    expect(fields.map(({ name, position }) => [name, position])).toEqual([
      ['b', 0],
      ['c', 1],
    ]);
  });

  it('keeps the values of stored submissions', async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    const submission = await aSubmission(app.api, form, { a: '1', b: '2' });
    await app.api.delete(path(form), { ifMatch: form.etag });
    const answer = await app.api.get(`/v1/forms/${form.id}/submissions/${submission}`);
    expect(answer.body.data.fields).toEqual({ a: '1', b: '2' });
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const key = await app.key({ scopes: allScopesBut('forms:update') });
    const answer = await app.api.as(key).delete(path(form), { ifMatch: form.etag });
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('forms:update');
  });
});

describe('404', () => {
  it('does not find a deleted field, nor a field of another form', async () => {
    const [form, other] = [await aForm(app.api, { fields: FIELDS }), await aForm(app.api, { fields: FIELDS })];
    await app.api.delete(path(form), { ifMatch: form.etag });
    expectError(await app.api.delete(path(form), { ifMatch: '*' }), 'resource_not_found');
    const foreign = `/v1/forms/${form.id}/fields/${other.fields[0]!.id}`;
    expectError(await app.api.delete(foreign, { ifMatch: '*' }), 'resource_not_found');
    expect(await reload(app.api, other)).toMatchObject({ field_count: 3 });
  });

  it('is the answer to all but one of ten concurrent deletes', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const deletes = Array.from({ length: 10 }, () => untilServed(() => app.api.delete(path(form), { ifMatch: '*' })));
    const statuses = (await Promise.all(deletes)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array<number>(9).fill(404)]);
    expect(await reload(app.api, form)).toMatchObject({ revision: 2, field_count: 2 });
  });
});

describe('412', () => {
  it('refuses a stale ETag and keeps the field', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    await app.api.delete(path(form, 0), { ifMatch: form.etag });
    expectError(await app.api.delete(path(form), { ifMatch: form.etag }), 'precondition_failed');
    expect(await reload(app.api, form)).toMatchObject({ field_count: 2 });
  });
});

describe('422', () => {
  it('refuses a body with members', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    expectFieldErrors(await app.api.delete(path(form), { ifMatch: form.etag }, { reason: 'x' }), 'reason');
  });
});

describe('428', () => {
  it('requires If-Match', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    expectError(await app.api.delete(path(form)), 'precondition_required');
  });
});
