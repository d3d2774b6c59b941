import { Client } from 'pg';
import { expectError, expectFaults } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, startApp } from '../../support/app';
import { aField, aForm, anEnabledForm, aSubmission, reload } from '../../support/forms';
import {
  aDefinition,
  aDraft,
  aFan,
  aNode,
  aVersion,
  aWebhook,
  START,
  STORE,
  theWorkflow,
} from '../../support/workflows';
import { AccountSecrets } from '../../../src/accounts/account-secrets.service';
import type { PublishItem } from '../../../src/workflows/definition/check.types';
import { PUBLISH_CODES } from '../../../src/workflows/definition/check.types';
import type { Definition } from '../../../src/workflows/definition/definition.types';
import { GuardedWorkflow } from '../../../src/workflows/guarded-workflow';

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
  it('answers the version, where it is, and the new ETag of the workflow', async () => {
    const form = await aForm(app.api);
    const definition = aFan(STORE, aWebhook('crm'));
    const etag = await aDraft(app.api, form, definition);
    const { id } = await theWorkflow(app.api, form);
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

  it('publishes again what is published already, as a version of its own', async () => {
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

  it('names on the form how submissions are delivered from now on, without a revision of the form', async () => {
    const form = await aForm(app.api);
    const mail = aNode('mail', 'email', { to: ['a@example.com'], subject: 'New' }, { disabled: true });
    await aVersion(app.api, form, aFan(aWebhook('a'), aWebhook('b'), mail));
    expect(await reload(app.api, form)).toMatchObject({
      delivery_channel_types: ['database', 'webhook'],
      revision: form.revision,
      etag: form.etag,
      updated_at: form.updated_at,
    });
    await aVersion(app.api, form, aFan(STORE));
    expect(await reload(app.api, form)).toMatchObject({ delivery_channel_types: ['database'] });
  });

  it('lets destinations that were switched off start again', async () => {
    const form = await aForm(app.api);
    const { workflow_id } = await aVersion(app.api, form, aFan(STORE, aWebhook('crm')));
    await app.database.rows(
      `insert into workflow_channels values ($1, 'crm', now(), now()), ($1, 'store', now(), null)`,
      [workflow_id],
    );
    const [, crm] = (await theWorkflow(app.api, form)).published!.channels;
    expect(crm).toMatchObject({ node_id: 'crm', status: 'auto_disabled' });
    await aVersion(app.api, form);
    expect((await theWorkflow(app.api, form)).published!.channels[1]).toMatchObject({ status: 'active' });
    expect(await app.database.rows('select 1 from workflow_channels where workflow_id = $1', [workflow_id])).toEqual(
      [],
    );
  });

  it('may use secrets of the account and hosts that the operator opened', async () => {
    const form = await aForm(app.api);
    await app.app.get(AccountSecrets).set(app.accountId, 'CRM_TOKEN', 'canary-token');
    const headers = { 'X-Token': '{{ secrets.CRM_TOKEN }}' };
    const version = await aVersion(app.api, form, aFan(aWebhook('crm', { url: 'http://crm.internal/', headers })));
    expect(JSON.stringify(version)).not.toContain('canary-token');
  });

  it('stays as it is, whatever happens to the draft and in the database', async () => {
    const form = await aForm(app.api);
    const { etag, ...version } = await aVersion(app.api, form, aFan(STORE, aWebhook('crm')));
    await aVersion(app.api, form, aFan(STORE));
    const change = app.database.rows(`update workflow_versions set definition = '{}' where id = $1`, [version.id]);
    await expect(change).rejects.toThrow('a row of workflow_versions cannot be changed');
    expect((await app.api.get(`/v1/forms/${form.id}/workflow/versions/1`)).body.data).toEqual(version);
  });

  it('answers a repeated request with the first answer, also after the workflow has gone on', async () => {
    const form = await aForm(app.api);
    const { etag } = await theWorkflow(app.api, form);
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
    await aDraft(app.api, form, aFan(aWebhook('crm')));
    const late = await publish(form, etag, 'key-1');
    expect({ status: late.status, etag: late.etag, data: late.body.data }).toEqual({
      status: 201,
      etag: '',
      data: first.body.data,
    });
    expect(await countVersions(form)).toBe(1);
  });
});

describe('races', () => {
  it('make one version of fifty publishings with one ETag and keys of their own', async () => {
    const form = await aForm(app.api);
    const { etag } = await theWorkflow(app.api, form);
    const answers = await Promise.all(Array.from({ length: 50 }, () => publish(form, etag)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(49);
    expect(await countVersions(form)).toBe(1);
  });

  it('make one version of twenty requests with one key', async () => {
    const form = await aForm(app.api);
    const { etag } = await theWorkflow(app.api, form);
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(form, etag, 'same')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await countVersions(form)).toBe(1);
  });

  it('number versions without gaps when nobody holds a stale ETag', async () => {
    const form = await aForm(app.api);
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(form)));
    const numbers = answers.map(({ body }) => body.data.version as number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('keep definition, node count and costs of one draft together while it is edited', async () => {
    const form = await aForm(app.api);
    const fans = Array.from({ length: 10 }, (_, n) => aFan(STORE, ...webhooks(n)));
    const work = fans.flatMap((fan) => [
      publish(form),
      app.api.put(draftPath(form), { definition: fan }, { ifMatch: '*' }),
    ]);
    expect((await Promise.all(work)).map(({ status }) => status)).toEqual(fans.flatMap(() => [201, 200]));
    for (let number = 1; number <= fans.length; number++) {
      const { data } = (await app.api.get(`/v1/forms/${form.id}/workflow/versions/${number}`)).body;
      const { nodes } = data.definition as Definition;
      expect(data).toMatchObject({ node_count: nodes.length, estimated_max_cost: costOf(nodes) });
    }
  });

  it('hold up no submission', async () => {
    const form = await anEnabledForm(app.api);
    await aVersion(app.api, form);
    await app.database.transaction(async () => {
      expect(await app.app.get(GuardedWorkflow).lock(form)).toMatchObject({ publishedVersion: 1 });
      expect(await aSubmission(app.api, form)).toEqual(expect.any(String));
    });
  });

  it('hold off that the form and its fields change meanwhile', async () => {
    const form = await aForm(app.api);
    const other = new Client({ connectionString: app.databaseUrl });
    await other.connect();
    await app.database.transaction(async () => {
      await app.app.get(GuardedWorkflow).lock(form);
      const edit = other.query('select from forms where id = $1 for update nowait', [form.id]);
      await expect(edit).rejects.toThrow('could not obtain lock');
    });
    await other.end();
  });

  it('with a deletion of the form end in one order or the other, never in an error of ours', async () => {
    const forms = await Promise.all(Array.from({ length: 10 }, () => aForm(app.api)));
    const ends = await Promise.all(
      forms
        .map((form) => [publish(form), app.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' })])
        .map((pair) => Promise.all(pair)),
    );
    for (const [published, deleted] of ends) {
      expect([201, 404]).toContain(published!.status);
      expect(deleted!.status).toBe(200);
    }
  });
});

const draftPath = ({ id }: { id: string }) => `/v1/forms/${id}/workflow/draft`;
const webhooks = (count: number) => Array.from({ length: count }, (_, n) => aWebhook(`n${n}`));
const costOf = (nodes: Definition['nodes']): number => nodes.filter(({ type }) => type === 'webhook').length * 2;

describe('400', () => {
  it('requires an Idempotency-Key, before If-Match', async () => {
    const form = await aForm(app.api);
    expectError(await app.api.post(path(form), undefined, { idempotencyKey: '' }), 'idempotency_key_required');
  });
});

describe('403', () => {
  it('names the scope that the key lacks', async () => {
    const api = app.api.as(await app.key({ scopes: allScopesBut('workflows:publish') }));
    const answer = await api.post(path(await aForm(app.api)), undefined, { ifMatch: '*' });
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('workflows:publish');
  });
});

describe('404', () => {
  it('knows no workflow of another account', async () => {
    const form = await aForm(app.api);
    const stranger = app.api.as((await app.stranger()).key);
    expectError(await stranger.post(path(form), undefined, { ifMatch: '*' }), 'resource_not_found');
    expect(await countVersions(form)).toBe(0);
  });
});

describe('409', () => {
  it('refuses a key that was used for another form', async () => {
    const [form, other] = [await aForm(app.api), await aForm(app.api)];
    expect((await publish(form, '*', 'taken')).status).toBe(201);
    expectError(await publish(other, '*', 'taken'), 'idempotency_conflict');
  });
});

describe('412', () => {
  it('refuses the ETag from before the last publishing', async () => {
    const form = await aForm(app.api);
    const { etag } = await theWorkflow(app.api, form);
    await aVersion(app.api, form);
    expectError(await publish(form, etag), 'precondition_failed');
    expect(await countVersions(form)).toBe(1);
  });
});

describe('422', () => {
  const refused: [PublishItem['code'], Definition, Partial<PublishItem>][] = [
    ['no_trigger', aDefinition([STORE]), {}],
    [
      'multiple_triggers',
      aDefinition([START, aNode('two', 'submission_received'), STORE], 'start>store', 'two>store'),
      { node_id: 'two' },
    ],
    ['invalid_config', aFan(aNode('crm', 'webhook')), { node_id: 'crm', path: 'config.url' }],
    [
      'unknown_port',
      aDefinition([START, STORE], 'start:left>store'),
      { node_id: 'start', edge_id: 'start-left-store', path: 'source_port' },
    ],
    [
      'cycle',
      aDefinition([START, aWebhook('a'), aWebhook('b')], 'start>a', 'a>b', 'b>a'),
      { node_id: 'b', edge_id: 'b-a' },
    ],
    ['unreachable_node', aDefinition([START, STORE, aWebhook('a')], 'start>store'), { node_id: 'a' }],
    [
      'unknown_field',
      aFan(aWebhook('a', { body: { mode: 'template', template: '{{ fields.gone }}' } })),
      { node_id: 'a', path: 'config.body.template' },
    ],
    [
      'unknown_path',
      aFan(aWebhook('a', { body: { mode: 'template', template: '{{ nodes.b.output }}' } })),
      { node_id: 'a', path: 'config.body.template' },
    ],
    [
      'unknown_secret',
      aFan(aWebhook('a', { headers: { 'X-Token': '{{ secrets.GONE }}' } })),
      { node_id: 'a', path: 'config.headers.X-Token' },
    ],
    [
      'blocked_url',
      aFan(aWebhook('a', { url: 'http://169.254.169.254/latest' })),
      { node_id: 'a', path: 'config.url' },
    ],
    ['no_destination', aDefinition([START]), {}],
  ];

  it('is tested here for every code', () => {
    expect(refused.map(([code]) => code)).toEqual([...PUBLISH_CODES]);
  });

  it.each(refused)('tells %s and publishes nothing', async (code, definition, at) => {
    const form = await aForm(app.api);
    const etag = await aDraft(app.api, form, definition);
    const answer = await publish(form, etag);
    expectError(answer, 'workflow_validation_failed');
    const item = { code, message: expect.any(String), node_id: null, edge_id: null, path: null, ...at };
    expect(answer.body.error!.details).toEqual({ items: [item] });
    expect(await theWorkflow(app.api, form)).toMatchObject({ published: null, etag });
  });

  it('tells everything at once', async () => {
    const form = await aForm(app.api);
    await aDraft(
      app.api,
      form,
      aDefinition([START, aNode('f', 'filter'), aWebhook('a', { method: 'GET' })], 'start:x>f'),
    );
    const { items } = (await publish(form)).body.error!.details as { items: PublishItem[] };
    expect(new Set(items.map(({ code }) => code))).toEqual(
      new Set(['unreachable_node', 'unknown_port', 'invalid_config']),
    );
  });

  it('knows the fields of the form as they are now', async () => {
    const form = await aForm(app.api);
    const body = { mode: 'template', template: '{{ fields.email }}' };
    await aDraft(app.api, form, aFan(aWebhook('a', { body })));
    expectError(await publish(form), 'workflow_validation_failed');
    const field = await aField(app.api, form, { name: 'email' });
    expect((await publish(form)).status).toBe(201);
    await app.api.delete(`/v1/forms/${form.id}/fields/${field.id}`, { ifMatch: '*' });
    expectError(await publish(form), 'workflow_validation_failed');
  });

  it('knows no secret of another account', async () => {
    const { accountId } = await app.stranger();
    await app.app.get(AccountSecrets).set(accountId, 'THEIRS', 'x');
    const form = await aForm(app.api);
    await aDraft(app.api, form, aFan(aWebhook('a', { headers: { 'X-Token': '{{ secrets.THEIRS }}' } })));
    expectError(await publish(form), 'workflow_validation_failed');
  });

  it('leaves the Idempotency-Key free, so that it works once the draft is mended', async () => {
    const form = await aForm(app.api);
    await aDraft(app.api, form, aDefinition([STORE]));
    expectError(await publish(form, '*', 'mended'), 'workflow_validation_failed');
    await aDraft(app.api, form, aFan(STORE));
    expect((await publish(form, '*', 'mended')).status).toBe(201);
  });

  it('takes no body', async () => {
    const form = await aForm(app.api);
    const answer = await app.api.post(path(form), { definition: aFan(STORE) }, { ifMatch: '*' });
    expectFaults(answer, 'definition');
  });
});

describe('428', () => {
  it('requires If-Match', async () => {
    expectError(await app.api.post(path(await aForm(app.api))), 'precondition_required');
  });
});
