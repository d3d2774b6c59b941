import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { aForm, anEnabledForm, aSubmission, reload } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const path = (form: { id: string }) => `/v1/forms/${form.id}`;

describe('200', () => {
  it('applies the edit, counts one revision and answers the new ETag', async () => {
    const form = await aForm(app.api, { name: 'Before' });
    const answer = await app.api.patch(path(form), { name: ' After ', status: 'enabled' }, { ifMatch: form.etag });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ name: 'After', status: 'enabled', revision: 2, fields: [] });
    expect(answer.etag).toBe(`"f-${form.id}-2"`);
    expect(await reload(app.api, form)).toMatchObject({ name: 'After', etag: answer.etag });
  });

  it('keeps revision, ETag and updated_at when nothing changes', async () => {
    const form = await aForm(app.api, { name: 'Same' });
    const answer = await app.api.patch(path(form), { name: 'Same', status: 'disabled' }, { ifMatch: form.etag });
    expect(answer.status).toBe(200);
    expect(answer.etag).toBe(form.etag);
    expect(answer.body.data).toMatchObject({ revision: 1, updated_at: form.updated_at });
  });

  it('lets edits follow each other by the ETags that they answer', async () => {
    const form = await aForm(app.api);
    const first = await app.api.patch(path(form), { name: 'One' }, { ifMatch: form.etag });
    const second = await app.api.patch(path(form), { name: 'Two' }, { ifMatch: first.etag });
    expect(second.body.data).toMatchObject({ name: 'Two', revision: 3 });
  });

  it.each([
    ['any of a list', (etag: string) => `"other", ${etag}`],
    ['a star', () => '*'],
    ['the ETag without its quotes', (etag: string) => etag.slice(1, -1)],
  ])('accepts %s in If-Match', async (_, header) => {
    const form = await aForm(app.api);
    const answer = await app.api.patch(path(form), { name: 'Edited' }, { ifMatch: header(form.etag) });
    expect(answer.status).toBe(200);
  });

  it('changes each member without changing the others', async () => {
    let form = await reload(app.api, await aForm(app.api, { allowed_origins: ['https://a.example'] }));
    const edits = [{ name: 'New' }, { status: 'enabled' }, { validate_fields: false }, { notifications_enabled: true }];
    for (const edit of [...edits, { allowed_origins: [] }, { status: 'disabled' }]) {
      const answer = await app.api.patch(path(form), edit, { ifMatch: form.etag });
      const { updated_at } = answer.body.data;
      const availability = { state: answer.body.data.status === 'enabled' ? 'open' : 'disabled', at: null };
      expect(answer.body.data).toEqual({ ...form, etag: undefined, ...edit, availability, revision: form.revision + 1, updated_at });
      form = { ...answer.body.data, etag: answer.etag };
    }
  });

  it('does not count an equivalent edit', async () => {
    const form = await aForm(app.api, { name: 'Same', allowed_origins: ['https://a.example', 'https://b.example'] });
    const same = { name: ' Same ', allowed_origins: ['HTTPS://A.example:443', 'https://b.example/'] };
    expect((await app.api.patch(path(form), same, { ifMatch: form.etag })).etag).toBe(form.etag);
    expect((await app.api.patch(path(form), {}, { ifMatch: form.etag })).etag).toBe(form.etag);
  });

  it('answers the counters and no fields', async () => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
    await aSubmission(app.api, form);
    const answer = await app.api.patch(path(form), { name: 'Counted' }, { ifMatch: form.etag });
    expect(answer.body.data).toMatchObject({ field_count: 1, submissions_count: 1, unread_count: 1, fields: [] });
  });

  it('accepts a merge patch', async () => {
    const form = await aForm(app.api);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const answer = await app.api.patch(path(form), { name: 'Merged' }, { ifMatch: form.etag, headers });
    expect(answer.body.data.name).toBe('Merged');
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const form = await aForm(app.api);
    const key = await app.key({ scopes: allScopesBut('forms:update') });
    const answer = await app.api.as(key).patch(path(form), { name: 'After' }, { ifMatch: form.etag });
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('forms:update');
  });

  it('refuses a read-only key', async () => {
    const form = await aForm(app.api);
    const api = app.api.as(await app.key({ isReadOnly: true }));
    expectError(await api.patch(path(form), { name: 'After' }, { ifMatch: form.etag }), 'writes_disabled');
  });
});

