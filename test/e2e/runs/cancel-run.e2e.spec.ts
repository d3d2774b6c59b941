import { PointsService } from '../../../src/accounts/points.service';
import { BlockedRunsService } from '../../../src/workflows/runs/admission/blocked-runs.service';
import { expectError, untilServed } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut } from '../../support/app';
import { waitUntil } from '../../support/wait-until';
import { aGate } from '../../support/receiver';
import type { Receiver } from '../../support/receiver';
import { withRunningApp } from '../../support/running-app';
import type { RunHandle } from '../../support/runs';
import { anAccountWithPoints, aRun, aTest, withWorkersPaused } from '../../support/runs';
import { aDefinition, aFanOut, aNode, aWebhook, START, STORE } from '../../support/workflows';

let app: TestApp;
let receiver: Receiver;
withRunningApp((...started) => ([app, receiver] = started));

const hook = (id: string, config: object = {}) => aWebhook(id, { url: receiver.url(`/${id}`), ...config });
const delayed = () => aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), hook('crm')], 'start>wait', 'wait>crm');

async function cancelled(run: RunHandle): Promise<Record<string, string>> {
  const answer = await run.cancel();
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject({ id: run.id, status: 'cancelled' });
  expect(answer.body.data).toEqual(await run.detail());
  expect(await run.summary()).toMatchObject({
    status: 'cancelled',
    completed_at: expect.any(String),
    error_code: null,
  });
  return run.statuses();
}

/** Expects the run not to change when it is executed again. */
async function expectNoFurtherSteps(run: RunHandle): Promise<void> {
  const before = await run.detail();
  await app.database.query('update workflow_runs set due_at = now() where id = $1', [run.id]);
  const other = await aRun(app, aFanOut(STORE));
  await other.reach('succeeded'); // by then the worker would have executed the run
  expect(await run.detail()).toEqual(before);
}

