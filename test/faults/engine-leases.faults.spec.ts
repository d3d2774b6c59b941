import { getQueueToken } from '@nestjs/bullmq';
import { Logger } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Client } from 'pg';
import { AccountSecretsService } from '../../src/accounts/account-secrets.service';
import { RUNS_QUEUE, RunQueue } from '../../src/workflows/runs/admission/run-queue';
import { RunDispatcher } from '../../src/workflows/runs/engine/run-dispatcher';
import { LeasedRunsRepository } from '../../src/workflows/runs/store/leased-runs.repository';
import { RunProgressRepository } from '../../src/workflows/runs/store/run-progress.repository';
import type { Progress } from '../../src/workflows/runs/store/run.types';
import type { Instance, TestApp } from '../support/app';
import { startApp } from '../support/app';
import { atEnd } from '../support/at-end';
import { waitUntil } from '../support/wait-until';
import { aSubmission } from '../support/forms';
import { pointViolations } from '../support/point-violations';
import { aGate, Receiver } from '../support/receiver';
import { aPublishedForm, aRun, aRunOf, executeDueRuns, listRuns, RunHandle, startWorker, stopWorker } from '../support/runs';
import { aDefinition, aFanOut, aNode, aWebhook, START, STORE } from '../support/workflows';

let app: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  [app, receiver] = await Promise.all([startApp({ egressAllowCidrs: ['127.0.0.0/8'] }), Receiver.start()]);
});
afterEach(async () => {
  jest.restoreAllMocks();
  expect(await pointViolations(app.database)).toEqual([]);
});
beforeEach(() => {
  receiver.reset();
});

/** Another process of the service. */
async function aSibling(): Promise<Instance> {
  const sibling = await app.sibling();
  atEnd(() => stopWorker(sibling));
  return sibling;
}

const hook = (id: string, config: object = {}) => aWebhook(id, { url: receiver.url(`/${id}`), ...config });
const executeDue = () => executeDueRuns(app);
const due = (run: RunHandle, seconds = 0) =>
  app.database.query(`update workflow_runs set due_at = now() - make_interval(secs => $2) where id = $1`, [run.id, seconds]);

/** A run with an attempt in flight, which is answered once the gate opens. */
async function aPendingAttempt() {
  const gate = aGate();
  receiver.reacts(async () => {
    await gate.opened;
    return { status: 200 };
  });
  const run = await aRun(app, aFanOut(hook('a')));
  const executing = executeDue();
  await waitUntil(() => receiver.requests.length === 1);
  return { gate, run, executing };
}

/** A transaction of another database client. */
async function aTransaction(...statements: string[]): Promise<{ commit(): Promise<void> }> {
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  const end = atEnd(() => client.end());
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  return {
    async commit() {
      await client.query('commit');
      await end();
    },
  };
}