describe('404', () => {
  it('does not find a form of another account', async () => {
    const form = await aForm(app.api);
    const api = app.api.as((await app.stranger()).key);
    expectError(await api.patch(path(form), { name: 'After' }, { ifMatch: form.etag }), 'resource_not_found');
    expect(await reload(app.api, form)).toMatchObject({ revision: 1 });
  });
});

describe('412', () => {
  it('refuses a stale If-Match and leaves the form as it was', async () => {
    const form = await aForm(app.api, { name: 'Before' });
    await app.api.patch(path(form), { name: 'Between' }, { ifMatch: form.etag });
    expectError(await app.api.patch(path(form), { name: 'After' }, { ifMatch: form.etag }), 'precondition_failed');
    expect(await reload(app.api, form)).toMatchObject({ name: 'Between', revision: 2 });
  });

  it.each(['W/"x"', '"*"', 'nonsense', '"f-1", *'])('refuses %s', async (header) => {
    const form = await aForm(app.api);
    expectError(await app.api.patch(path(form), { name: 'After' }, { ifMatch: header }), 'precondition_failed');
  });

  it('refuses the current ETag when a proxy has weakened it', async () => {
    const form = await aForm(app.api);
    expectError(await app.api.patch(path(form), { name: 'After' }, { ifMatch: `W/${form.etag}` }), 'precondition_failed');
  });

  it('accepts exactly one of fifty concurrent edits with the same ETag', async () => {
    const form = await aForm(app.api);
    const edits = Array.from({ length: 50 }, (_, n) => app.api.patch(path(form), { name: `Edit ${n}` }, { ifMatch: form.etag }));
    const statuses = (await Promise.all(edits)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(49);
    expect(await reload(app.api, form)).toMatchObject({ revision: 2 });
  });
});

describe('422', () => {
  it.each([
    ['an unknown member', { nmae: 'x' }, 'nmae'],
    ['a member that only the service sets', { revision: 7 }, 'revision'],
    ['a null', { name: null }, 'name'],
    ['an empty name', { name: '  ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(256) }, 'name'],
    ['an unknown status', { status: 'archived' }, 'status'],
    ['a null for the status', { status: null }, 'status'],
    ['fields, which have addresses of their own', { fields: [] }, 'fields'],
    ['a counter', { submissions_count: 0 }, 'submissions_count'],
    ['an owner', { account_id: '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' }, 'account_id'],
    ['a member that all objects inherit', { constructor: 'x' }, 'constructor'],
    ['a null for origins', { allowed_origins: null }, 'allowed_origins'],
    ['an origin that is none', { allowed_origins: ['https://ok.example', 'nope'] }, 'allowed_origins.1'],
    ['a text in place of a boolean', { validate_fields: 'true' }, 'validate_fields'],
  ])('names %s', async (_, body, error) => {
    const form = await aForm(app.api);
    expectFieldErrors(await app.api.patch(path(form), body, { ifMatch: form.etag }), error);
    expect(await reload(app.api, form)).toMatchObject({ revision: 1 });
  });
});

describe('428', () => {
  it.each(['', ' '])('requires If-Match, and treats %j as missing', async (ifMatch) => {
    const form = await aForm(app.api);
    const answer = await app.api.patch(path(form), { name: 'After' }, { headers: { 'if-match': ifMatch } });
    expectError(answer, 'precondition_required');
  });
});
