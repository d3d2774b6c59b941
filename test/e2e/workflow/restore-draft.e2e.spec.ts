import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { aDraft, aFanOut, aVersion, aWebhook, STORE, readWorkflow } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const path = ({ id }: { id: string }) => `/v1/forms/${id}/workflow/draft/restore`;
const restore = (form: { id: string }, version: unknown, ifMatch = '*') =>
  app.api.post(path(form), { version }, { ifMatch, idempotencyKey: '' });

const OLD = aFanOut(STORE, aWebhook('crm'));
const NEW = aFanOut(STORE);

describe('200', () => {
  it('makes an older version the draft, and answers like replacing the draft', async () => {
    const form = await aForm(app.api);
    const first = await aVersion(app.api, form, OLD);
    const second = await aVersion(app.api, form, NEW);
    const answer = await restore(form, 1, second.etag);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      id: first.workflow_id,
      form_id: form.id,
      mode: 'simple',
      simple_editable: true,
      draft: { revision: 4, definition: OLD, is_dirty: true },
    });
    expect(answer.etag).toBe(`"w-${first.workflow_id}-4-2"`);
    expect(await readWorkflow(app.api, form)).toMatchObject({
      etag: answer.etag,
      draft: { restored_from_version_id: first.id, estimated_max_cost: 2 },
      published: { version: 2 },
    });
  });

  it('shows for each version which one it was restored from', async () => {
    const form = await aForm(app.api);
    const first = await aVersion(app.api, form, OLD);
    await aVersion(app.api, form, NEW);
    await restore(form, 1);
    const third = await aVersion(app.api, form);
    expect(third).toMatchObject({ version: 3, definition: OLD, restored_from_version_id: first.id });
    expect((await readWorkflow(app.api, form)).draft).toMatchObject({
      is_dirty: false,
      restored_from_version_id: first.id,
    });
  });

  it('clears the restored version once the draft is edited', async () => {
    const form = await aForm(app.api);
    await aVersion(app.api, form, OLD);
    await restore(form, 1);
    await aDraft(app.api, form, NEW);
    expect((await readWorkflow(app.api, form)).draft.restored_from_version_id).toBeNull();
  });

  it('does not count a revision when the draft already is that version', async () => {
    const form = await aForm(app.api);
    await aVersion(app.api, form, OLD);
    const once = await restore(form, 1);
    const before = await readWorkflow(app.api, form);
    const twice = await restore(form, 1, once.etag);
    expect(twice).toMatchObject({ status: 200, etag: once.etag, body: { data: once.body.data } });
    expect(await readWorkflow(app.api, form)).toEqual(before);
  });

  it('keeps the signing secrets of restored nodes', async () => {
    const form = await aForm(app.api);
    const secrets = async () => (await app.api.get(`/v1/forms/${form.id}/workflow/signing-secrets`)).body.data;
    await aVersion(app.api, form, OLD);
    const before = await secrets();
    expect(before).toHaveLength(1);
    await aVersion(app.api, form, NEW);
    expect(await secrets()).toEqual([]);
    await restore(form, 1);
    expect(await secrets()).toEqual(before);
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const api = app.api.as(await app.key({ scopes: allScopesBut('workflows:write') }));
    const answer = await api.post(path(await aForm(app.api)), { version: 1 }, { ifMatch: '*' });
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('workflows:write');
  });
});

describe('404', () => {
  it('does not find a workflow of another account', async () => {
    const form = await aForm(app.api);
    await aVersion(app.api, form);
    const stranger = app.api.as((await app.stranger()).key);
    expectError(await stranger.post(path(form), { version: 1 }, { ifMatch: '*' }), 'resource_not_found');
  });
});

describe('412', () => {
  it('refuses a stale ETag', async () => {
    const form = await aForm(app.api);
    const { etag } = await aVersion(app.api, form);
    await aDraft(app.api, form, OLD);
    expectError(await restore(form, 1, etag), 'precondition_failed');
  });
});

describe('422', () => {
  it('accepts only versions of this workflow', async () => {
    const [form, other] = [await aForm(app.api), await aForm(app.api)];
    await aVersion(app.api, other);
    expectFieldErrors(await restore(form, 1), 'version');
    await aVersion(app.api, form);
    expectFieldErrors(await restore(form, 2), 'version');
    expect((await readWorkflow(app.api, form)).draft.revision).toBe(1);
  });

  it.each([[undefined], [null], ['1'], [1.5], [0], [-1], [2 ** 31], [true]])('refuses %j as a version', async (version) => {
    const form = await aForm(app.api);
    await aVersion(app.api, form);
    expectFieldErrors(await restore(form, version), 'version');
  });

  it('names an unknown member', async () => {
    const form = await aForm(app.api);
    await aVersion(app.api, form);
    expectFieldErrors(await app.api.post(path(form), { version: 1, force: true }, { ifMatch: '*' }), 'force');
  });
});

describe('428', () => {
  it('requires If-Match', async () => {
    expectError(await app.api.post(path(await aForm(app.api)), { version: 1 }), 'precondition_required');
  });
});