describe('a run', () => {
  it('is executed by one of many workers that try to lease it concurrently', async () => {
    const instances = [app, await aSibling(), await aSibling()];
    for (const statement of LOG_LEASES) await app.database.query(statement);
    const form = await aPublishedForm(app, aDefinition([START, hook('a'), hook('b'), STORE], 'start>a', 'a>b', 'start>store'));
    await Promise.all(Array.from({ length: 8 }, () => aRunOf(app, form)));
    await waitUntil(async () => {
      await Promise.all(instances.flatMap((each) => [executeDueRuns(each), executeDueRuns(each)]));
      return (await listRuns(app, form)).every(({ status }) => status === 'succeeded');
    });
    expect(receiver.requests).toHaveLength(16);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(16);
    const leases = await app.database.query<{ numbers: number[] }>(
      'select array_agg(number order by id) as numbers from leases group by run_id',
    );
    expect(leases).toHaveLength(8);
    for (const { numbers } of leases) expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('that another worker has just written is read in its latest state', async () => {
    const run = await aRun(app, aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), hook('a')], 'start>wait', 'wait>a'));
    await executeDue();
    await due(run);
    const other = await aTransaction(
      `update workflow_runs set consumed_points = 1 where id = '${run.id}'`,
      `insert into point_ledger (account_id, run_id, step_id, kind, points)
       select account_id, r.id, s.id, 'consume', 1 from workflow_runs r join workflow_run_steps s on s.run_id = r.id and s.node_id = 'wait' where r.id = '${run.id}'`,
      `update workflow_run_steps set status = 'succeeded', port = 'out', due_at = null, billed_points = 1, completed_at = now()
       where run_id = '${run.id}' and node_id = 'wait'`,
    );
    await executeDue(); // without waiting for the lock
    await other.commit();
    await executeDue();
    expect(await run.reach('succeeded')).toMatchObject({ consumed_compute_points: 3 });
  });

  it('whose lease was released by a write refuses the same write once more', async () => {
    const progress = app.app.get(RunProgressRepository);
    const written = jest.spyOn(progress, 'write');
    const nodes = [START, aNode('wait', 'delay', { seconds: 60 }), hook('a')];
    const run = await aRun(app, aDefinition(nodes, 'start>wait', 'wait>a'));
    await executeDue();
    const [last] = written.mock.calls.at(-1)!;
    const before = await app.database.queryOne('select r.*, r.xmin from workflow_runs r where id = $1', [run.id]);
    expect(before).toMatchObject({ status: 'running', lease_owner: null });
    expect(await progress.write(last)).toEqual(new Set());
    expect(await app.database.queryOne('select r.*, r.xmin from workflow_runs r where id = $1', [run.id])).toEqual(before);
  });

  it('that another worker took over refuses writes of the first one', async () => {
    const { gate, run, executing: first } = await aPendingAttempt();
    await app.database.query(`update workflow_runs set lease_number = lease_number + 1, lease_owner = 'another' where id = $1`, [run.id]);
    const before = await run.detail();
    gate.open();
    await expect(first).resolves.toBeUndefined();
    expect(await run.detail()).toEqual(before);
    expect(await app.database.queryOne('select lease_owner from workflow_runs where id = $1', [run.id])).toEqual({
      lease_owner: 'another',
    });
    await run.cancel();
  });

  it('that another worker took over before anything was sent is not sent by the first one', async () => {
    const [secrets, gate] = [app.app.get(AccountSecretsService), aGate()];
    const open = jest.spyOn(secrets, 'open').mockImplementationOnce(async () => {
      await gate.opened;
      return {};
    });
    const run = await aRun(app, aFanOut(hook('a')));
    const executing = executeDue();
    await waitUntil(() => open.mock.calls.length === 1);
    await app.database.query(`update workflow_runs set lease_number = lease_number + 1, lease_owner = 'another' where id = $1`, [run.id]);
    const pausedUntilMs = performance.now() + 40_000;
    jest.spyOn(performance, 'now').mockReturnValue(pausedUntilMs);
    gate.open();
    await executing;
    expect(receiver.requests).toEqual([]);
    await run.cancel();
  });

  it('is not leased while its lease lasts, before it is due, or after it has ended', async () => {
    const run = await aRun(app, aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), STORE], 'start>wait', 'wait>store'));
    await executeDue();
    const before = await run.detail();
    await executeDue();
    expect(await run.detail()).toEqual(before);
    await app.database.query(`update workflow_runs set lease_owner = 'another', due_at = now() + interval '10 minutes' where id = $1`, [
      run.id,
    ]);
    await executeDue();
    expect(await run.detail()).toEqual(before);
    await run.cancel();
    await due(run);
    await executeDue();
    expect(await run.summary()).toMatchObject({ status: 'cancelled' });
  });

  it('keeps its lease while an attempt lasts longer than one renewal', async () => {
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'queueMicrotask', 'performance', 'Date'],
    });
    const { gate, run, executing } = await aPendingAttempt();
    await app.database.query(`update workflow_runs set due_at = now() + interval '5 seconds' where id = $1`, [run.id]);
    jest.advanceTimersByTime(10_000);
    await waitUntil(async () => {
      const { seconds } = (await app.database.queryOne<{ seconds: number }>(
        'select extract(epoch from due_at - now())::float as seconds from workflow_runs where id = $1',
        [run.id],
      ))!;
      return seconds > 25;
    });
    jest.useRealTimers();
    gate.open();
    await executing;
    await run.reach('succeeded');
  });

  it('that was released keeps its due time, however late a renewal arrives', async () => {
    const run = await aRun(app, aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), STORE], 'start>wait', 'wait>store'));
    const writes = jest.spyOn(app.app.get(RunProgressRepository), 'write');
    await executeDue();
    const [[{ run: leased }]] = writes.mock.calls[0] as [[Progress]];
    const dueAt = () => app.database.queryOne('select due_at from workflow_runs where id = $1', [run.id]);
    const before = await dueAt();
    expect(await app.app.get(LeasedRunsRepository).renew([leased])).toEqual(new Set());
    expect(await dueAt()).toEqual(before);
    await run.cancel();
  });

  it('fails at the next node after three lost workers, and continues on other branches', async () => {
    const set = aNode('set', 'set_fields', { set: { a: 1 } });
    const run = await aRun(app, aDefinition([START, STORE, set, hook('a')], 'start>store', 'store>set', 'set>a'));
    await app.database.query(`update workflow_runs set status = 'running', lease_owner = 'dead', lost_leases = 2 where id = $1`, [run.id]);
    await executeDue();
    expect(await run.summary()).toMatchObject({
      status: 'failed',
      error_code: 'worker_lost',
      consumed_compute_points: 0,
    });
    expect(await run.statuses()).toEqual({ start: 'failed', store: 'skipped', set: 'skipped', a: 'skipped' });
  });

  it('resets the count of lost workers as soon as one makes progress', async () => {
    const run = await aRun(app, aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), hook('a')], 'start>wait', 'wait>a'));
    await app.database.query(`update workflow_runs set status = 'running', lease_owner = 'dead', lost_leases = 1 where id = $1`, [run.id]);
    await executeDue();
    expect(await app.database.queryOne('select lost_leases from workflow_runs where id = $1', [run.id])).toEqual({
      lost_leases: 0,
    });
    expect(await run.step('wait')).toMatchObject({ status: 'waiting' });
  });

  it('fails after 45 days', async () => {
    const run = await aRun(app, aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), hook('a')], 'start>wait', 'wait>a'));
    await executeDue();
    await app.database.query(`update workflow_runs set created_at = now() - interval '46 days' where id = $1`, [run.id]);
    await due(run);
    await executeDue();
    expect(await run.summary()).toMatchObject({
      status: 'failed',
      error_code: 'run_expired',
      consumed_compute_points: 0,
      released_compute_points: 3,
    });
    expect(await run.statuses()).toEqual({ start: 'succeeded', wait: 'cancelled', a: 'cancelled' });
  });
});

