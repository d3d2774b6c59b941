import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, startApp } from '../../support/app';
import { aForm, reload } from '../../support/forms';
import { aDefinition, aFanOut, aNode, aVersion, aWebhook, START, STORE, readWorkflow } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const path = ({ id }: { id: string }) => `/v1/forms/${id}/workflow/draft`;
const put = (form: { id: string }, definition: unknown, ifMatch = '*') => app.api.put(path(form), { definition }, { ifMatch });

describe('200', () => {
  it('answers the saved draft, nothing more, and the new ETag', async () => {
    const form = await aForm(app.api);
    const { id, etag } = await readWorkflow(app.api, form);
    const definition = aFanOut(STORE, aWebhook('crm'));
    const answer = await put(form, definition, etag);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      id,
      form_id: form.id,
      mode: 'simple',
      simple_editable: true,
      draft: { revision: 2, definition, is_dirty: true },
    });
    expect(answer.etag).toBe(`"w-${id}-2-0"`);
  });

  it('updates the possible cost and the time of the draft', async () => {
    const form = await aForm(app.api);
    const before = await readWorkflow(app.api, form);
    app.clock.forward({ seconds: 1 });
    await put(form, aFanOut(STORE, aWebhook('crm'), aNode('chat', 'slack', { url: 'https://chat.example.com/x' })));
    const { draft } = await readWorkflow(app.api, form);
    expect(draft).toMatchObject({ estimated_min_cost: 0, estimated_max_cost: 4, restored_from_version_id: null });
    expect(Date.parse(draft.saved_at)).toBeGreaterThan(Date.parse(before.draft.saved_at));
  });

  it('accepts a draft that could not be published', async () => {
    const form = await aForm(app.api);
    const loop = aDefinition([aWebhook('a', { url: 'http://127.0.0.1/' }), aNode('f', 'filter')], 'a:x>f', 'f>a');
    const answer = await put(form, loop);
    expect(answer.body.data).toMatchObject({ mode: 'advanced', simple_editable: false, draft: { definition: loop } });
  });

  it('answers the definition exactly as it was sent, including the order of members', async () => {
    const form = await aForm(app.api);
    const text = `{"nodes":[{"ui":{"zoë":["🦊",1.50,-0.25,null,{"constructor":1}],"a":{}},"config":{},"type":"database","id":"__proto__"}],"edges":[],"schema_version":1}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await app.api.put(path(form), `{"definition":${text}}`, { ifMatch: '*', headers });
    expect(answer.status).toBe(200);
    const { draft } = await readWorkflow(app.api, form);
    expect(JSON.stringify(draft.definition)).toBe(text.replace('1.50', '1.5'));
  });

  it('changes nothing when the definition is the same, in whatever order its members come', async () => {
    const form = await aForm(app.api);
    await put(form, aFanOut(STORE, aWebhook('crm', { method: 'PUT' })));
    const before = await readWorkflow(app.api, form);
    app.clock.forward({ seconds: 1 });
    const { schema_version, nodes, edges } = before.draft.definition;
    const turned = nodes.map((node) => Object.fromEntries(Object.entries(node).reverse()));
    const answer = await put(form, { edges, nodes: turned, schema_version }, before.etag);
    expect(answer).toMatchObject({ status: 200, etag: before.etag, body: { data: { draft: { revision: 2 } } } });
    expect(await readWorkflow(app.api, form)).toEqual(before);
  });

  it('is no longer dirty when the draft equals the published version again', async () => {
    const form = await aForm(app.api);
    const definition = aFanOut(STORE, aWebhook('crm'));
    const version = await aVersion(app.api, form, definition);
    const changed = await put(form, aFanOut(STORE), version.etag);
    expect(changed.body.data.draft).toMatchObject({ revision: 3, is_dirty: true });
    const back = await put(form, definition, changed.etag);
    expect(back.body.data.draft).toMatchObject({ revision: 4, is_dirty: false });
    expect(back.etag).toMatch(/-4-1"$/);
  });

  it('does not change the form or its ETag', async () => {
    const form = await aForm(app.api);
    await put(form, aFanOut(STORE, aWebhook('crm')));
    expect(await reload(app.api, form)).toMatchObject({ etag: form.etag, delivery_channel_types: ['database'] });
  });

  it('accepts a definition of more than 256 KiB', async () => {
    const form = await aForm(app.api);
    const config = { url: 'https://crm.example.com/', body: { mode: 'template', template: 'x'.repeat(15_000) } };
    const nodes = Array.from({ length: 30 }, (_, n) => aNode(`n${n}`, 'webhook', config));
    expect((await put(form, aFanOut(...nodes))).status).toBe(200);
  });

  it('accepts exactly one of fifty concurrent edits with the same ETag', async () => {
    const form = await aForm(app.api);
    const { etag } = await readWorkflow(app.api, form);
    const edits = Array.from({ length: 50 }, (_, n) => untilServed(() => put(form, aFanOut(aNode(`store${n}`, 'database')), etag)));
    const statuses = (await Promise.all(edits)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(49);
    expect((await readWorkflow(app.api, form)).draft.revision).toBe(2);
  });
});

describe('400', () => {
  it('refuses a body that is not JSON', async () => {
    const form = await aForm(app.api);
    const headers = { 'content-type': 'application/json' };
    expectError(await app.api.put(path(form), '{"definition":', { ifMatch: '*', headers }), 'malformed_request');
  });
});

describe('401', () => {
  it('requires a key', async () => {
    expectError(await app.api.as(null).put(path(await aForm(app.api)), {}, { ifMatch: '*' }), 'invalid_api_key');
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const api = app.api.as(await app.key({ scopes: allScopesBut('workflows:write') }));
    const answer = await api.put(path(await aForm(app.api)), { definition: aFanOut(STORE) }, { ifMatch: '*' });
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('workflows:write');
  });

  it('refuses a key that may only read', async () => {
    const api = app.api.as(await app.key({ isReadOnly: true }));
    expectError(await api.put(path(await aForm(app.api)), {}, { ifMatch: '*' }), 'writes_disabled');
  });
});

describe('404', () => {
  it('does not find a workflow of another account, and does not change it', async () => {
    const form = await aForm(app.api);
    const stranger = app.api.as((await app.stranger()).key);
    const answer = await stranger.put(path(form), { definition: aFanOut(STORE) }, { ifMatch: '*' });
    expectError(answer, 'resource_not_found');
    expect((await readWorkflow(app.api, form)).draft.revision).toBe(1);
  });

  it('does not find the workflow of a form without a grant', async () => {
    const [granted, other] = [await aForm(app.api), await aForm(app.api)];
    const api = app.api.as(await app.key({ formIds: [granted.id] }));
    expect((await api.put(path(granted), { definition: aFanOut(STORE) }, { ifMatch: '*' })).status).toBe(200);
    expectError(await api.put(path(other), { definition: aFanOut(STORE) }, { ifMatch: '*' }), 'resource_not_found');
  });

  it('does not find the workflow of a deleted form', async () => {
    const form = await aForm(app.api);
    await app.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' });
    expectError(await put(form, aFanOut(STORE)), 'resource_not_found');
  });
});

describe('412', () => {
  it('refuses a stale ETag before it validates the definition', async () => {
    const form = await aForm(app.api);
    const { etag } = await readWorkflow(app.api, form);
    await put(form, aFanOut(STORE));
    expectError(await put(form, 'nonsense', etag), 'precondition_failed');
  });

  it('refuses the ETag of the form, of another workflow, and the one before a publishing', async () => {
    const [form, other] = [await aForm(app.api), await aForm(app.api)];
    const { etag } = await readWorkflow(app.api, form);
    await aVersion(app.api, form);
    for (const stale of [form.etag, (await readWorkflow(app.api, other)).etag, etag]) {
      expectError(await put(form, aFanOut(STORE), stale), 'precondition_failed');
    }
  });
});

describe('413', () => {
  it('refuses a body of more than 512 KiB', async () => {
    const form = await aForm(app.api);
    expectError(await put(form, { ui: 'x'.repeat(512 * 1024) }), 'payload_too_large');
  });
});

describe('415', () => {
  it('refuses a body that is not JSON by its type', async () => {
    const headers = { 'content-type': 'text/plain' };
    const answer = await app.api.put(path(await aForm(app.api)), '{}', { ifMatch: '*', headers });
    expectError(answer, 'unsupported_media_type');
  });
});

describe('422', () => {
  const definition = aFanOut(STORE);
  it.each<[string, unknown, string[]]>([
    ['a definition that is left out', {}, ['definition']],
    ['a definition that is null', { definition: null }, ['definition']],
    ['a definition that is a list', { definition: [] }, ['definition']],
    ['an unknown member', { definition, draft: {} }, ['draft']],
    ['a member that only the service sets', { definition, is_dirty: false, revision: 9 }, ['is_dirty', 'revision']],
    ['an unknown schema version', { definition: { ...definition, schema_version: 2 } }, ['definition.schema_version']],
    [
      'everything else at once',
      { definition: { schema_version: 1, nodes: [{ ...STORE, type: 'code' }, STORE], edges: [{ id: 'e' }], x: 1 } },
      ['definition.x', 'definition.nodes.0.type', 'definition.nodes.1.id', 'definition.edges.0.source', 'definition.edges.0.target'],
    ],
    ['too many nodes', { definition: aFanOut(...Array.from({ length: 50 }, (_, n) => aWebhook(`n${n}`))) }, ['definition.nodes']],
    ['an edge to nowhere', { definition: aDefinition([START], 'start>gone') }, ['definition.edges.0.target']],
  ])('names %s', async (_, body, errors) => {
    const form = await aForm(app.api);
    expectFieldErrors(await app.api.put(path(form), body as object, { ifMatch: '*' }), ...errors);
    expect((await readWorkflow(app.api, form)).draft.revision).toBe(1);
  });

  it('never repeats a value in a message', async () => {
    const answer = await put(await aForm(app.api), {
      schema_version: 'canary-1',
      nodes: [{ id: 'canary 2' }],
      edges: 3,
    });
    expectError(answer, 'validation_failed');
    expect(JSON.stringify(answer.body)).not.toContain('canary');
  });

  it('refuses text that the database cannot store', async () => {
    const unfit = { ...STORE, ui: { note: 'a\u0000b' } };
    expectFieldErrors(await put(await aForm(app.api), aFanOut(unfit)), 'definition.nodes.1.ui.note');
  });
});

describe('428', () => {
  it('requires If-Match', async () => {
    const answer = await app.api.put(path(await aForm(app.api)), { definition: aFanOut(STORE) });
    expectError(answer, 'precondition_required');
  });
});
