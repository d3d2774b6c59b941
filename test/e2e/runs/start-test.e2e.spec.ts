import { v7 } from 'uuid';
import { AccountSecretsService } from '../../../src/accounts/account-secrets.service';
import { Mailer } from '../../../src/platform/mail/mailer';
import { OutboundHttp } from '../../../src/platform/outbound/outbound-http';
import { BlockedRunsService } from '../../../src/workflows/runs/admission/blocked-runs.service';
import type { StartedRunView } from '../../../src/workflows/runs/api/started-run-view.dto';
import type { CallOptions } from '../../support/api';
import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, aSubmission } from '../../support/forms';
import type { Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import { aTest, listRuns, RunHandle, startWorker, stopWorker } from '../../support/runs';
import { aDefinition, aDraft, aFanOut, aNode, aWebhook, START, STORE, readWorkflow } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

const path = ({ id }: { id: string }) => `/v1/forms/${id}/workflow/test`;
const start = (form: { id: string }, body?: object, options: CallOptions = {}) =>
  app.api.post<StartedRunView>(path(form), body, { ifMatch: '*', ...options });
const runOf = (form: { id: string }, answer: { body: { data: StartedRunView } }) => new RunHandle(app, form, answer.body.data.run_id);

const aFormWithFields = (): Promise<CreatedForm> =>
  anEnabledForm(app.api, {
    fields: [
      { name: 'email', type: 'string', validation: 'email' },
      { name: 'age', type: 'number' },
      { name: 'born', type: 'date' },
      { name: 'agreed', type: 'boolean' },
      { name: 'tags', type: 'array', options: ['red', 'green'] },
      { name: 'cv', type: 'file' },
    ],
  });

const inputOf = async (run: RunHandle): Promise<Record<string, unknown>> => {
  await run.reach('succeeded');
  const [trigger] = (await run.detail()).steps;
  return (trigger!.input as { fields: Record<string, unknown> }).fields;
};

const othersOf = async (run: RunHandle): Promise<unknown> => {
  const sql = `select input -> 'other_values' as others from workflow_runs where id = $1`;
  return (await app.database.query<{ others: unknown }>(sql, [run.id]))[0]!.others;
};

describe('202', () => {
  it('answers the run, its Location and the unchanged ETag', async () => {
    const form = await aFormWithFields();
    const { etag } = await readWorkflow(app.api, form);
    const answer = await start(form, { source: 'sample' }, { ifMatch: etag });
    expect(answer.status).toBe(202);
    expect(answer.body.data).toEqual({
      run_id: expect.any(String),
      status: 'pending',
      reserved_compute_points: 0,
      deliveries_enabled: false,
    });
    expect(answer.etag).toBe(etag);
    const location = `/v1/forms/${form.id}/workflow-runs/${answer.body.data.run_id}`;
    expect(answer.headers.location).toBe(location);
    const run = runOf(form, answer);
    expect(await run.reach('succeeded')).toMatchObject({
      run_kind: 'test',
      draft_revision: '1',
      submission_id: null,
      workflow_version: null,
      workflow_version_id: null,
    });
    expect((await app.api.get(location)).body.data).toMatchObject({ workflow_version: null, run_kind: 'test' });
  });

  it('generates a value for each field with the source sample', async () => {
    const form = await aFormWithFields();
    const fields = await inputOf(runOf(form, await start(form, { source: 'sample' })));
    expect(fields).toEqual({
      email: expect.stringContaining('@'),
      age: expect.any(Number),
      born: expect.stringMatching(/^\d{4}-\d\d-\d\d/),
      agreed: expect.any(Boolean),
      tags: expect.any(Array),
    });
  });

  it('uses the sent fields with the source manual', async () => {
    const form = await aFormWithFields();
    const fields = { email: 'ada@example.com', age: 12.5, tags: ['red'] };
    expect(await inputOf(runOf(form, await start(form, { source: 'manual', fields })))).toEqual(fields);
    expect(await inputOf(runOf(form, await start(form, { source: 'manual', fields: {} })))).toEqual({});
  });

  it('keeps the values of unknown names of a manual test beside the fields, and lists them', async () => {
    const form = await aFormWithFields();
    const fields = { email: 'ada@example.com', age: null, unknown: { deep: [1] }, _gotcha: 'x', constructor: 1 };
    const answer = await start(form, { source: 'manual', fields });
    expect(answer.body.data.ignored_fields).toEqual(['unknown', 'constructor']);
    expect(await inputOf(runOf(form, answer))).toEqual({ email: 'ada@example.com' });
    expect(await othersOf(runOf(form, answer))).toEqual({ unknown: { deep: [1] } });
  });

  it('keeps unknown names of a manual test when the form does not validate fields', async () => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'age', type: 'number' }], validate_fields: false });
    const fields = { age: 'twelve', unknown: [1] };
    const answer = await start(form, { source: 'manual', fields });
    expect(answer.body.data).not.toHaveProperty('ignored_fields');
    expect(await inputOf(runOf(form, answer))).toEqual(fields);
  });

  it('uses the named submission, or the newest one, with the source recent_submission', async () => {
    const form = await aFormWithFields();
    const first = await aSubmission(app.api, form, { email: 'first@example.com' });
    const second = await aSubmission(app.api, form, { email: 'second@example.com', phone: '1' });
    const named = runOf(form, await start(form, { source: 'recent_submission', submission_id: first }));
    expect(await inputOf(named)).toEqual({ email: 'first@example.com' });
    expect(await named.summary()).toMatchObject({ submission_id: first });
    expect((await named.detail()).steps[0]!.output).toEqual({ source: 'form_submit' });
    const newest = runOf(form, await start(form, { source: 'recent_submission' }));
    expect(await inputOf(newest)).toEqual({ email: 'second@example.com' });
    expect(await newest.summary()).toMatchObject({ submission_id: second });
    expect([await othersOf(named), await othersOf(newest)]).toEqual([null, { phone: '1' }]);
  });

  it('starts from a submission without a second production run', async () => {
    const form = await aFormWithFields();
    const id = await aSubmission(app.api, form);
    await runOf(form, await start(form, { source: 'recent_submission' })).reach('succeeded');
    expect((await listRuns(app, form, `submission_id=${id}`)).map(({ run_kind }) => run_kind)).toEqual(['test']);
    const submission = await app.api.get(`/v1/forms/${form.id}/submissions/${id}`);
    expect(submission.body.data.deliveries).toHaveLength(1);
  });

  it('reserves the cost of all nodes but destinations, and bills the executed ones', async () => {
    const where = { field: 'email', op: 'eq', value: 'x' };
    const nodes = [
      START,
      aNode('set', 'set_fields', { set: { a: 1 } }),
      aNode('if', 'condition', { where }),
      aNode('wait', 'delay', { seconds: 60 }),
      aWebhook('crm'),
    ];
    const run = await aTest(app, aDefinition(nodes, 'start>set', 'set>if', 'if:true>wait', 'wait>crm', 'if:false>crm'));
    expect(await run.reach('succeeded')).toMatchObject({
      reserved_compute_points: 2,
      consumed_compute_points: 1,
      released_compute_points: 1,
    });
  });

  it('replays the answer to a repeated request, and starts nothing', async () => {
    const form = await aFormWithFields();
    const { etag } = await readWorkflow(app.api, form);
    const options = { ifMatch: etag, idempotencyKey: 'k' };
    const first = await start(form, { source: 'sample' }, options);
    await aDraft(app.api, form, aFanOut(STORE, aWebhook('crm')));
    const second = await start(form, { source: 'sample' }, options);
    expect({ status: second.status, data: second.body.data }).toEqual({ status: 202, data: first.body.data });
    expect(second.headers).toMatchObject({ 'idempotency-replayed': 'true', location: first.headers.location });
    expect(await listRuns(app, form)).toHaveLength(1);
    expectError(await start(form, { source: 'manual', fields: {} }, options), 'idempotency_conflict');
  });

  it('starts one test for fifty concurrent requests with one key', async () => {
    const form = await aFormWithFields();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => untilServed(() => start(form, { source: 'sample' }, { idempotencyKey: 'once' }))),
    );
    const started = new Set(answers.filter(({ status }) => status === 202).map(({ body }) => body.data.run_id));
    expect(started.size).toBe(1);
    expect(answers.filter(({ status }) => status !== 202 && status !== 409)).toEqual([]);
    expect(await listRuns(app, form)).toHaveLength(1);
  });
});

