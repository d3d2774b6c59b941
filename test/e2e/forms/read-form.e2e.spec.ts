import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { aField, aForm, anEnabledForm, aSubmission, reload } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

describe('200', () => {
  it('answers the form with its fields in order and its ETag', async () => {
    const form = await aForm(app.api, { name: 'Read me' });
    const first = await aField(app.api, form, { name: 'first' });
    const second = await aField(app.api, form, { name: 'second' });
    const answer = await app.api.get(`/v1/forms/${form.id}`);
    expect(answer.status).toBe(200);
    expect(answer.etag).toBe(`"f-${form.id}-3"`);
    expect(answer.body.data).toMatchObject({ name: 'Read me', field_count: 2, revision: 3, fields: [first, second] });
  });

  it('counts submissions, which change neither the ETag nor updated_at', async () => {
    const form = await anEnabledForm(app.api);
    const before = await reload(app.api, form);
    await aSubmission(app.api, form);
    await aSubmission(app.api, form);
    const { etag, ...after } = await reload(app.api, form);
    expect(after).toEqual({
      ...before,
      etag: undefined,
      submissions_count: 2,
      unread_count: 2,
      latest_submission_at: expect.any(String),
    });
    expect(etag).toBe(before.etag);
  });

  it('answers in full although the client has the current ETag, because counters may have changed', async () => {
    const form = await aForm(app.api);
    for (const tag of [form.etag, `W/${form.etag}`, '*']) {
      const answer = await app.api.get(`/v1/forms/${form.id}`, { headers: { 'if-none-match': tag } });
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({ id: form.id });
    }
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const form = await aForm(app.api);
    const answer = await app.api.as(await app.key({ scopes: allScopesBut('forms:read') })).get(`/v1/forms/${form.id}`);
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('forms:read');
  });
});

describe('404', () => {
  it('does not find a form of another account, without a grant, or deleted', async () => {
    const form = await aForm(app.api);
    const path = `/v1/forms/${form.id}`;
    expectError(await app.api.as((await app.stranger()).key).get(path), 'resource_not_found');
    expectError(await app.api.as(await app.key({ formIds: [] })).get(path), 'resource_not_found');
    await app.api.delete(path, { ifMatch: '*' });
    expectError(await app.api.get(path), 'resource_not_found');
  });
});

describe('422', () => {
  it('refuses query parameters', async () => {
    const form = await aForm(app.api);
    expectFieldErrors(await app.api.get(`/v1/forms/${form.id}?include=fields`), 'include');
  });
});
