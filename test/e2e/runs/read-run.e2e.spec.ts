import { v7 } from 'uuid';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut } from '../../support/app';
import { aForm } from '../../support/forms';
import type { Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import type { RunHandle } from '../../support/runs';
import { aPublishedForm, aRun, aRunOf } from '../../support/runs';
import { aDefinition, aDraft, aFanOut, aNode, aVersion, aWebhook, START, STORE } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
let run: RunHandle;
let published: ReturnType<typeof definition>;
withRunningApp((...started) => ([app, receiver] = started));
beforeAll(async () => {
  published = definition(); // once, since the receiver has another address for each test
  run = await aRun(app, published);
  await run.reach('succeeded');
});

const definition = () => {
  const where = { field: 'email', op: 'ends_with', value: '.com' };
  const nodes = [START, aNode('com', 'condition', { where }), aWebhook('crm', { url: receiver.url() }), aWebhook('other')];
  return aDefinition(nodes, 'start>com', 'com:true>crm', 'com:false>other');
};

describe('200', () => {
  it('shows the run with its definition and a step for each node, in the order of the definition', async () => {
    const { id, steps, ...rest } = await run.detail();
    expect({ id, ...rest }).toEqual({
      id: run.id,
      run_kind: 'production',
      status: 'succeeded',
      workflow_version: 1,
      submission_id: run.submissionId,
      workflow_version_id: expect.any(String),
      draft_revision: null,
      reserved_compute_points: 2,
      consumed_compute_points: 2,
      released_compute_points: 0,
      error_code: null,
      retry_of_run_id: null,
      dismissed_at: null,
      published_version: 1,
      started_at: expect.any(String),
      completed_at: expect.any(String),
      created_at: expect.any(String),
      definition: published,
    });
    expect(rest).toMatchObject(await run.summary().then(({ id: _, ...summary }) => summary));
    expect(steps.map(({ node_id }) => node_id)).toEqual(['start', 'com', 'crm', 'other']);
    const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(steps[2]).toEqual({
      id: expect.any(String),
      node_id: 'crm',
      node_type: 'webhook',
      node_kind: 'destination',
      status: 'succeeded',
      input: { fields: { email: 'ada@example.com' } },
      output: expect.objectContaining({ status: 200 }),
      content_restricted: false,
      billed_compute_points: 2,
      attempt_count: 1,
      attempts: [
        { started_at: timestamp, completed_at: timestamp, status: 'succeeded', error_code: null, http_status: 200, response_excerpt: null },
      ],
      error_code: null,
      due_at: null,
      started_at: timestamp,
      completed_at: timestamp,
    });
    expect(steps[3]).toMatchObject({
      status: 'skipped',
      input: null,
      output: null,
      attempt_count: 0,
      started_at: null,
    });
    expect(new Set(steps.map((step) => step.id)).size).toBe(4);
  });

  it('hides input and output of steps from keys that may not read submissions', async () => {
    const key = await app.key({ scopes: allScopesBut('submissions:read') });
    const answer = await app.api.as(key).get(run.path);
    const full = await run.detail();
    expect(answer.body.data).toEqual({
      ...full,
      steps: full.steps.map((step) => ({
        ...step,
        input: null,
        output: null,
        attempts: null,
        content_restricted: true,
      })),
    });
    expect(JSON.stringify(answer.body)).not.toContain('ada@example.com');
  });

  it.each<[string, string, object | undefined]>([
    ['the query', '?confirm_delivery_uncertainty=true', undefined],
    ['a body', '', { confirm_delivery_uncertainty: true }],
    ['an empty body', '', {}],
  ])('accepts the confirmation in %s, and it has no effect', async (_, query, body) => {
    const before = await run.detail();
    const answer = await app.api.call('GET', `${run.path}${query}`, body);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual(before);
    expect(await run.summary()).toMatchObject({ status: 'succeeded' });
  });

  it('keeps showing the definition that was executed after edits of draft, versions and fields', async () => {
    const form = await aPublishedForm(app, aFanOut(STORE));
    const old = await aRunOf(app, form);
    await old.reach('succeeded');
    const before = await old.detail();
    await aVersion(app.api, form, aFanOut(aWebhook('crm', { url: receiver.url() })));
    await aDraft(app.api, form, aFanOut(aWebhook('erp', { url: receiver.url() })));
    expect(await old.detail()).toEqual({ ...before, published_version: 2 });
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const answer = await app.api.as(await app.key({ scopes: allScopesBut('workflows:read') })).get(run.path);
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('workflows:read');
  });
});

describe('404', () => {
  it('is the same for an unknown run, a run of another form or account, and a malformed id', async () => {
    const other = await aForm(app.api);
    const foreign = app.api.as((await app.stranger()).key);
    const selected = app.api.as(await app.key({ formIds: [other.id] }));
    const answers = [
      await app.api.get(`/v1/forms/${run.form.id}/workflow-runs/${v7()}`),
      await app.api.get(`/v1/forms/${run.form.id}/workflow-runs/x`),
      await app.api.get(`/v1/forms/${other.id}/workflow-runs/${run.id}`),
      await foreign.get(run.path),
      await selected.get(run.path),
      await selected.get(`/v1/forms/${other.id}/workflow-runs/${run.id}`),
    ];
    for (const answer of answers) expectError(answer, 'resource_not_found');
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.error))).size).toBe(1);
  });
});

describe('422', () => {
  it.each<[string, string, object | undefined, string]>([
    ['no boolean in the query', '?confirm_delivery_uncertainty=yes', undefined, 'confirm_delivery_uncertainty'],
    ['no boolean in the body', '', { confirm_delivery_uncertainty: 'true' }, 'confirm_delivery_uncertainty'],
    ['null in the body', '', { confirm_delivery_uncertainty: null }, 'confirm_delivery_uncertainty'],
    ['an unknown member', '', { confirm: true }, 'confirm'],
    ['an unknown parameter', '?confirm=true', undefined, 'confirm'],
  ])('refuses %s', async (_, query, body, name) => {
    expectFieldErrors(await app.api.call('GET', `${run.path}${query}`, body), name);
  });
});