describe('tests that have not been executed yet', () => {
  let idle: TestApp;
  beforeAll(async () => {
    idle = await startApp();
    await idle.database.query('update plans set test_runs_max = 2');
  });
  afterAll(async () => {
    await stopWorker(idle);
    await idle.close();
  });

  it('execute the draft and the input as they were, and wait for a test slot of the plan', async () => {
    const form = await anEnabledForm(idle.api, { fields: [{ name: 'email', type: 'string' }] });
    const crm = aWebhook('crm', { headers: { 'X-Mail': '{{ fields.email }}' } });
    const before = await aTest(idle, aFanOut(crm), { source: 'manual', fields: { email: 'ada@example.com' } }, form);
    const after = await aTest(idle, aFanOut(STORE), { source: 'sample' }, form);
    const third = await aTest(idle, aFanOut(STORE), { source: 'sample' }, form);
    expect(await third.summary()).toMatchObject({ status: 'blocked_plan_limits', reserved_compute_points: 0 });
    expect(await third.statuses()).toEqual({ start: 'pending', store: 'pending' });
    startWorker(idle);
    for (const run of [before, after]) await run.reach('succeeded');
    await idle.app.get(BlockedRunsService).admitBlockedRuns();
    await third.reach('succeeded');
    expect((await before.detail()).definition).toEqual(aFanOut(crm));
    expect((await before.step('crm')).output).toMatchObject({ request: { headers: { 'X-Mail': 'ada@example.com' } } });
    expect((await after.detail()).definition).toEqual(aFanOut(STORE));
  });
});

