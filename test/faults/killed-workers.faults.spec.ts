import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { TestApp } from '../support/app';
import { startApp } from '../support/app';
import { waitUntil } from '../support/wait-until';
import type { CreatedForm } from '../support/forms';
import { anEnabledForm, aSubmission } from '../support/forms';
import { pointViolations } from '../support/point-violations';
import type { Received } from '../support/receiver';
import { aGate, Receiver } from '../support/receiver';
import type { RedisServer } from '../support/redis-server';
import { hasRedisServer, startRedisServer } from '../support/redis-server';
import { buildService, openRuns, startWorkerProcess } from '../support/worker-process';
import { aFanOut, aVersion, aWebhook, STORE } from '../support/workflows';

const ROUNDS = 3;
const SUBMISSIONS_FOR_EACH_KILL = 20;

describe('workers that are killed during attempts, with the queue in PostgreSQL', () => testKilledWorkers(() => Promise.resolve(null)));

const withRedis = hasRedisServer ? describe : describe.skip;
withRedis('workers that are killed during attempts, with the queue in Redis (needs redis-server)', () =>
  testKilledWorkers(() => startRedisServer()),
);

/** Guarantees that are the same for both queues. */
function testKilledWorkers(startQueue: () => Promise<RedisServer | null>): void {
  let redis: RedisServer | null;
  let app: TestApp;
  let receiver: Receiver;
  let form: CreatedForm;
  const workers: ChildProcess[] = [];
  const submissions: string[] = [];

  const startWorker = (): void => void workers.push(startWorkerProcess(app, redis?.url ?? null));

  beforeAll(async () => {
    await buildService();
    redis = await startQueue();
    receiver = await Receiver.start();
    app = await startApp({ egressAllowCidrs: ['127.0.0.0/8'], redisUrl: redis?.url ?? null });
    form = await anEnabledForm(app.api);
    await aVersion(app.api, form, aFanOut(STORE, aWebhook('ours', { url: receiver.url() })));
  });

  it('leave one ended and delivered run for each submission, with consistent points', async () => {
    startWorker();
    startWorker();
    for (let round = 0; round < ROUNDS; round += 1) {
      await killDuringAttempts('while its attempts wait for answers');
      await killDuringAttempts('while answers arrive');
      // A node that is executed during a third crash in a row would be taken for its cause.
      await waitUntil(async () => (await openRuns(app)) === 0, 600);
    }

    const runs = await app.database.query<{ submission_id: string; status: string }>('select submission_id, status from workflow_runs');
    expect(runs.map((run) => run.submission_id).sort()).toEqual(submissions.sort());
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['succeeded']));
    const messages = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    expect(messages.size).toBe(submissions.length);
    const attempts = await app.database.query<{ sum: string }>("select sum(attempt_count) from workflow_run_steps where node_id = 'ours'");
    expect(receiver.requests.length).toBeLessThanOrEqual(Number(attempts[0]!.sum)); // none that was not recorded before it was sent
    expect(await pointViolations(app.database)).toEqual([]);
  });

  /** Submits, and kills a worker whose attempts are in progress. The receiver does not answer before. */
  async function killDuringAttempts(moment: 'while its attempts wait for answers' | 'while answers arrive') {
    const gate = aGate();
    receiver.reacts(async () => {
      await gate.opened;
      return { status: 200 };
    });
    const before = receiver.requests.length;
    for (let n = 0; n < SUBMISSIONS_FOR_EACH_KILL; n += 1) submissions.push(await aSubmission(app.api, form));
    let victim: ChildProcess | undefined;
    await waitUntil(async () => (victim = await senderOf(receiver.requests.slice(before))) !== undefined, 600);
    if (moment === 'while answers arrive') gate.open();
    await kill(victim!);
    startWorker();
    gate.open();
  }

  /** A worker that holds the run of one of these requests. */
  async function senderOf(requests: Received[]): Promise<ChildProcess | undefined> {
    const runs = requests.map(({ body }) => (JSON.parse(body) as { data: { run_id: string } }).data.run_id);
    const held = await app.database.query<{ owner: string }>(
      'select lease_owner as owner from workflow_runs where id = any($1) and lease_owner is not null',
      [runs],
    );
    return workers.find(({ pid }) => held.some(({ owner }) => owner.includes(`-${pid}-`)));
  }

  /** Kills a worker, and lets its leases expire. */
  async function kill(worker: ChildProcess): Promise<void> {
    workers.splice(workers.indexOf(worker), 1);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    await app.database.query('update workflow_runs set due_at = now() where lease_owner like $1', [`%-${worker.pid}-%`]);
  }
}
