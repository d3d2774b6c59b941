import type { ChildProcess } from 'node:child_process';
import { RunQueue } from '../../src/workflows/runs/admission/run-queue';
import type { TestApp } from '../support/app';
import { startApp } from '../support/app';
import { waitUntil } from '../support/wait-until';
import { pointViolations } from '../support/point-violations';
import { aGate, Receiver } from '../support/receiver';
import type { RedisServer } from '../support/redis-server';
import { hasRedisServer, startRedisServer } from '../support/redis-server';
import type { RunHandle } from '../support/runs';
import { aRun, withWorkersPaused } from '../support/runs';
import { buildService, endProcess, startWorkerProcess } from '../support/worker-process';
import { aDefinition, aFanOut, aWebhook, START, STORE } from '../support/workflows';

describe('with the queue in PostgreSQL', () => testWorkerFailures(() => Promise.resolve(null)));

const withRedis = hasRedisServer ? describe : describe.skip;
withRedis('with the queue in Redis (needs redis-server)', () => testWorkerFailures(() => startRedisServer()));

/** Failures of a worker process during a run, the same for both queues. */
function testWorkerFailures(startQueue: () => Promise<RedisServer | null>): void {
  let redis: RedisServer | null;
  let app: TestApp;
  let receiver: Receiver;
  const workers: ChildProcess[] = [];

  beforeAll(async () => {
    await buildService();
    [redis, receiver] = await Promise.all([startQueue(), Receiver.start()]);
    app = await startApp({ redisUrl: redis?.url ?? null, egressAllowCidrs: ['127.0.0.0/8'] });
  });

  beforeEach(() => {
    receiver.reset();
  });

  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => endProcess(worker, 'SIGKILL')));
    expect(await pointViolations(app.database)).toEqual([]);
  });

  const aWorker = (): ChildProcess => {
    const worker = startWorkerProcess(app, redis?.url ?? null);
    workers.push(worker);
    return worker;
  };

  /** Expires the lease of the run. */
  const loseLease = (run: RunHandle) =>
    app.database.query(`update workflow_runs set due_at = now() - interval '3 seconds' where id = $1 and lease_owner is not null`, [
      run.id,
    ]);

  /** Makes the run due without a job, as if the queue had lost it. */
  const forget = (run: RunHandle) =>
    app.database.query(`update workflow_runs set due_at = now() - interval '3 seconds' where id = $1`, [run.id]);

  const hook = (id: string, config: object = {}) => aWebhook(id, { url: receiver.url(`/${id}`), ...config });
  const received = (path: string, count: number) => waitUntil(() => receiver.to(path).length === count);
  const idsTo = (path: string) => receiver.to(path).map(({ headers }) => headers['webhook-id']);

  it('a run of a worker that is killed during an attempt is taken over, and only repeatable deliveries are repeated', async () => {
    receiver.reacts(() => 'silence');
    const nodes = [START, hook('again'), hook('once', { retry_uncertain: false }), hook('after'), STORE];
    const run = await aRun(app, aDefinition(nodes, 'start>again', 'start>once', 'again>after', 'start>store'));
    const first = aWorker();
    await Promise.all([received('/again', 1), received('/once', 1)]);
    await endProcess(first, 'SIGKILL');
    expect(await run.statuses()).toMatchObject({
      store: 'succeeded',
      again: 'running',
      once: 'running',
      after: 'pending',
    });
    receiver.answers({ status: 200 });
    await loseLease(run);
    aWorker();
    expect(await run.reachStep('once', 'uncertain')).toMatchObject({
      error_code: 'no_response',
      billed_compute_points: 2,
    });
    expect(await run.step('again')).toMatchObject({ status: 'waiting', error_code: 'no_response' });
    await run.makeDue();
    expect(await run.reach('partially_failed')).toMatchObject({
      error_code: 'no_response',
      consumed_compute_points: 6,
    });
    expect(await run.step('again')).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    expect([receiver.to('/once').length, receiver.to('/after').length]).toEqual([1, 1]);
    expect(idsTo('/again')).toEqual([idsTo('/again')[0], idsTo('/again')[0]]);
  });

  it("a run is taken over at once although the sweeper's job of the killed worker still counts as active", async () => {
    receiver.reacts((_, index) => (index === 0 ? 'silence' : { status: 200 }));
    const wake = jest.spyOn(app.app.get(RunQueue), 'wakeFor').mockResolvedValue();
    const run = await aRun(app, aFanOut(hook('a')));
    wake.mockRestore();
    const first = aWorker();
    await forget(run);
    await received('/a', 1);
    await endProcess(first, 'SIGKILL');
    await loseLease(run);
    aWorker();
    await run.reachStep('a', 'waiting');
    await run.makeDue();
    await run.reach('succeeded');
  });

  it('a paused worker changes nothing after its run was taken over', async () => {
    const gate = aGate();
    receiver.reacts(async (_, index) => {
      if (index === 0) await gate.opened;
      return { status: 200 };
    });
    const run = await aRun(app, aDefinition([START, hook('a'), hook('b')], 'start>a', 'a>b'));
    const paused = aWorker();
    await received('/a', 1);
    paused.kill('SIGSTOP');
    await loseLease(run);
    aWorker();
    await run.reachStep('a', 'waiting');
    await run.makeDue();
    await run.reach('succeeded');
    const [before, rows] = [await run.detail(), await leaseOf(run)];
    gate.open();
    paused.kill('SIGCONT');
    expect(await endProcess(paused, 'SIGTERM')).toBe(0); // by then it has tried to store the answer
    expect(await run.detail()).toEqual(before);
    expect(await leaseOf(run)).toEqual(rows);
    expect([receiver.to('/a').length, receiver.to('/b').length]).toEqual([2, 1]);
  });

  it('a node that has crashed three workers fails, and other runs are executed', async () => {
    receiver.reacts(({ path }) => (path === '/poison' ? 'silence' : { status: 200 }));
    const run = await aRun(app, aDefinition([START, hook('poison'), hook('note')], 'start>poison', 'poison:error>note'));
    const other = await withWorkersPaused(app, () => aRun(app, aFanOut(hook('other'))));
    for (const turn of [1, 2, 3]) {
      const worker = aWorker();
      if (turn > 1) {
        const { output, due_at: dueAt } = await run.reachStep('poison', 'waiting', turn - 1);
        expect(output).toEqual({ lost_workers: turn - 1 });
        expect(Date.parse(dueAt!) - Date.now()).toBeLessThan(6_000); // independent of the number of attempts
        await run.makeDue();
      }
      await received('/poison', turn);
      await endProcess(worker, 'SIGKILL');
      await loseLease(run);
    }
    await forget(other);
    aWorker();
    await Promise.all([run.reach('succeeded'), other.reach('succeeded')]);
    expect(await run.step('poison')).toMatchObject({
      status: 'failed',
      error_code: 'worker_lost',
      attempt_count: 3,
      billed_compute_points: 0,
    });
    expect(receiver.to('/poison')).toHaveLength(3);
    expect(receiver.to('/note')).toHaveLength(1);
  });

  it('a worker that is stopped finishes its attempt, and nothing is repeated by others', async () => {
    const gate = aGate();
    receiver.reacts(async ({ path }) => {
      if (path === '/a') await gate.opened;
      return { status: 200 };
    });
    const run = await aRun(app, aDefinition([START, hook('a'), hook('b'), hook('c')], 'start>a', 'a>b', 'b>c'));
    const first = aWorker();
    await received('/a', 1);
    const stopped = endProcess(first, 'SIGTERM');
    gate.open();
    expect(await stopped).toBe(0);
    expect(await run.step('a')).toMatchObject({ status: 'succeeded' });
    expect(Object.values(await run.statuses())).not.toContain('running');
    aWorker();
    await run.reach('succeeded');
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/a', '/b', '/c']);
    const attempts = (await run.detail()).steps.map(({ attempt_count }) => attempt_count);
    expect(attempts).toEqual([1, 1, 1, 1]);
  });

  async function leaseOf({ id }: RunHandle): Promise<unknown> {
    return app.database.queryOne('select lease_number, lease_owner, consumed_points, completed_at from workflow_runs where id = $1', [id]);
  }
}