describe('the outcome of a step', () => {
  it('is not lost when its row is locked for longer than the lock timeout', async () => {
    const { gate, run, executing } = await aPendingAttempt();
    const other = await aTransaction(`select from workflow_runs where id = '${run.id}' for update`);
    const writes = jest.spyOn(app.app.get(RunProgressRepository), 'write');
    gate.open();
    await waitUntil(() => writes.mock.results.length >= 2); // the first write has timed out
    await other.commit();
    await executing;
    expect(await run.summary()).toMatchObject({ status: 'succeeded', consumed_compute_points: 2 });
    expect(await run.step('a')).toMatchObject({ attempt_count: 1 });
    expect(receiver.requests).toHaveLength(1);
  });

  it('of one branch is not lost when another branch fails', async () => {
    receiver.reacts(({ path }) => ({ status: path === '/a' ? 200 : 404 }));
    const lost = aWebhook('lost', { url: receiver.url('/lost') });
    const form = await aPublishedForm(app, aFanOut(hook('a'), lost));
    await app.database.query(`delete from workflow_signing_secrets where node_id = 'lost'`);
    const run = await aRunOf(app, form);
    await executeDue();
    expect(await run.step('a')).toMatchObject({ status: 'succeeded', billed_compute_points: 2 });
    expect(await run.step('lost')).toMatchObject({ status: 'waiting', error_code: 'internal_error' });
    await run.cancel();
  });
});

