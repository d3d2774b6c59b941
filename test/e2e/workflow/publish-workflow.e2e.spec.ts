import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, startApp } from '../../support/app';
import { aForm, reload } from '../../support/forms';
import { aDraft, aFanOut, aNode, aVersion, aWebhook, STORE, readWorkflow } from '../../support/workflows';
import { AccountSecretsService } from '../../../src/accounts/account-secrets.service';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ egressAllowHosts: ['crm.internal'] });
});
afterAll(() => app.close());

const path = ({ id }: { id: string }) => `/v1/forms/${id}/workflow/publish`;
const publish = (form: { id: string }, ifMatch = '*', idempotencyKey?: string) =>
  app.api.post(path(form), undefined, { ifMatch, ...(idempotencyKey && { idempotencyKey }) });

const countVersions = async (form: { id: string }): Promise<number> =>
  (await app.api.get<unknown[]>(`/v1/forms/${form.id}/workflow/versions`)).body.data.length;

describe('201', () => {
  it('answers the version, its Location and the new ETag of the workflow', async () => {
    const form = await aForm(app.api);
    const definition = aFanOut(STORE, aWebhook('crm'));
    const etag = await aDraft(app.api, form, definition);
    const { id } = await readWorkflow(app.api, form);
    const answer = await publish(form, etag);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      workflow_id: id,
      version: 1,
      definition,
      node_count: 3,
      estimated_min_cost: 0,
      estimated_max_cost: 2,
      restored_from_version_id: null,
      published_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(answer.headers).toMatchObject({
      location: `/v1/forms/${form.id}/workflow/versions/1`,
      etag: `"w-${id}-2-1"`,
    });
    expect((await app.api.get(answer.headers.location!)).body.data).toEqual(answer.body.data);
  });

  it('publishes an unchanged draft as a new version', async () => {
    const form = await aForm(app.api);
    const first = await aVersion(app.api, form);
    const second = await publish(form, first.etag);
    expect(second.body.data).toMatchObject({ version: 2, definition: first.definition });
    expect(second.body.data.id).not.toBe(first.id);
  });

  it('publishes for a form that is still disabled', async () => {
    const form = await aForm(app.api);
    expect(form.status).toBe('disabled');
    expect((await publish(form)).status).toBe(201);
  });

  it('updates the delivery channels of the form without a new revision of the form', async () => {
    const form = await aForm(app.api);
    const mail = aNode('mail', 'email', { to: ['a@example.com'], subject: 'New' }, { disabled: true });
    await aVersion(app.api, form, aFanOut(aWebhook('a'), aWebhook('b'), mail));
    expect(await reload(app.api, form)).toMatchObject({
      delivery_channel_types: ['database', 'webhook'],
      revision: form.revision,
      etag: form.etag,
      updated_at: form.updated_at,
    });
    await aVersion(app.api, form, aFanOut(STORE));
    expect(await reload(app.api, form)).toMatchObject({ delivery_channel_types: ['database'] });
  });

  it('enables disabled destinations again', async () => {
    const form = await aForm(app.api);
    const { workflow_id } = await aVersion(app.api, form, aFanOut(STORE, aWebhook('crm')));
    await app.database.query(`insert into failing_destinations values ($1, 'crm', now(), now()), ($1, 'store', now(), null)`, [
      workflow_id,
    ]);
    const [, crm] = (await readWorkflow(app.api, form)).published!.channels;
    expect(crm).toMatchObject({ node_id: 'crm', status: 'auto_disabled' });
    await aVersion(app.api, form);
    expect((await readWorkflow(app.api, form)).published!.channels[1]).toMatchObject({ status: 'active' });
    expect(await app.database.query('select 1 from failing_destinations where workflow_id = $1', [workflow_id])).toEqual([]);
  });

  it('may use secrets of the account and hosts that the operator opened', async () => {
    const form = await aForm(app.api);
    await app.app.get(AccountSecretsService).set(app.accountId, 'CRM_TOKEN', 'canary-token');
    const headers = { 'X-Token': '{{ secrets.CRM_TOKEN }}' };
    const version = await aVersion(app.api, form, aFanOut(aWebhook('crm', { url: 'http://crm.internal/', headers })));
    expect(JSON.stringify(version)).not.toContain('canary-token');
  });

  it('is immutable, whatever happens to the draft and in the database', async () => {
    const form = await aForm(app.api);
    const { etag, ...version } = await aVersion(app.api, form, aFanOut(STORE, aWebhook('crm')));
    await aVersion(app.api, form, aFanOut(STORE));
    const change = app.database.query(`update workflow_versions set definition = '{}' where id = $1`, [version.id]);
    await expect(change).rejects.toThrow('a row of workflow_versions cannot be changed');
    expect((await app.api.get(`/v1/forms/${form.id}/workflow/versions/1`)).body.data).toEqual(version);
  });

  it('replays the answer to a repeated request, even after later edits', async () => {
    const form = await aForm(app.api);
    const { etag } = await readWorkflow(app.api, form);
    const first = await publish(form, etag, 'key-1');
    const replay = await publish(form, etag, 'key-1');
    expect(replay.status).toBe(201);
    expect(replay.body.data).toEqual(first.body.data);
    expect(replay.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'original-request-id': first.body.request_id,
      etag: first.etag,
      location: first.headers.location,
    });
    await aDraft(app.api, form, aFanOut(aWebhook('crm')));
    const late = await publish(form, etag, 'key-1');
    expect({ status: late.status, etag: late.etag, data: late.body.data }).toEqual({
      status: 201,
      etag: '',
      data: first.body.data,
    });
    expect(await countVersions(form)).toBe(1);
  });
});

describe('400', () => {
  it('requires an Idempotency-Key before If-Match', async () => {
    const form = await aForm(app.api);
    expectError(await app.api.post(path(form), undefined, { idempotencyKey: '' }), 'idempotency_key_required');
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const api = app.api.as(await app.key({ scopes: allScopesBut('workflows:publish') }));
    const answer = await api.post(path(await aForm(app.api)), undefined, { ifMatch: '*' });
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('workflows:publish');
  });
});

describe('404', () => {
  it('does not find a workflow of another account', async () => {
    const form = await aForm(app.api);
    const stranger = app.api.as((await app.stranger()).key);
    expectError(await stranger.post(path(form), undefined, { ifMatch: '*' }), 'resource_not_found');
    expect(await countVersions(form)).toBe(0);
  });
});

describe('409', () => {
  it('refuses an idempotency key that was used for another form', async () => {
    const [form, other] = [await aForm(app.api), await aForm(app.api)];
    expect((await publish(form, '*', 'taken')).status).toBe(201);
    expectError(await publish(other, '*', 'taken'), 'idempotency_conflict');
  });
});

describe('412', () => {
  it('refuses the ETag from before the last publishing', async () => {
    const form = await aForm(app.api);
    const { etag } = await readWorkflow(app.api, form);
    await aVersion(app.api, form);
    expectError(await publish(form, etag), 'precondition_failed');
    expect(await countVersions(form)).toBe(1);
  });
});

describe('428', () => {
  it('requires If-Match', async () => {
    expectError(await app.api.post(path(await aForm(app.api))), 'precondition_required');
  });
});
