import { BlockedRunsService } from '../../../src/workflows/runs/admission/blocked-runs.service';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut } from '../../support/app';
import type { Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import { anAccountWithPoints, aPublishedForm, aRun, aRunOf, aTest, listRuns, RunHandle, withWorkersPaused } from '../../support/runs';
import { aDefinition, aFanOut, aNode, aVersion, aWebhook, START, STORE } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

const hook = (id: string, config: object = {}) => aWebhook(id, { url: receiver.url(`/${id}`), ...config });
/** Answers 200 for these paths only. */
const works = (...paths: string[]) => receiver.reacts(({ path }) => ({ status: paths.includes(path) ? 200 : 404 }));
const idsTo = (path: string) => receiver.to(path).map(({ headers }) => headers['webhook-id']);

async function aFailedRun(): Promise<RunHandle> {
  works('/good');
  const run = await aRun(app, aFanOut(hook('good'), hook('bad'), STORE));
  await run.reach('partially_failed');
  return run;
}

describe('202', () => {
  it('starts a new run that repeats only the failed nodes, with the same webhook-id and its own cost', async () => {
    const run = await aFailedRun();
    works('/good', '/bad');
    const answer = await run.retry();
    expect(answer.status).toBe(202);
    expect(answer.body.data).toEqual({
      run_id: expect.any(String),
      status: 'pending',
      reserved_compute_points: 4,
      deliveries_enabled: true,
    });
    expect(answer.headers.location).toBe(`/v1/forms/${run.form.id}/workflow-runs/${answer.body.data.run_id}`);
    const [repeated] = await listRuns(app, run.form);
    expect(repeated).toMatchObject({
      id: answer.body.data.run_id,
      retry_of_run_id: run.id,
      submission_id: run.submissionId,
      run_kind: 'production',
      workflow_version: 1,
    });
    const handle = new RunHandle(app, run.form, repeated!.id);
    expect(await handle.reach('succeeded')).toMatchObject({ consumed_compute_points: 2, released_compute_points: 2 });
    expect(receiver.to('/good')).toHaveLength(1);
    expect(idsTo('/bad')).toEqual([idsTo('/bad')[0], idsTo('/bad')[0]]);
    expect(await handle.step('good')).toMatchObject({
      status: 'succeeded',
      billed_compute_points: 0,
      attempt_count: 1,
    });
    expect(await run.summary()).toMatchObject({ status: 'partially_failed', consumed_compute_points: 2 });
  });

  it('keeps the webhook-id when a retry is retried', async () => {
    const run = await aFailedRun();
    const second = await run.repeated();
    await second.reach('partially_failed');
    works('/bad');
    const third = await second.repeated();
    await third.reach('succeeded');
    expect(await third.summary()).toMatchObject({ retry_of_run_id: second.id });
    expect(new Set(idsTo('/bad')).size).toBe(1);
    expect(idsTo('/bad')).toHaveLength(3);
    expect(receiver.to('/good')).toHaveLength(1);
  });

  it('continues after the repeated nodes, with the outputs of the adopted ones', async () => {
    works('/first');
    const body = { mode: 'template', template: '{{ fields.tier }} {{ nodes.first.output.status }}', content_type: 'text/plain' };
    const nodes = [
      START,
      aNode('set', 'set_fields', { set: { tier: 'gold' } }),
      hook('first'),
      hook('second', { body }),
      hook('third', { body }),
    ];
    const run = await aRun(app, aDefinition(nodes, 'start>set', 'set>first', 'first>second', 'second>third'));
    await run.reach('partially_failed');
    works('/second', '/third');
    const repeated = await run.repeated();
    expect(await repeated.reach('succeeded')).toMatchObject({ consumed_compute_points: 4 });
    expect(receiver.to('/first')).toHaveLength(1);
    expect(receiver.to('/second').at(-1)!.body).toBe('gold 200');
    expect(receiver.to('/third').map(({ body: sent }) => sent)).toEqual(['gold 200']);
  });

  it('executes the version of the old run, whatever has been published since', async () => {
    works();
    const form = await aPublishedForm(app, aFanOut(hook('old')));
    const run = await aRunOf(app, form);
    await run.reach('failed');
    await aVersion(app.api, form, aFanOut(hook('new')));
    works('/old', '/new');
    const repeated = await run.repeated();
    expect(await repeated.reach('succeeded')).toMatchObject({ workflow_version: 1 });
    expect(receiver.to('/new')).toEqual([]);
  });

  it('repeats cancelled and stopped nodes', async () => {
    const delayed = aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), hook('late')], 'start>wait', 'wait>late');
    const run = await aRun(app, delayed);
    await run.reachStep('wait', 'waiting');
    await run.cancel();
    const repeated = await run.repeated();
    await repeated.reachStep('wait', 'waiting');
    await repeated.makeDue();
    await repeated.reach('succeeded');
    expect(receiver.to('/late')).toHaveLength(1);

    const stopped = await aRun(app, aDefinition([START, aNode('stop', 'stop', { outcome: 'failed' }), STORE], 'start>stop', 'start>store'));
    await stopped.reach('failed');
    const again = await stopped.repeated();
    await again.reach('failed');
    expect(await again.statuses()).toMatchObject({ stop: 'succeeded' });
  });

  it('repeats an uncertain delivery when that is confirmed, and the old run keeps its record', async () => {
    receiver.answers('reset', { status: 200 });
    const run = await aRun(app, aFanOut(hook('crm', { retry_uncertain: false })));
    await run.reach('failed');
    const repeated = await run.repeated({ confirm_delivery_uncertainty: true });
    await repeated.reach('succeeded');
    expect(idsTo('/crm')).toEqual([idsTo('/crm')[0], idsTo('/crm')[0]]);
    const uncertain = await listRuns(app, run.form, 'delivery_uncertain=true');
    expect(uncertain.map(({ id }) => id)).toEqual([run.id]);
  });

  it('is blocked without points, and continues when there are some', async () => {
    const poor = await anAccountWithPoints(app, 3);
    works();
    const run = await aRun(poor, aFanOut(hook('crm')));
    await run.reach('failed');
    const other = await withWorkersPaused(poor, () => aRun(poor, aFanOut(hook('other')))); // reserves two of the three points
    const repeated = await run.repeated();
    expect(await repeated.summary()).toMatchObject({
      status: 'blocked_insufficient_compute_points',
      reserved_compute_points: 0,
    });
    await other.cancel();
    works('/crm');
    await poor.app.get(BlockedRunsService).admitBlockedRuns();
    await repeated.reach('succeeded');
  });

  it('repeats a test as a test', async () => {
    const definition = aDefinition([START, aNode('stop', 'stop', { outcome: 'failed' }), hook('crm')], 'start>crm', 'crm>stop');
    const test = await aTest(app, definition);
    await test.reach('failed');
    const answer = await test.retry();
    expect(answer.body.data).toMatchObject({ deliveries_enabled: false });
    const [repeated] = await listRuns(app, test.form);
    expect(repeated).toMatchObject({ run_kind: 'test', retry_of_run_id: test.id, draft_revision: '2' });
    expect(receiver.requests).toEqual([]);
  });

  it('counts a retried test against the test limit of the plan', async () => {
    const few = await anAccountWithPoints(app, 100);
    await few.database.query(`update plans set test_runs_max = 1 where name = 'points 100'`);
    const definition = aDefinition([START, aNode('stop', 'stop', { outcome: 'failed' }), STORE], 'start>stop', 'start>store');
    const failed = await aTest(few, definition);
    await failed.reach('failed');
    const open = await withWorkersPaused(few, () => aTest(few, aFanOut(STORE)));
    expect((await failed.retry()).body.data).toMatchObject({
      status: 'blocked_plan_limits',
      reserved_compute_points: 0,
    });
    await open.cancel();
  });

  it('replays the answer to a repeated request, and starts one run for many requests with one key', async () => {
    const run = await aFailedRun();
    const answers = await Promise.all(Array.from({ length: 20 }, () => run.retry(undefined, { idempotencyKey: 'k' })));
    const replay = await run.retry(undefined, { idempotencyKey: 'k' });
    expect(replay.status).toBe(202);
    const made = new Set([...answers, replay].filter(({ status }) => status === 202).map(({ body }) => body.data.run_id));
    expect(made.size).toBe(1);
    expect(await listRuns(app, run.form)).toHaveLength(2);
    expectError(await run.retry({ confirm_delivery_uncertainty: true }, { idempotencyKey: 'k' }), 'idempotency_conflict');
  });
});

