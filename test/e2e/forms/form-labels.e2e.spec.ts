import { expectError } from '../../support/api';
import { allScopesBut, shareApp, type TestApp } from '../../support/app';
import { aField, aForm } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

describe('the labels of a form', () => {
  it('tell a key that reads submissions its name and fields, and nothing else of it', async () => {
    const form = await aForm(app.api, { name: 'Contact desk', allowed_origins: ['https://www.example.com'] });
    const field = await aField(app.api, form, { name: 'mail', label: 'Your e-mail address' });
    const reader = app.api.as(await app.key({ scopes: ['submissions:read'], formIds: [form.id] }));
    const { status, body } = await reader.get(`/v1/forms/${form.id}/labels`);
    expect([status, body.data]).toEqual([200, { id: form.id, name: 'Contact desk', fields: [field] }]);
    expectError(await reader.get(`/v1/forms/${form.id}`), 'insufficient_scope');
  });

  it('are not told of forms without a grant, or to a key without submissions:read', async () => {
    const [form, other] = [await aForm(app.api), await aForm(app.api)];
    const labels = async (key: string) => app.api.as(key).get(`/v1/forms/${form.id}/labels`);
    expectError(await labels(await app.key({ scopes: ['submissions:read'], formIds: [other.id] })), 'resource_not_found');
    expectError(await labels(await app.key({ scopes: allScopesBut('submissions:read') })), 'insufficient_scope');
  });
});
