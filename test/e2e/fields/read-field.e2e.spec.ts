import { expectError, expectFieldErrors } from '../../support/api';
import { allScopesBut, shareApp } from '../../support/app';
import type { TestApp } from '../../support/app';
import { aField, aForm, etagOf } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

describe('200', () => {
  it('answers the field, where Location of its creation points, with the ETag of its form', async () => {
    const form = await aForm(app.api);
    const body = { name: 'email', type: 'string', required: true, validation: 'email' };
    const created = await app.api.post(`/v1/forms/${form.id}/fields`, body, { ifMatch: form.etag });
    const read = await app.api.get(created.headers.location!);
    expect(read.status).toBe(200);
    expect(read.body.data).toEqual(created.body.data);
    expect(read.etag).toBe(created.etag);
  });

  it('answers an ETag with which the field can be edited', async () => {
    const form = await aForm(app.api);
    const field = await aField(app.api, form);
    const path = `/v1/forms/${form.id}/fields/${field.id}`;
    const { etag } = await app.api.get(path);
    const edited = await app.api.patch(path, { label: 'E-mail' }, { ifMatch: etag });
    expect(edited.status).toBe(200);
    expect((await app.api.get(path)).body.data).toEqual(edited.body.data);
  });
});

describe('304', () => {
  it('answers a client that has the current ETag, until the form is edited', async () => {
    const form = await aForm(app.api);
    const field = await aField(app.api, form);
    const path = `/v1/forms/${form.id}/fields/${field.id}`;
    const headers = { 'if-none-match': await etagOf(app.api, form) };
    expect((await app.api.get(path, { headers })).status).toBe(304);
    await aField(app.api, form, { name: 'other' });
    expect((await app.api.get(path, { headers })).status).toBe(200);
  });
});

describe('404', () => {
  it('hides deleted fields, fields of other forms and accounts, and malformed ids', async () => {
    const [form, otherForm] = [await aForm(app.api), await aForm(app.api)];
    const field = await aField(app.api, form);
    const read = (formId: string, id: string, key?: string) => app.api.get(`/v1/forms/${formId}/fields/${id}`, { key });
    expectError(await read(otherForm.id, field.id), 'resource_not_found');
    expectError(await read(form.id, field.id, (await app.stranger()).key), 'resource_not_found');
    expectError(await read(form.id, field.id, await app.key({ formIds: [] })), 'resource_not_found');
    expectError(await read(form.id, 'email'), 'resource_not_found');
    await app.api.delete(`/v1/forms/${form.id}/fields/${field.id}`, { ifMatch: await etagOf(app.api, form) });
    expectError(await read(form.id, field.id), 'resource_not_found');
  });
});

describe('403 and 422', () => {
  it('refuse a key without forms:read, and query parameters', async () => {
    const form = await aForm(app.api);
    const { id } = await aField(app.api, form);
    const path = `/v1/forms/${form.id}/fields/${id}`;
    expectError(await app.api.get(path, { key: await app.key({ scopes: allScopesBut('forms:read') }) }), 'insufficient_scope');
    expectFieldErrors(await app.api.get(`${path}?verbose=1`), 'verbose');
  });
});
