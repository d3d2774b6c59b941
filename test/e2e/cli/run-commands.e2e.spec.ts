import type { Operator } from '../../support/operator';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { operatorOf } from '../../support/app-operator';
import { Receiver } from '../../support/receiver';
import type { RunHandle } from '../../support/runs';
import { aRun, executeDueRuns } from '../../support/runs';
import { aFanOut, aVersion, aWebhook } from '../../support/workflows';

let app: TestApp;
let operator: Operator;
let receiver: Receiver;
beforeAll(async () => {
  [app, receiver] = await Promise.all([startApp({ egressAllowCidrs: ['127.0.0.0/8'] }), Receiver.start()]);
  operator = await operatorOf(app);
});
beforeEach(async () => {
  await app.database.query('delete from workflow_runs');
  receiver.reset();
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const run = (...words: string[]) => operator.run(...words);
const ask = (...words: string[]): Promise<any> => operator.ask(...words);

/** A run that is due. No worker executes it until the test does. */
const aDueRun = (config: object = {}) => aRun(app, aFanOut(aWebhook('hook', { url: receiver.url(), ...config })));

async function aFailedRun(): Promise<RunHandle> {
  receiver.answers({ status: 400 });
  const failed = await aDueRun();
  await executeDueRuns(app);
  expect((await failed.summary()).status).toBe('failed');
  return failed;
}

describe('queue status', () => {
  it('counts open runs by what they wait for, and lists the workers that hold some', async () => {
    await aDueRun();
    const held = await aDueRun();
    await app.database.query(
      `update workflow_runs set status = 'running', lease_owner = 'worker-1', due_at = now() + interval '20 seconds' where id = $1`,
      [held.id],
    );
    await app.database.query(`update workflow_runs set due_at = now() - interval '1 hour' where id <> $1`, [held.id]);
    expect(await ask('queue', 'status')).toEqual({
      due: 1,
      leased: 1,
      scheduled: 0,
      blocked_points: 0,
      blocked_plan: 0,
      oldest_due_seconds: expect.any(Number),
      workers: [{ name: 'worker-1', runs: 1 }],
    });
    const { stdout } = await run('queue', 'status');
    expect(stdout).toMatch(/^The oldest due run has waited for 36\d\d s\.$/m);
    expect(stdout).toMatch(/^worker-1 +1$/m);
  });
});

describe('runs stuck', () => {
  it('lists runs without a worker, those whose workers crash, and those that are blocked for long', async () => {
    const [waiting, crashing, blocked] = [await aDueRun(), await aDueRun(), await aDueRun()];
    await aDueRun();
    await app.database.query(`update workflow_runs set due_at = now() - interval '2 minutes' where id = $1`, [waiting.id]);
    await app.database.query('update workflow_runs set lost_leases = 2 where id = $1', [crashing.id]);
    await app.database.query(
      `update workflow_runs set status = 'blocked_plan_limits', created_at = now() - interval '2 hours' where id = $1`,
      [blocked.id],
    );
    const found = (await ask('runs', 'stuck')) as { id: string; reason: string }[];
    expect(Object.fromEntries(found.map(({ id, reason }) => [id, reason]))).toEqual({
      [waiting.id]: 'no_worker',
      [crashing.id]: 'workers_lost',
      [blocked.id]: 'blocked',
    });
    expect((await run('runs', 'stuck')).stdout).toContain(waiting.id);
  });

  it('says when there is none', async () => {
    expect(await run('runs', 'stuck')).toMatchObject({ code: 0, stdout: 'No run is stuck.\n' });
  });
});

describe('runs retry', () => {
  it('retries each failed run once, however often it is called, and leaves an audit event', async () => {
    const failed = await aFailedRun();
    const dry = await ask('runs', 'retry', '--since', '1h', '--dry-run');
    expect(dry).toEqual({ dry_run: true, found: 1, retried: 0, uncertain: 0, changed: 0, limited: false });
    expect(await ask('runs', 'retry', '--since', '1h')).toMatchObject({ dry_run: false, found: 1, retried: 1 });
    expect(await ask('runs', 'retry', '--since', '1h')).toMatchObject({ found: 0, retried: 0 });
    const retries = await app.database.query('select status from workflow_runs where retry_of_run_id = $1', [failed.id]);
    expect(retries).toEqual([{ status: 'pending' }]);
    const events = await app.database.query(`select form_id, resource_id, api_key_id from audit_events where action = 'runs retry'`);
    expect(events).toEqual([{ form_id: failed.form.id, resource_id: failed.id, api_key_id: null }]);
  });

  it('retries a run once when two operators call it at the same time', async () => {
    const failed = await aFailedRun();
    const outcomes = await Promise.all([1, 2].map(() => operator.runApart('runs', 'retry', '--since', '1h', '--json')));
    const results = outcomes.map(({ stdout }) => JSON.parse(stdout) as { retried: number });
    expect(results.map(({ retried }) => retried).sort()).toEqual([0, 1]);
    const retries = await app.database.query('select 1 from workflow_runs where retry_of_run_id = $1', [failed.id]);
    expect(retries).toHaveLength(1);
  });

  it('considers only the time, the form and the status that are named', async () => {
    const failed = await aFailedRun();
    await aDueRun();
    const found = async (...words: string[]) => (await ask('runs', 'retry', '--dry-run', ...words)).found as number;
    expect(await found('--since', new Date(Date.now() + 60_000).toISOString())).toBe(0);
    expect(await found('--since', '1h', '--form', failed.form.id)).toBe(1);
    expect(await found('--since', '1h', '--form', failed.id)).toBe(0);
    expect(await found('--since', '1h', '--status', 'cancelled')).toBe(0);
    await app.database.query(`update workflow_runs set created_at = now() - interval '2 hours'`);
    expect(await found('--since', '1h')).toBe(0);
  });

  it('sends with the published version when asked to, and leaves dismissed runs alone', async () => {
    const [failed, dismissed] = [await aFailedRun(), await aFailedRun()];
    await aVersion(app.api, failed.form, aFanOut(aWebhook('hook', { url: receiver.url() })));
    await app.api.post(`${dismissed.path}/dismiss`);
    expect(await ask('runs', 'retry', '--since', '1h', '--workflow', 'published')).toMatchObject({ found: 1, retried: 1 });
    const retries = await app.database.query(
      'select workflow_version, retry_of_run_id from workflow_runs where retry_of_run_id is not null',
    );
    expect(retries).toEqual([{ workflow_version: 2, retry_of_run_id: failed.id }]);
  });

  it('leaves out runs whose deliveries may have arrived', async () => {
    receiver.answers('reset');
    const uncertain = await aDueRun({ retry_uncertain: false });
    await executeDueRuns(app);
    expect((await uncertain.step('hook')).status).toBe('uncertain');
    expect(await ask('runs', 'retry', '--since', '1h')).toMatchObject({ found: 1, retried: 0, uncertain: 1 });
    expect((await run('runs', 'retry', '--since', '1h')).stdout).toContain('1 are left out');
  });

  it.each([
    [[], "required option '--since <time>' not specified"],
    [['--since', 'yesterday'], 'Put a duration such as 24h'],
    [['--since', '1h', '--status', 'succeeded'], 'failed, partially_failed, cancelled'],
    [['--since', '1h', '--form', 'contact'], 'the id of a form'],
    [['--since', '1h', '--workflow', 'newest'], 'same, published'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await run('runs', 'retry', ...words);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