describe('a dry run', () => {
  const send = () => jest.spyOn(app.app.get(OutboundHttp), 'send');
  const mail = () => jest.spyOn(app.app.get(Mailer), 'send');
  afterEach(() => jest.restoreAllMocks());

  const destinations = () => [
    aWebhook('crm', {
      url: receiver.url('/hook?a=1'),
      method: 'PUT',
      headers: { 'X-Token': '{{ secrets.DRY }}', 'X-Mail': '{{ fields.email }}' },
      body: { mode: 'template', template: 'Hello {{ fields.email }}', content_type: 'text/plain' },
    }),
    aNode('chat', 'slack', { url: '{{ secrets.DRY }}', text: '{{ fields.email }}' }),
    aNode('mail', 'email', {
      to: ['sales@example.com'],
      subject: 'New',
      reply_to: '{{ fields.email }}',
      body_text: 'Hi',
    }),
    STORE,
  ];

  it('renders the requests into the steps with secrets masked, and sends nothing', async () => {
    await app.app.get(AccountSecretsService).set(app.accountId, 'DRY', 'https://canary-secret.example.com/');
    const [sent, mailed] = [send(), mail()];
    const run = await aTest(app, aFanOut(...destinations()));
    await run.reach('succeeded');
    const { steps } = await run.detail();
    expect(Object.fromEntries(steps.map(({ node_id, output }) => [node_id, output]))).toMatchObject({
      crm: {
        dry_run: true,
        request: {
          channel: 'http',
          method: 'PUT',
          url: receiver.url('/hook?a=1'),
          headers: {
            'user-agent': 'form-collection-service',
            'content-type': 'text/plain',
            'X-Token': '***',
            'X-Mail': 'ada@example.com',
            'webhook-id': expect.stringMatching(/^msg_[0-9a-f]{32}$/),
            'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
            'webhook-signature': 'v1,***',
          },
          body: 'Hello ada@example.com',
        },
      },
      chat: { dry_run: true, request: { url: '***', body: '{"text":"ada@example.com"}' } },
      mail: {
        dry_run: true,
        request: {
          channel: 'mail',
          to: ['sales@example.com'],
          reply_to: 'ada@example.com',
          subject: 'New',
          text: 'Hi',
        },
      },
      store: { submission_id: null },
    });
    expect(steps.map(({ status }) => status)).toEqual(steps.map(() => 'succeeded'));
    expect(steps.map(({ billed_compute_points }) => billed_compute_points)).toEqual(steps.map(() => 0));
    expect([sent.mock.calls, mailed.mock.calls]).toEqual([[], []]);
    expect(receiver.connections).toBe(0);
    expect(JSON.stringify(await app.database.query('select * from workflow_run_steps'))).not.toContain('canary-secret');
  });

  it('renders them even if the trigger passes only some sources', async () => {
    const nodes = [aNode('start', 'submission_received', { sources: ['hosted_form'] }), aWebhook('crm')];
    const run = await aTest(app, aDefinition(nodes, 'start>crm'));
    await run.reach('succeeded');
    expect(await run.step('crm')).toMatchObject({ status: 'succeeded', output: { dry_run: true } });
  });

  it('decides like a production run about everything but the answers of receivers', async () => {
    const where = { field: 'budget', op: 'gte', value: 10 };
    const nodes = [
      aNode('start', 'submission_received', { sources: ['form_submit', 'api'] }),
      STORE,
      aNode('if', 'condition', { where }),
      aNode('shape', 'set_fields', { set: { full: '{{ fields.name }} {{ fields.missing }}' } }),
      aNode('wait', 'delay', { seconds: 1 }),
      aNode('off', 'email', {}, { disabled: true }),
      aWebhook('crm', { url: receiver.url('/trace'), headers: { 'X-Name': '{{ fields.full }}' } }),
      aWebhook('after', { url: receiver.url('/trace'), body: { mode: 'fields' } }),
      aWebhook('other', { url: receiver.url('/trace') }),
      aNode('bad', 'delay', { until: '{{ fields.name }}' }),
    ];
    const edges = [
      'start>store',
      'start>if',
      'if:true>shape',
      'shape>wait',
      'wait>off',
      'off>crm',
      'crm>after',
      'if:false>other',
      'store>bad',
    ];
    const definition = aDefinition(nodes, ...edges);
    const form = await anEnabledForm(app.api, {
      fields: ['name', 'missing'].map((name) => ({ name, type: 'string' })),
      validate_fields: false,
    });
    await app.api.post(`/v1/forms/${form.id}/fields`, { name: 'budget', type: 'number', required: false }, { ifMatch: '*' });
    const test = await aTest(app, definition, { source: 'manual', fields: { name: 'Ada', budget: 12 } }, form);
    await app.api.post(`/v1/forms/${form.id}/workflow/publish`, undefined, { ifMatch: '*' });
    const id = await aSubmission(app.api, form, { name: 'Ada', budget: 12 });
    const [summary] = await listRuns(app, form, `submission_id=${id}`);
    const production = new RunHandle(app, form, summary!.id);
    await Promise.all([test.reach('partially_failed'), production.reach('partially_failed')]);
    expect(traceOf(await test.detail())).toEqual(traceOf(await production.detail()));
    expect((await test.summary()).error_code).toBe((await production.summary()).error_code);
    expect(receiver.to('/trace')).toHaveLength(2);
  });
});

