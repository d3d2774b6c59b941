import type { ChildProcess } from 'node:child_process';
import type { TestApp } from '../support/app';
import { startApp } from '../support/app';
import { pointViolations } from '../support/point-violations';
import type { OtherTransaction } from '../support/queries';
import { countLockWaiters, endLockWaiters, lockTable } from '../support/queries';
import { aGate, Receiver } from '../support/receiver';
import type { RunHandle } from '../support/runs';
import { aPublishedForm, aRun, aRunOf } from '../support/runs';
import { waitUntil } from '../support/wait-until';
import { buildService, endProcess, startWorkerProcess } from '../support/worker-process';
import { aDefinition, aFanOut, aNode, aWebhook, START, STORE } from '../support/workflows';

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  await buildService();
  receiver = await Receiver.start();
  app = await startApp({ egressAllowCidrs: ['127.0.0.0/8'] });
});
beforeEach(() => {
  receiver.reset();
});
afterEach(async () => {
  expect(await pointViolations(app.database)).toEqual([]);
});

const hook = (id: string, config: object = {}) => aWebhook(id, { url: receiver.url(`/${id}`), ...config });
const aWorker = () => startWorkerProcess(app, null);
const leaseOf = ({ id }: RunHandle) =>
  app.database.queryOne<{ lease_number: number }>('select lease_number, lease_owner from workflow_runs where id = $1', [id]);

/**
 * Kills the worker while one of its statements waits for the lock, and releases the lock. The sessions of the worker are ended before,
 * since PostgreSQL would otherwise finish a statement whose client is gone.
 */
async function killBehind(lock: OtherTransaction, worker: ChildProcess): Promise<void> {
  await waitUntil(async () => (await countLockWaiters(app)) > 0);
  await endProcess(worker, 'SIGKILL');
  await endLockWaiters(app);
  await lock.release();
}

/** Expires the leases of runs, also of those that are not leased: they become due without a wake-up. */
const makeOverdue = (...runs: RunHandle[]) =>
  app.database.query(`update workflow_runs set due_at = now() - interval '3 seconds' where id = any($1::uuid[])`, [
    runs.map(({ id }) => id),
  ]);

describe('a worker that is killed', () => {
  it('after it has claimed a group, before it has read the runs, costs each of them one lease', async () => {
    const form = await aPublishedForm(app, aFanOut(hook('a'), STORE));
    const runs = [await aRunOf(app, form), await aRunOf(app, form)];
    const lock = await lockTable(app.databaseUrl, 'submissions');
    const worker = aWorker(); // its other tasks wait for the table as well
    await waitUntil(async () => (await Promise.all(runs.map(leaseOf))).every((lease) => lease!.lease_number === 1));
    await killBehind(lock, worker);
    for (const run of runs) {
      expect(await leaseOf(run)).toEqual({ lease_number: 1, lease_owner: expect.any(String) });
      expect((await run.detail()).steps.every(({ status }) => status === 'pending')).toBe(true);
    }
    await makeOverdue(...runs);
    aWorker();
    await Promise.all(runs.map((run) => run.reach('succeeded')));
    for (const run of runs) expect(await leaseOf(run)).toEqual({ lease_number: 2, lease_owner: null });
    expect(receiver.requests).toHaveLength(2);
  });

  it('after the intents of a group were committed, before the first byte was sent, leaves them uncertain', async () => {
    const form = await aPublishedForm(app, aFanOut(hook('again'), hook('once', { retry_uncertain: false })));
    const runs = [await aRunOf(app, form), await aRunOf(app, form)];
    const lock = await lockTable(app.databaseUrl, 'workflow_signing_secrets');
    const worker = aWorker();
    await Promise.all(runs.map((run) => run.reachStep('once', 'running', 1)));
    await killBehind(lock, worker);
    expect(receiver.requests).toEqual([]);
    await makeOverdue(...runs);
    aWorker();
    for (const run of runs) {
      expect(await run.reachStep('once', 'uncertain')).toMatchObject({ error_code: 'no_response', attempt_count: 1 });
      await run.reachStep('again', 'waiting', 1);
      await run.makeDue();
      await run.reach('partially_failed');
      expect(await run.step('again')).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    }
    expect(receiver.to('/again')).toHaveLength(2);
    expect(receiver.to('/once')).toEqual([]);
  });

  it('after the answers, before the outcomes were committed, repeats only what may arrive twice', async () => {
    const gate = aGate();
    receiver.reacts(async () => {
      await gate.opened;
      return { status: 200 };
    });
    const form = await aPublishedForm(app, aFanOut(hook('again'), hook('once', { retry_uncertain: false })));
    const runs = [await aRunOf(app, form), await aRunOf(app, form)];
    const worker = aWorker();
    await waitUntil(() => receiver.requests.length === 4);
    const lock = await lockTable(app.databaseUrl, 'workflow_run_steps');
    gate.open();
    await killBehind(lock, worker);
    await makeOverdue(...runs);
    aWorker();
    for (const run of runs) {
      await run.reachStep('once', 'uncertain', 1);
      await run.reachStep('again', 'waiting', 1);
      await run.makeDue();
      await run.reach('partially_failed');
      expect(await run.step('again')).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    }
    expect(receiver.to('/once')).toHaveLength(2);
    const messages = receiver.to('/again').map(({ headers }) => headers['webhook-id']);
    expect(messages).toHaveLength(4);
    expect(new Set(messages).size).toBe(2);
  });

  it('after it has released a run, before it has added the wake-up, leaves the run to the sweeper', async () => {
    const gate = aGate();
    receiver.reacts(async ({ path }) => {
      if (path === '/a') await gate.opened;
      return { status: 200 };
    });
    const wait = aNode('wait', 'delay', { seconds: 3 });
    const run = await aRun(app, aDefinition([START, hook('a'), wait, hook('b')], 'start>a', 'a>wait', 'wait>b'));
    const worker = aWorker();
    await waitUntil(() => receiver.requests.length === 1);
    const lock = await lockTable(app.databaseUrl, 'bullmq.job');
    gate.open();
    await run.reachStep('wait', 'waiting');
    await killBehind(lock, worker);
    expect(await leaseOf(run)).toEqual({ lease_number: 1, lease_owner: null });
    aWorker();
    await run.reach('succeeded');
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/a', '/b']);
  });
});
