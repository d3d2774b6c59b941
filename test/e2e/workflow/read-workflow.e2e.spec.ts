import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { aDefinition, aDraft, aFanOut, aNode, aVersion, aWebhook, START, STORE, readWorkflow, workflowPath } from '../../support/workflows';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

describe('200', () => {
  it('shows the published version beside an edited draft', async () => {
    const form = await aForm(app.api);
    const version = await aVersion(app.api, form, aFanOut(STORE, aWebhook('crm')));
    const unfinished = aDefinition([START, aNode('f', 'filter'), STORE], 'start>f');
    const etag = await aDraft(app.api, form, unfinished);
    expect(await readWorkflow(app.api, form)).toEqual({
      id: version.workflow_id,
      form_id: form.id,
      mode: 'advanced',
      simple_editable: false,
      draft: {
        revision: 3,
        definition: unfinished,
        is_dirty: true,
        estimated_min_cost: 0,
        estimated_max_cost: 0,
        restored_from_version_id: null,
        saved_at: expect.any(String),
      },
      published: {
        id: version.id,
        version: 1,
        definition: version.definition,
        estimated_min_cost: 0,
        estimated_max_cost: 2,
        published_at: version.published_at,
        channels: [
          { node_id: 'store', channel_type: 'database', name: null, status: 'active', target: 'database' },
          expect.objectContaining({ node_id: 'crm', channel_type: 'webhook', status: 'active' }),
        ],
      },
      etag,
    });
  });

  it('is not dirty right after publishing', async () => {
    const form = await aForm(app.api);
    await aVersion(app.api, form);
    expect((await readWorkflow(app.api, form)).draft.is_dirty).toBe(false);
  });

  it('shows whether each destination is active, paused or disabled', async () => {
    const form = await aForm(app.api);
    const paused = aWebhook('paused', {}, { disabled: true });
    const { workflow_id } = await aVersion(
      app.api,
      form,
      aFanOut(STORE, aWebhook('gone', {}, { name: 'CRM' }), paused, aWebhook('failing')),
    );
    await app.database.query(
      `insert into failing_destinations (workflow_id, node_id, failing_since, disabled_at)
       values ($1, 'gone', now(), now()), ($1, 'paused', now(), now()), ($1, 'failing', now(), null)`,
      [workflow_id],
    );
    const { channels } = (await readWorkflow(app.api, form)).published!;
    expect(channels.map(({ node_id, name, status }) => [node_id, name, status])).toEqual([
      ['store', null, 'active'],
      ['gone', 'CRM', 'auto_disabled'],
      ['paused', null, 'paused'],
      ['failing', null, 'active'],
    ]);
  });

  it('masks the targets of channels', async () => {
    const form = await aForm(app.api);
    const url = 'https://hooks.example.com/services/T0/canary?key=canary';
    const mail = aNode('mail', 'email', { to: ['canary@example.com'], subject: 'New' });
    await aVersion(app.api, form, aFanOut(aWebhook('crm', { url }), mail));
    const { channels } = (await readWorkflow(app.api, form)).published!;
    expect(channels.map(({ target }) => target).join()).toMatch(/^https:\/\/hooks\.example\.com\/services….*,c\*\*\*@example\.com$/);
    expect(JSON.stringify(channels)).not.toContain('canary');
  });
});

describe('304', () => {
  it('is answered until the draft is edited or the workflow is published', async () => {
    const form = await aForm(app.api);
    const known = async (etag: string) => (await app.api.get(workflowPath(form), { headers: { 'if-none-match': etag } })).status;
    const { etag } = await readWorkflow(app.api, form);
    expect(await known(etag)).toBe(304);
    const edited = await aDraft(app.api, form, aFanOut(STORE));
    expect([await known(etag), await known(edited)]).toEqual([200, 304]);
    const { etag: published } = await aVersion(app.api, form);
    expect([await known(edited), await known(published)]).toEqual([200, 304]);
  });
});
