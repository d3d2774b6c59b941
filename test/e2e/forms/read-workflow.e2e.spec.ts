import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, startApp } from '../../support/app';
import { aForm } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const path = ({ id }: { id: string }) => `/v1/forms/${id}/workflow`;

describe('200', () => {
  it('shows the draft that each form is born with, and nothing published', async () => {
    const form = await aForm(app.api);
    const answer = await app.api.get(path(form));
    expect(answer.status).toBe(200);
    expect(answer.etag).toBe(`"w-${answer.body.data.id}-1-0"`);
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      form_id: form.id,
      mode: 'simple',
      simple_editable: true,
      draft: {
        revision: 1,
        definition: { schema_version: 1, nodes: expect.any(Array), edges: expect.any(Array) },
        is_dirty: true,
        estimated_min_cost: 0,
        estimated_max_cost: 0,
        restored_from_version_id: null,
        saved_at: form.created_at,
      },
      published: null,
    });
    const { nodes } = answer.body.data.draft.definition as { nodes: { type: string }[] };
    expect(nodes.map(({ type }) => type)).toEqual(['submission_received', 'database']);
  });

  it('has a validator of its own that edits of the form do not touch', async () => {
    const form = await aForm(app.api);
    const before = await app.api.get(path(form));
    await app.api.patch(`/v1/forms/${form.id}`, { name: 'Edited' }, { ifMatch: form.etag });
    expect((await app.api.get(path(form))).etag).toBe(before.etag);
  });
});

describe('304', () => {
  it('answers without a body when the client has the workflow already', async () => {
    const form = await aForm(app.api);
    const { etag } = await app.api.get(path(form));
    const answer = await app.api.get(path(form), { headers: { 'if-none-match': etag } });
    expect({ status: answer.status, body: answer.body, etag: answer.etag }).toEqual({ status: 304, body: '', etag });
  });
});

describe('403', () => {
  it('names the scope that the key lacks', async () => {
    const form = await aForm(app.api);
    const answer = await app.api.as(await app.key({ scopes: allScopesBut('workflows:read') })).get(path(form));
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('workflows:read');
  });
});

describe('404', () => {
  it('knows no workflow of another account', async () => {
    const form = await aForm(app.api);
    expectError(await app.api.as((await app.stranger()).key).get(path(form)), 'resource_not_found');
  });
});