/** The outcome of a run without ids, times, costs and answers of receivers, which a test does not have. */
function traceOf({ status, definition, steps }: { status: string; definition: object; steps: Record<string, any>[] }): object {
  const trace = steps.map(({ node_id, node_type, node_kind, status: stepStatus, input, output, attempt_count, error_code }) => {
    const { dry_run: _1, status: _2, latency_ms: _3, response_bytes: _4, submission_id: _5, source: _6, ...seen } = output ?? {};
    const { body: _7, headers, ...request } = seen.request ?? {};
    const sentHeaders = { ...headers, 'webhook-id': undefined, 'webhook-timestamp': undefined };
    return {
      node_id,
      node_type,
      node_kind,
      stepStatus,
      input,
      seen: { ...seen, request, sentHeaders },
      attempt_count,
      error_code,
    };
  });
  return { status, definition, trace };
}

describe('members that another source uses', () => {
  it.each<[string, object]>([
    ['fields for a sample', { source: 'sample', fields: { email: 5 } }],
    ['fields for a submission', { source: 'recent_submission', fields: { email: 5 } }],
    ['a submission for a sample', { source: 'sample', submission_id: v7() }],
    ['a submission for a manual test', { source: 'manual', fields: {}, submission_id: v7() }],
    ['a malformed submission for a sample', { source: 'sample', submission_id: 'none' }],
  ])('are ignored: %s', async (_, body) => {
    const form = await aFormWithFields();
    await aSubmission(app.api, form);
    const answer = await start(form, body);
    expect(answer.status).toBe(202);
    expect(answer.body.data).toMatchObject({ status: 'pending', deliveries_enabled: false });
  });
});

describe('400', () => {
  it('requires an Idempotency-Key before the body is checked', async () => {
    const form = await aFormWithFields();
    const answer = await start(form, { source: 'nonsense' }, { idempotencyKey: '', ifMatch: '' });
    expectError(answer, 'idempotency_key_required');
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const form = await aFormWithFields();
    const key = await app.key({ scopes: allScopesBut('workflows:test') });
    const answer = await start(form, { source: 'sample' }, { key });
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('workflows:test');
  });

  it('requires submissions:read to start from a submission, before other members are checked', async () => {
    const form = await aFormWithFields();
    await aSubmission(app.api, form);
    const key = await app.key({ scopes: allScopesBut('submissions:read') });
    for (const body of [{ source: 'recent_submission' }, { source: 'recent_submission', submission_id: 'x' }]) {
      const answer = await start(form, body, { key });
      expectError(answer, 'insufficient_scope');
      expect(answer.body.error!.message).toContain('submissions:read');
    }
    expect((await start(form, { source: 'sample' }, { key })).status).toBe(202);
  });
});