describe('200', () => {
  it('cancels a waiting run, sends nothing more and releases its unused points', async () => {
    const run = await aRun(app, delayed());
    await run.reachStep('wait', 'waiting');
    expect(await cancelled(run)).toEqual({ start: 'succeeded', wait: 'cancelled', crm: 'cancelled' });
    expect(await run.summary()).toMatchObject({
      reserved_compute_points: 3,
      consumed_compute_points: 0,
      released_compute_points: 3,
    });
    await expectNoFurtherSteps(run);
    expect(receiver.requests).toEqual([]);
  });

  it('cancels a run between two attempts', async () => {
    receiver.answers({ status: 500 });
    const run = await aRun(app, aFanOut(hook('crm'), STORE));
    await run.reachStep('crm', 'waiting');
    expect(await cancelled(run)).toEqual({ start: 'succeeded', crm: 'cancelled', store: 'succeeded' });
    expect(await run.step('crm')).toMatchObject({ attempt_count: 1, billed_compute_points: 0, due_at: null });
    await expectNoFurtherSteps(run);
    expect(receiver.requests).toHaveLength(1);
  });

  it('cancels a run during an attempt: the delivery is uncertain and charged, nothing follows, and a late answer changes nothing', async () => {
    const gate = aGate();
    receiver.reacts(async () => {
      await gate.opened;
      return { status: 200 };
    });
    const after = hook('after');
    const run = await aRun(app, aDefinition([START, hook('crm'), after], 'start>crm', 'crm>after'));
    await waitUntil(() => receiver.requests.length === 1);
    expect(await cancelled(run)).toEqual({ start: 'succeeded', crm: 'uncertain', after: 'cancelled' });
    expect((await run.step('crm')).attempts).toMatchObject([{ status: 'uncertain', completed_at: null }]);
    expect(await run.step('crm')).toMatchObject({ error_code: 'no_response', billed_compute_points: 2 });
    expect(await run.summary()).toMatchObject({
      reserved_compute_points: 4,
      consumed_compute_points: 2,
      released_compute_points: 2,
    });
    gate.open();
    await expectNoFurtherSteps(run);
    expect(receiver.requests).toHaveLength(1);
  });

  it('cancels a run that has not started', async () => {
    const run = await withWorkersPaused(app, () => aRun(app, aFanOut(hook('crm'))));
    expect(await run.summary()).toMatchObject({ status: 'pending', started_at: null });
    expect(await cancelled(run)).toEqual({ start: 'cancelled', crm: 'cancelled' });
    expect(await run.summary()).toMatchObject({ reserved_compute_points: 2, released_compute_points: 2 });
    await expectNoFurtherSteps(run);
    expect(receiver.requests).toEqual([]);
  });

  it('cancels a blocked run, which stays cancelled when points arrive', async () => {
    const poor = await anAccountWithPoints(app, 1);
    const run = await aRun(poor, aFanOut(hook('crm')));
    expect(await run.summary()).toMatchObject({ status: 'blocked_insufficient_compute_points' });
    expect(await cancelled(run)).toEqual({ start: 'cancelled', crm: 'cancelled' });
    expect(await run.summary()).toMatchObject({ reserved_compute_points: 0, released_compute_points: 0 });
    await app.app.get(PointsService).grant(poor.accountId, 100);
    await app.app.get(BlockedRunsService).admitBlockedRuns();
    await expectNoFurtherSteps(run);
  });

  it('cancels a test', async () => {
    const test = await withWorkersPaused(app, () => aTest(app, delayed()));
    expect(await cancelled(test)).toEqual({ start: 'cancelled', wait: 'cancelled', crm: 'cancelled' });
  });

  it('replays the answer to a repeated request with a key', async () => {
    const run = await aRun(app, delayed());
    await run.reachStep('wait', 'waiting');
    const [first, second] = [await run.cancel({ idempotencyKey: 'k' }), await run.cancel({ idempotencyKey: 'k' })];
    expect(second.status).toBe(200);
    expect(second.body.data).toEqual(first.body.data);
    expect(second.headers['idempotency-replayed']).toBe('true');
  });

  it('requires no idempotency key', async () => {
    const run = await aRun(app, delayed());
    expect((await run.cancel({ idempotencyKey: '' })).status).toBe(200);
  });

  it('hides input and output of steps from keys that may not read submissions', async () => {
    const run = await aRun(app, delayed());
    const key = await app.key({ scopes: ['workflows:publish', 'workflows:read'] });
    const answer = await run.cancel({ key });
    expect(answer.status).toBe(200);
    expect(answer.body.data.definition).toEqual(delayed());
    expect(JSON.stringify(answer.body)).not.toContain('ada@example.com');
  });

  it('shows neither definition nor steps to keys that may not read workflows', async () => {
    const run = await aRun(app, delayed());
    const key = await app.key({ scopes: ['workflows:publish', 'submissions:read'] });
    const expected = { id: run.id, run_kind: 'production', status: 'cancelled' };
    const answers = [await run.cancel({ key, idempotencyKey: 'm' }), await run.cancel({ key, idempotencyKey: 'm' })];
    for (const { status, body } of answers) expect([status, body.data]).toEqual([200, expected]);
  });
});

describe('403', () => {
  it('requires workflows:test for a test and workflows:publish for a production run', async () => {
    const production = await aRun(app, delayed());
    const test = await withWorkersPaused(app, () => aTest(app, delayed()));
    for (const [run, scope] of [
      [production, 'workflows:publish'],
      [test, 'workflows:test'],
    ] as const) {
      const answer = await run.cancel({ key: await app.key({ scopes: allScopesBut(scope) }) });
      expectError(answer, 'insufficient_scope');
      expect(answer.body.error!.message).toContain(scope);
      expect((await run.cancel({ key: await app.key({ scopes: [scope] }) })).status).toBe(200);
    }
  });

  it('refuses a read-only key', async () => {
    const run = await aRun(app, delayed());
    expectError(await run.cancel({ key: await app.key({ isReadOnly: true }) }), 'writes_disabled');
  });
});

describe('404', () => {
  it('does not find a run of another account', async () => {
    const run = await aRun(app, delayed());
    expectError(await run.cancel({ key: (await app.stranger()).key }), 'resource_not_found');
    expect((await run.summary()).status).not.toBe('cancelled');
  });
});

describe('409', () => {
  it('refuses a run in any final state', async () => {
    const done = await aRun(app, aFanOut(STORE));
    await done.reach('succeeded');
    expectError(await done.cancel(), 'run_already_finished');
    const run = await aRun(app, delayed());
    await cancelled(run);
    expectError(await run.cancel(), 'run_already_finished');
  });

  it('is the answer to all but one of many concurrent cancellations', async () => {
    const run = await aRun(app, delayed());
    await run.reachStep('wait', 'waiting');
    const answers = await Promise.all(Array.from({ length: 20 }, () => untilServed(() => run.cancel())));
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  });
});
