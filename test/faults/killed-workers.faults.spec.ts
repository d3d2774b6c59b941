import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestApp } from '../support/app';
import { startApp } from '../support/app';
import { waitUntil } from '../support/wait-until';
import type { CreatedForm } from '../support/forms';
import { anEnabledForm, aSubmission } from '../support/forms';
import { pointViolations } from '../support/point-violations';
import { Receiver } from '../support/receiver';
import type { RedisServer } from '../support/redis-server';
import { hasRedisServer, startRedisServer } from '../support/redis-server';
import { buildService, openRuns, startWorkerProcess } from '../support/worker-process';
import { aFanOut, aVersion, aWebhook, STORE } from '../support/workflows';

const SUBMISSIONS = 120;
const KILLS = 6;

describe('workers that are killed during attempts, with the queue in PostgreSQL', () =>
  testKilledWorkers(() => Promise.resolve(null)));

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

  const startWorker = (): void => void workers.push(startWorkerProcess(app, redis?.url ?? null));

  beforeAll(async () => {
    await buildService();
    redis = await startQueue();
    receiver = await Receiver.start();
    receiver.reacts(async () => {
      await pause(300); // so that most kills hit a worker during an attempt
      return { status: 200 };
    });
    app = await startApp({ egressAllowCidrs: ['127.0.0.0/8'], redisUrl: redis?.url ?? null });
    form = await anEnabledForm(app.api);
    await aVersion(app.api, form, aFanOut(STORE, aWebhook('ours', { url: receiver.url() })));
  });

  it('leave one ended and delivered run for each submission, with consistent points', async () => {
    startWorker();
    startWorker();
    const submitting = submitAll();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = receiver.requests.length;
      await waitUntil(() => Promise.resolve(receiver.requests.length > before + 2));
      const victim = workers.at(-2)!;
      victim.kill('SIGKILL');
      await once(victim, 'exit');
      startWorker();
    }
    const submissions = await submitting;
    await waitUntil(async () => (await openRuns(app)) === 0);

    const runs = await app.database.query<{ submission_id: string; status: string }>(
      'select submission_id, status from workflow_runs',
    );
    expect(runs.map((run) => run.submission_id).sort()).toEqual(submissions.sort());
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['succeeded']));
    const messages = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    expect(messages.size).toBe(SUBMISSIONS);
    const attempts = await app.database.query<{ sum: string }>(
      "select sum(attempt_count) from workflow_run_steps where node_id = 'ours'",
    );
    expect(receiver.requests.length).toBeLessThanOrEqual(Number(attempts[0]!.sum)); // none that was not recorded before it was sent
    expect(await pointViolations(app.database)).toEqual([]);
  });

  async function submitAll(): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < SUBMISSIONS; index += 1) ids.push(await aSubmission(app.api, form));
    return ids;
  }
}