describe('404', () => {
  it('does not find a form of another account', async () => {
    const form = await aFormWithFields();
    expectError(await start(form, { source: 'sample' }, { key: (await app.stranger()).key }), 'resource_not_found');
  });
});

describe('412 and 428', () => {
  it('require the current ETag of the workflow', async () => {
    const form = await aFormWithFields();
    const { etag } = await readWorkflow(app.api, form);
    await aDraft(app.api, form, aFanOut(STORE, aWebhook('crm')));
    expectError(await start(form, { source: 'sample' }, { ifMatch: etag }), 'precondition_failed');
    expectError(await start(form, { source: 'nonsense' }, { ifMatch: form.etag }), 'precondition_failed');
    expectError(await start(form, { source: 'sample' }, { ifMatch: '' }), 'precondition_required');
    expect(await listRuns(app, form)).toEqual([]);
  });
});

describe('422', () => {
  let form: CreatedForm;
  beforeAll(async () => {
    form = await aFormWithFields();
  });

  it.each<[string, object | undefined, string]>([
    ['no source', {}, 'source'],
    ['an unknown source', { source: 'production' }, 'source'],
    ['a source that is no text', { source: ['sample'] }, 'source'],
    ['no fields for a manual test', { source: 'manual' }, 'fields'],
    ['fields that are no object', { source: 'manual', fields: [] }, 'fields'],
    ['null for fields', { source: 'manual', fields: null }, 'fields'],
    ['a malformed submission', { source: 'recent_submission', submission_id: '1' }, 'submission_id'],
    ['a submission that is not there', { source: 'recent_submission', submission_id: v7() }, 'submission_id'],
    ['the newest submission of a form without any', { source: 'recent_submission' }, 'submission_id'],
    ['an unknown member', { source: 'sample', dry_run: false }, 'dry_run'],
    ['a character that cannot be stored', { source: 'manual', fields: { email: 'a\0' } }, 'fields.email'],
    ['half of a surrogate pair', { source: 'manual', fields: { email: '\ud800' } }, 'fields.email'],
  ])('refuses %s', async (_, body, name) => {
    expectFieldErrors(await start(form, body), name);
  });

  it.each<[object, string]>([
    [{ email: 'x' }, 'fields.email'],
    [{ age: '12' }, 'fields.age'],
    [{ born: '2026-02-30' }, 'fields.born'],
    [{ agreed: 1 }, 'fields.agreed'],
    [{ tags: ['red', 'blue'] }, 'fields.tags.1'],
    [{ cv: 'text' }, 'fields.cv'],
    [{ email: 'x'.repeat(65_537) }, 'fields.email'],
    [Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`n${index}`, 1])), 'fields'],
  ])('refuses the manual values %.60j, as a submission with them is refused', async (fields, name) => {
    const typed = await aFormWithFields();
    expectFieldErrors(await start(typed, { source: 'manual', fields }), name);
    const submitted = await app.api.post(`/api/v1/forms/${typed.id}/submit`, fields, { key: '' });
    expectFieldErrors(submitted, name === 'fields' ? 'body' : name.replace('fields.', ''));
    expect(await listRuns(app, typed)).toEqual([]);
  });

  it('refuses a manual test without the value of a required field', async () => {
    const typed = await anEnabledForm(app.api, { fields: [{ name: 'age', type: 'number', required: true }] });
    expectFieldErrors(await start(typed, { source: 'manual', fields: {} }), 'fields.age');
  });

  it('refuses a submission of another form', async () => {
    const other = await aFormWithFields();
    const submissionId = await aSubmission(app.api, other);
    const body = { source: 'recent_submission', submission_id: submissionId };
    expectFieldErrors(await start(form, body), 'submission_id');
    expect((await start(other, body)).status).toBe(202);
  });

  it('refuses a draft that cannot be published, with the same errors as publishing', async () => {
    const broken = await aFormWithFields();
    const filter = aNode('f', 'filter', { where: { field: 'nope', op: 'eq', value: 1 } });
    await aDraft(app.api, broken, aDefinition([START, filter, aWebhook('lost')], 'start>f'));
    const answer = await start(broken, { source: 'sample' });
    expectError(answer, 'workflow_validation_failed');
    const published = await app.api.post(`/v1/forms/${broken.id}/workflow/publish`, undefined, { ifMatch: '*' });
    expect(answer.body.error!.details).toEqual(published.body.error!.details);
    expect(await listRuns(app, broken)).toEqual([]);
  });
});
