import { randomUUID } from 'node:crypto';
import type { Scope } from '../../../src/api/auth/caller';
import { type Answer, expectError, expectFieldErrors } from '../../support/api';
import { allScopesBut, type TestApp } from '../../support/app';
import { aGate, type Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import { anAccountWithPoints, aPublishedForm, aRun, aRunOf, aTest, type RunHandle } from '../../support/runs';
import { aDefinition, aFanOut, aNode, aVersion, aWebhook, START, STORE } from '../../support/workflows';
import { waitUntil } from '../../support/wait-until';

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

const hook = (id: string, config: object = {}) => aWebhook(id, { url: receiver.url(`/${id}`), ...config });
const works = (...paths: string[]) => receiver.reacts(({ path }) => ({ status: paths.includes(path) ? 200 : 404 }));
const act = (run: RunHandle, action: 'dismiss' | 'resume', key?: string) =>
  app.api.post<any>(`${run.path}/${action}`, undefined, key ? { key } : {});
const attention = async (): Promise<string[]> =>
  (await app.api.get<{ id: string }[]>('/v1/workflow-runs?attention=true&limit=50')).body.data.map(({ id }) => id);

async function aFailedRun(...nodes: ReturnType<typeof hook>[]): Promise<RunHandle> {
  works('/good');
  const run = await aRun(app, aFanOut(...(nodes.length > 0 ? nodes : [hook('bad')])));
  await waitUntil(async () => (await run.summary()).completed_at !== null);
  return run;
}

describe('a retry that leaves out a destination', () => {
  const leftOut = { status: 'skipped', error_code: 'left_out', billed_compute_points: 0, attempt_count: 0 };

  async function aRow(): Promise<RunHandle> {
    works('/after');
    const run = await aRun(app, aDefinition([START, hook('bad'), hook('after'), STORE], 'start>bad', 'bad>after', 'start>store'));
    await run.reach('partially_failed');
    return run;
  }

  it('goes on behind it, and leaves it out again when it is retried', async () => {
    const run = await aRow();
    const before = receiver.to('/bad').length;
    works();
    const second = await run.repeated({ skip: ['bad'] });
    await second.reach('partially_failed');
    expect([await second.step('bad'), await second.step('after')]).toMatchObject([leftOut, { status: 'failed' }]);
    works('/after');
    const third = await second.repeated();
    await third.reach('succeeded');
    expect(await third.step('bad')).toMatchObject(leftOut);
    expect(receiver.to('/bad')).toHaveLength(before);
  });

  it('leaves it out of the published workflow as well, whose next retry sends to it', async () => {
    const run = await aRow();
    works();
    const second = await run.repeated({ workflow: 'published', skip: ['bad'] });
    await second.reach('partially_failed');
    expect(await second.step('bad')).toMatchObject(leftOut);
    works('/bad', '/after');
    const third = await second.repeated({ workflow: 'published' });
    await third.reach('succeeded');
    expect(await third.step('bad')).toMatchObject({ status: 'succeeded' });
  });

  it.each([['store'], ['start'], ['unknown']])('is refused for what is no open destination: %s', async (node) => {
    const run = await aRow();
    const answer = await app.api.post(`${run.path}/retry`, { skip: [node] }, { idempotencyKey: randomUUID() });
    expectFieldErrors(answer, 'skip');
    expect((await run.repeated({ skip: ['bad'] })).id).not.toBe(run.id);
  });
});

describe('a retry with the published workflow', () => {
  const delivered = { status: 'skipped', error_code: 'already_delivered', billed_compute_points: 0, attempt_count: 0 };

  it('sends the submission through the mended version, without what the chain has delivered, and goes on behind that', async () => {
    works('/good');
    const body = { mode: 'template', template: '{{ nodes.good.output.status }} {{ fields.tier }}', content_type: 'text/plain' };
    const form = await aPublishedForm(app, aFanOut(hook('good'), hook('bad'), STORE));
    const run = await aRunOf(app, form);
    await run.reach('partially_failed');
    const set = aNode('set', 'set_fields', { set: { tier: 'gold' } });
    const mended = [START, set, hook('good'), hook('bad', { url: receiver.url('/mended') }), hook('after', { body }), STORE];
    await aVersion(app.api, form, aDefinition(mended, 'start>store', 'start>set', 'set>good', 'good>after', 'start>bad'));
    works('/mended');
    const second = await run.repeated({ workflow: 'published' });
    expect(await second.reach('partially_failed')).toMatchObject({ workflow_version: 2, retry_of_run_id: run.id });
    for (const node of ['good', 'store']) expect(await second.step(node)).toMatchObject(delivered);
    expect(receiver.to('/after').map((sent) => sent.body)).toEqual(['200 gold']);
    expect(receiver.to('/mended')[0]!.headers['webhook-id']).toBe(receiver.to('/bad')[0]!.headers['webhook-id']);

    works('/after');
    const third = await second.repeated(); // with the same version, from the second on
    expect(await third.reach('succeeded')).toMatchObject({ workflow_version: 2, consumed_compute_points: 2 });
    expect(await third.step('good')).toMatchObject(delivered);
    expect(receiver.to('/good')).toHaveLength(1);
    expect(receiver.to('/mended')).toHaveLength(1);
  });

  it('remembers deliveries of versions before, also of nodes that a version between did not have', async () => {
    works('/good');
    const form = await aPublishedForm(app, aFanOut(hook('good'), hook('bad')));
    const run = await aRunOf(app, form);
    await run.reach('partially_failed');
    await aVersion(app.api, form, aFanOut(hook('bad')));
    const second = await run.repeated({ workflow: 'published' });
    await second.reach('failed');
    await aVersion(app.api, form, aFanOut(hook('good'), hook('bad')));
    works('/bad');
    const third = await second.repeated({ workflow: 'published' });
    expect(await third.reach('succeeded')).toMatchObject({ workflow_version: 3 });
    expect(await third.step('good')).toMatchObject(delivered);
    expect(receiver.to('/good')).toHaveLength(1);
  });

  it('does not go on behind a delivered destination to which the new version does not come', async () => {
    works('/good');
    const form = await aPublishedForm(app, aFanOut(hook('good'), hook('bad')));
    const run = await aRunOf(app, form);
    await run.reach('partially_failed');
    const never = aNode('never', 'filter', { where: { field: 'email', op: 'is_empty' } });
    const nodes = [START, never, hook('good'), hook('after'), hook('bad')];
    await aVersion(app.api, form, aDefinition(nodes, 'start>never', 'never>good', 'good>after', 'start>bad'));
    works('/bad', '/after');
    const second = await run.repeated({ workflow: 'published' });
    await second.reach('succeeded');
    expect(await second.statuses()).toMatchObject({ good: 'skipped', after: 'skipped', bad: 'succeeded' });
    expect(receiver.to('/after')).toEqual([]);
  });

  it('asks before it sends what may have arrived, and is refused for a test and for what has succeeded', async () => {
    receiver.answers('reset');
    const form = await aPublishedForm(app, aFanOut(hook('crm', { retry_uncertain: false })));
    const run = await aRunOf(app, form);
    await run.reach('failed');
    expectError(await run.retry({ workflow: 'published' }), 'delivery_uncertain');
    receiver.answers({ status: 200 });
    const second = await run.repeated({ workflow: 'published', confirm_delivery_uncertainty: true });
    await second.reach('succeeded');
    expectError(await second.retry({ workflow: 'published' }), 'run_not_retryable');
    const stop = aNode('stop', 'stop', { outcome: 'failed' });
    const test = await aTest(app, aDefinition([START, stop, STORE], 'start>stop', 'start>store'));
    await test.reach('failed');
    expectError(await test.retry({ workflow: 'published' }), 'run_not_retryable');
    for (const workflow of ['newest', null, 1, '']) expectFieldErrors(await run.retry({ workflow }), 'workflow');
  });

  it('is made for many by one request', async () => {
    const run = await aFailedRun();
    await aVersion(app.api, run.form, aFanOut(hook('good')));
    const answer = await app.api.post<any>('/v1/workflow-runs/retry', { ids: [run.id], workflow: 'published' });
    expect(answer.body.data).toMatchObject({ retried: [{ run_id: run.id }], refused: [] });
    const listed = await app.api.get<any>(`/v1/forms/${run.form.id}/workflow-runs/${answer.body.data.retried[0].new_run_id}`);
    expect(listed.body.data).toMatchObject({ workflow_version: 2, published_version: 2 });
  });
});

describe('a key that may not read submissions', () => {
  const post = (scopes: Scope[], path: string, body?: object) =>
    app.key({ scopes }).then((key) => app.api.post<any>(path, body, { key, idempotencyKey: randomUUID() }));
  const submissionOf = ({ form, submissionId }: RunHandle) => `/v1/forms/${form.id}/submissions/${submissionId}`;

  it('sends no earlier submission to receivers that are new: neither by a retry with the published workflow, of one run or many, nor by a release', async () => {
    const run = await aFailedRun();
    await aVersion(app.api, run.form, aFanOut(hook('other')));
    works('/other', '/bad');
    const answers: Answer[] = [];
    for (const scopes of [['workflows:publish'], allScopesBut('submissions:read')] as Scope[][]) {
      answers.push(await post(scopes, `${run.path}/retry`, { workflow: 'published' }));
      answers.push(await post(scopes, '/v1/workflow-runs/retry', { ids: [run.id], workflow: 'published' }));
    }
    await app.api.post(`${submissionOf(run)}/spam`);
    for (const chosen of ['workflows:publish', 'forms:update'] as Scope[]) {
      const scopes: Scope[] = ['submissions:update', chosen];
      answers.push(await post(scopes, `${submissionOf(run)}/release`));
      const batch = { action: 'release', ids: [run.submissionId] };
      answers.push(await post(scopes, `/v1/forms/${run.form.id}/submissions/batch`, batch));
    }
    for (const answer of answers) {
      expectError(answer, 'insufficient_scope');
      expect(answer.body.error!.message).toContain('"submissions:read"');
    }
    expect(receiver.to('/other')).toEqual([]);
  });

  it('repeats a run with its own version, and releases to receivers that it could not choose', async () => {
    const run = await aFailedRun();
    works('/bad');
    expect((await post(['workflows:publish'], `${run.path}/retry`, { workflow: 'same' })).status).toBe(202);
    await app.api.post(`${submissionOf(run)}/spam`);
    expect((await post(['submissions:update'], `${submissionOf(run)}/release`)).status).toBe(200);
  });
});

describe('dismissing', () => {
  it('lists a run that waits for compute points, until it is dismissed', async () => {
    const poor = await anAccountWithPoints(app, 0);
    const run = await aRun(poor, aFanOut(aWebhook('crm', { url: receiver.url() })));
    const listed = () => poor.api.get<{ id: string; status: string }[]>('/v1/workflow-runs?attention=true');
    expect((await listed()).body.data).toEqual([expect.objectContaining({ id: run.id, status: 'blocked_insufficient_compute_points' })]);
    await poor.api.post(`${run.path}/dismiss`);
    expect((await listed()).body.data).toEqual([]);
  });

  it('takes a run off the list of what needs attention, once, until it is retried', async () => {
    const run = await aFailedRun();
    expect(await attention()).toContain(run.id);
    const [first, second] = [await act(run, 'dismiss'), await act(run, 'dismiss')];
    expect([first.status, first.body.data.dismissed_at]).toEqual([200, expect.any(String)]);
    expect(second.body.data).toEqual(first.body.data);
    expect(await attention()).not.toContain(run.id);
    const repeated = await run.repeated();
    await repeated.reach('failed');
    expect((await run.summary()).dismissed_at).toBeNull();
    expect(await attention()).toContain(repeated.id);
  });

  it('of an open run counts until it ends', async () => {
    receiver.reacts(({ path }) => (path === '/crm' ? 'reset' : { status: 200 }));
    const wait = aNode('wait', 'delay', { seconds: 60 });
    const nodes = [START, hook('crm', { retry_uncertain: false }), wait, hook('late')];
    const run = await aRun(app, aDefinition(nodes, 'start>crm', 'start>wait', 'wait>late'));
    await run.reachStep('wait', 'waiting');
    await run.reachStep('crm', 'uncertain');
    expect(await attention()).toContain(run.id);
    expect((await act(run, 'dismiss')).status).toBe(200);
    expect(await attention()).not.toContain(run.id);
    await run.makeDue();
    await run.reach('partially_failed');
    expect(await attention()).toContain(run.id);
  });
});

describe('resuming', () => {
  it('makes the next attempt, and ends a delay, at once', async () => {
    receiver.answers({ status: 503 }, { status: 200 });
    const retried = await aRun(app, aFanOut(hook('crm')));
    await retried.reachStep('crm', 'waiting');
    await waitUntil(async () => (await act(retried, 'resume')).status === 202);
    await retried.reach('succeeded');
    expect(receiver.to('/crm')).toHaveLength(2);

    const delayed = await aRun(
      app,
      aDefinition([START, aNode('wait', 'delay', { seconds: 3600 }), hook('late')], 'start>wait', 'wait>late'),
    );
    await delayed.reachStep('wait', 'waiting');
    await waitUntil(async () => (await act(delayed, 'resume')).status === 202);
    await delayed.reach('succeeded');
    expect(receiver.to('/late')).toHaveLength(1);
    expectError(await act(delayed, 'resume'), 'run_not_waiting');
  });

  it('is refused while a step is being carried out', async () => {
    const gate = aGate();
    receiver.reacts(async ({ path }) => {
      if (path === '/slow') await gate.opened;
      return { status: 200 };
    });
    const nodes = [START, hook('slow'), aNode('wait', 'delay', { seconds: 3600 }), hook('late')];
    const run = await aRun(app, aDefinition(nodes, 'start>slow', 'start>wait', 'wait>late'));
    await waitUntil(() => receiver.to('/slow').length === 1);
    const answer = await act(run, 'resume');
    expectError(answer, 'run_not_waiting');
    expect(answer.body.error!.message).toContain('at this moment');
    gate.open();
    await run.reachStep('slow', 'succeeded');
    await waitUntil(async () => (await act(run, 'resume')).status === 202);
    await run.reach('succeeded');
  });
});

it.each(['dismiss', 'resume'] as const)('%s wants the scope of a retry, and the run of a form that the key sees', async (action) => {
  const run = await aFailedRun();
  expectError(await act(run, action, await app.key({ scopes: allScopesBut('workflows:publish') })), 'insufficient_scope');
  expectError(await act(run, action, await app.key({ isReadOnly: true })), 'writes_disabled');
  expectError(await act(run, action, (await app.stranger()).key), 'resource_not_found');
});

it('shows a dismissed run in short to a key that may not read workflows', async () => {
  const run = await aFailedRun();
  const answer = await act(run, 'dismiss', await app.key({ scopes: ['workflows:publish'] }));
  expect([answer.status, answer.body.data]).toEqual([200, { id: run.id, run_kind: 'production', status: 'failed' }]);
});

describe('what a receiver answers', () => {
  it('is kept with each attempt, for keys that may read submissions, and goes with the submission', async () => {
    const headers = { 'content-type': 'application/json' };
    const text = JSON.stringify({ error: `Key ${'é'.repeat(1000)}` });
    receiver.answers({ status: 503, headers: { 'content-type': 'image/png' }, body: 'PNG' }, { status: 400, headers, body: text });
    const run = await aRun(app, aFanOut(hook('crm')));
    await run.reachStep('crm', 'waiting');
    await run.makeDue();
    await run.reach('failed');
    const { attempts } = await run.step('crm');
    expect(attempts!.map(({ response_excerpt: excerpt }) => excerpt)).toEqual([null, text.slice(0, text.indexOf('é') + 505)]);
    const restricted = await app.api.as(await app.key({ scopes: allScopesBut('submissions:read') })).get(run.path);
    expect(JSON.stringify(restricted.body)).not.toContain('Key é');
    await app.api.delete(`/v1/forms/${run.form.id}/submissions/${run.submissionId}?permanently=true`);
    const rows = await app.database.query('select 1 from workflow_run_steps where run_id = $1', [run.id]);
    expect(rows).toEqual([]);
  });
});