describe('the permits of a host', () => {
  it('are released when their use could not be stored', async () => {
    const own = await Receiver.start();
    const form = await aPublishedForm(app, aFanOut(aWebhook('a', { url: own.url() })));
    const runs = await Promise.all(Array.from({ length: 6 }, () => aRunOf(app, form)));
    await app.database.query('create trigger refuse before insert on workflow_run_steps for each row execute function refuse_change()');
    const errors = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    await executeDue();
    expect(errors.mock.calls.map(([line]) => (line as { err: Error }).err.message)).toEqual(
      runs.map(() => expect.stringContaining('cannot be changed')),
    );
    await app.database.query('drop trigger refuse on workflow_run_steps');
    expect(own.requests).toEqual([]);
    for (const run of runs) await due(run);
    await waitUntil(async () => {
      await executeDue();
      return (await listRuns(app, form)).every(({ status }) => status === 'succeeded');
    });
    expect(own.requests).toHaveLength(6);
  });
});

describe('a worker that shuts down', () => {
  it('starts nothing new, and releases its run at once', async () => {
    const [leaving, other] = [await aSibling(), await aSibling()];
    const gate = aGate();
    receiver.reacts(async ({ path }) => {
      if (path === '/a') await gate.opened;
      return { status: 200 };
    });
    const wait = aNode('wait', 'delay', { seconds: 1 });
    const run = await aRun(app, aDefinition([START, hook('a'), hook('b'), wait, hook('c')], 'start>a', 'a>b', 'start>wait', 'wait>c'));
    const executing = executeDueRuns(leaving);
    await waitUntil(() => receiver.requests.length === 1);
    leaving.app.get(RunDispatcher).stop();
    await app.database.query(`update workflow_run_steps set due_at = now() where run_id = $1 and status = 'waiting'`, [run.id]);
    gate.open();
    await executing;
    expect(await run.statuses()).toMatchObject({ a: 'succeeded', b: 'pending', c: 'pending' });
    startWorker(other);
    await run.reach('succeeded');
    expect(receiver.requests.map(({ path }) => path).sort()).toEqual(['/a', '/b', '/c']);
  });
});

describe('runs that the queue has forgotten', () => {
  it('are found, whether they had not begun or were waiting', async () => {
    const queue = jest.spyOn(app.app.get<Queue>(getQueueToken(RUNS_QUEUE)), 'addBulk').mockRejectedValue(new Error('away'));
    const form = await aPublishedForm(
      app,
      aDefinition([START, aNode('wait', 'delay', { seconds: 60 }), hook('a')], 'start>wait', 'wait>a'),
    );
    const ids = await Promise.all(Array.from({ length: 5 }, () => aSubmission(app.api, form)));
    expect(ids).toHaveLength(5);
    queue.mockRestore();
    startWorker(await aSibling());
    const sweep = async (status: string) => {
      await app.database.query(`update workflow_run_steps set due_at = now() - interval '3 seconds' where status = 'waiting'`);
      await app.database.query(
        `update workflow_runs set due_at = now() - interval '3 seconds' where form_id = $1 and status = $2 and lease_owner is null`,
        [form.id, status],
      );
      await app.app.get(RunDispatcher).sweep();
    };
    await sweep('pending');
    await waitUntil(async () => {
      const started = await listRuns(app, form, 'status=running');
      const steps = await Promise.all(started.map(({ id }) => new RunHandle(app, form, id).step('wait')));
      return steps.filter(({ status }) => status === 'waiting').length === 5;
    });
    await waitUntil(async () => {
      await sweep('running'); // repeatedly, like the periodic task: the queue may still process the previous job
      return (await listRuns(app, form)).every(({ status }) => status === 'succeeded');
    });
    expect(receiver.requests).toHaveLength(5);
  });

  it('are not swept until two seconds after they were due', async () => {
    const run = await aRun(app, aFanOut(STORE));
    const wake = jest.spyOn(app.app.get(RunQueue), 'wake');
    await due(run, 1);
    await app.app.get(RunDispatcher).sweep();
    expect(wake).not.toHaveBeenCalled();
    await due(run, 3);
    await app.app.get(RunDispatcher).sweep();
    expect(wake).toHaveBeenCalledTimes(1);
    await executeDue();
    expect((await run.summary()).status).toBe('succeeded');
  });
});

const LOG_LEASES = [
  'create table leases (id bigint generated always as identity, run_id uuid, number int)',
  `create function log_lease() returns trigger language plpgsql as $$
    begin insert into leases (run_id, number) values (new.id, new.lease_number); return new; end $$`,
  `create trigger log_lease after update of lease_number on workflow_runs for each row execute function log_lease()`,
];