describe('400', () => {
  it('requires an Idempotency-Key', async () => {
    const run = await aFailedRun();
    expectError(await run.retry({}, { idempotencyKey: '' }), 'idempotency_key_required');
  });
});

describe('403', () => {
  it('wants workflows:publish for a production run and workflows:test for a test', async () => {
    const production = await aFailedRun();
    const stop = aNode('stop', 'stop', { outcome: 'failed' });
    const test = await aTest(app, aDefinition([START, stop, STORE], 'start>stop', 'start>store'));
    await test.reach('failed');
    for (const [run, scope] of [
      [production, 'workflows:publish'],
      [test, 'workflows:test'],
    ] as const) {
      const answer = await run.retry({}, { key: await app.key({ scopes: allScopesBut(scope) }) });
      expectError(answer, 'insufficient_scope');
      expect(answer.body.error!.message).toContain(scope);
      expect((await run.retry({}, { key: await app.key({ scopes: [scope] }) })).status).toBe(202);
    }
  });
});

describe('404', () => {
  it('does not find a run of another account', async () => {
    const run = await aFailedRun();
    expectError(await run.retry({}, { key: (await app.stranger()).key }), 'resource_not_found');
  });
});

describe('409', () => {
  it('refuses a run that succeeded and a run that is open', async () => {
    const done = await aRun(app, aFanOut(STORE));
    await done.reach('succeeded');
    expectError(await done.retry(), 'run_not_retryable');
    const open = await withWorkersPaused(app, () => aRun(app, aFanOut(STORE)));
    expectError(await open.retry(), 'run_not_retryable');
    expect(await listRuns(app, open.form)).toHaveLength(1);
  });

  it('refuses a run that has been retried, whatever became of the retry', async () => {
    const run = await aFailedRun();
    const failed = await run.repeated();
    await failed.reach('partially_failed');
    expectError(await run.retry(), 'run_not_retryable');
    works('/bad');
    const repaired = await failed.repeated();
    await repaired.reach('succeeded');
    for (const older of [run, failed]) {
      const answer = await older.retry({ confirm_delivery_uncertainty: true });
      expectError(answer, 'run_not_retryable');
      expect(answer.body.error!.message).toContain('newest');
    }
    expect(receiver.to('/bad')).toHaveLength(3);
  });

  it('starts one run for two retries at once', async () => {
    const run = await aFailedRun();
    const answers = await Promise.all([run.retry(), run.retry()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(await listRuns(app, run.form)).toHaveLength(2);
  });

  it.each([[undefined], [{}], [{ confirm_delivery_uncertainty: false }]])(
    'refuses to repeat an uncertain delivery with the body %j',
    async (body) => {
      receiver.answers('reset');
      const run = await aRun(app, aFanOut(hook('crm', { retry_uncertain: false })));
      await run.reach('failed');
      expectError(await run.retry(body), 'delivery_uncertain');
      expect(await listRuns(app, run.form)).toHaveLength(1);
    },
  );
});

describe('422', () => {
  it.each<[object, string]>([
    [{ confirm_delivery_uncertainty: 'true' }, 'confirm_delivery_uncertainty'],
    [{ confirm_delivery_uncertainty: null }, 'confirm_delivery_uncertainty'],
    [{ confirm: true }, 'confirm'],
  ])('refuses %j', async (body, name) => {
    expectFieldErrors(await (await aFailedRun()).retry(body), name);
  });
});
