import { randomUUID } from 'node:crypto';
import { openJobQueue } from '../../src/platform/queue/bullmq-queue';
import type { JobQueue } from '../../src/platform/queue/job-queue';
import { eventually } from '../support/eventually';
import { anEnabledForm, aSubmission } from '../support/forms';
import { aJob } from '../support/job-queues';
import type { RedisServer } from '../support/redis-server';
import { hasRedisServer, startRedisServer } from '../support/redis-server';
import type { RestartablePostgres } from '../support/restartable-postgres';
import { prepareRestartablePostgres } from '../support/restartable-postgres';
import { listRuns } from '../support/runs';
import { ServiceProcess } from '../support/service-process';
import { aDefinition, aNode, aVersion, START, STORE } from '../support/workflows';

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('a worker with its queue in Redis, whose database goes away (needs redis-server)', () => {
  let redis: RedisServer;
  let postgres: RestartablePostgres;
  let queue: JobQueue;
  let service: ServiceProcess;

  beforeAll(async () => {
    [redis, postgres] = await Promise.all([startRedisServer(), prepareRestartablePostgres()]);
    await postgres.start();
    queue = await openJobQueue({ redisUrl: redis.url, databaseUrl: postgres.url });
    service = await ServiceProcess.prepare({
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      APP_SECRET: 'a secret for tests, of thirty-two characters',
      LOG_LEVEL: 'warn',
    });
    await service.start();
  }, 120_000);

  afterAll(async () => {
    await service.remove();
    await queue.close();
    await postgres.remove();
    await redis.stop();
  });

  const linesWith = (text: string) => service.output.split('\n').filter((line) => line.includes(text));
  const waitingJobs = async () => (await queue.depth()).runs.waiting;

  it('takes no more jobs than it has places, says so once, and goes on soon after the database is back', async () => {
    const form = await anEnabledForm(service.api);
    const nodes = [START, aNode('wait', 'delay', { seconds: 2 }), STORE];
    await aVersion(service.api, form, aDefinition(nodes, 'start>wait', 'wait>store'));
    for (let index = 0; index < 5; index += 1) await aSubmission(service.api, form);
    await eventually(async () => (await queue.depth()).runs.delayed === 5);
    await postgres.stop();
    await queue.add(Array.from({ length: 300 }, () => aJob(randomUUID())));
    await eventually(() => linesWith('The database is unavailable.').length > 0);
    await eventually(() => linesWith('A chore failed').length > 2); // that takes a while
    expect(await waitingJobs()).toBeGreaterThan(200);
    await postgres.start();
    await eventually(async () => (await waitingJobs()) === 0);
    await eventually(async () => (await listRuns(service, form)).every(({ status }) => status === 'succeeded'));
    expect(linesWith('The database is unavailable.')).toHaveLength(1);
    expect(linesWith('The database is available again.')).toHaveLength(1);
    expect(linesWith('A run was interrupted')).toHaveLength(0);
  }, 90_000);

  it('stops soon although the database is away', async () => {
    await postgres.stop();
    await queue.add([aJob(randomUUID())]);
    await eventually(() => linesWith('The database is unavailable.').length > 1);
    const toldAt = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - toldAt).toBeLessThan(15_000);
  }, 60_000);
});
