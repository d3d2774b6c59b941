import type { ResilientQueue } from '../../src/platform/queue/resilient-queue';
import { waitUntil } from '../support/wait-until';
import { anEnabledForm, aSubmission } from '../support/forms';
import { depthOf, openQueue } from '../support/job-queues';
import type { RedisServer } from '../support/redis-server';
import { hasRedisServer, startRedisServer } from '../support/redis-server';
import type { RestartablePostgres } from '../support/restartable-postgres';
import { prepareRestartablePostgres } from '../support/restartable-postgres';
import { listRuns } from '../support/runs';
import { ServiceProcess } from '../support/service-process';
import { aDefinition, aNode, aVersion, START, STORE } from '../support/workflows';

const aWakeUp = () => ({ name: 'wake-up', data: {} });

const withRedis = hasRedisServer ? describe : describe.skip;

withRedis('a worker with its queue in Redis, whose database goes away (needs redis-server)', () => {
  let redis: RedisServer;
  let postgres: RestartablePostgres;
  let queue: ResilientQueue;
  let service: ServiceProcess;

  beforeAll(async () => {
    [redis, postgres] = await Promise.all([startRedisServer(), prepareRestartablePostgres()]);
    await postgres.start();
    queue = await openQueue({ url: redis.url }, { name: 'runs', prefix: '{forms}' });
    service = await ServiceProcess.prepare({
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      LOG_LEVEL: 'warn',
    });
    await service.start();
  });

  const linesWith = (text: string) => service.output.split('\n').filter((line) => line.includes(text));
  const waitingJobs = async () => (await depthOf(queue)).waiting;

  it('takes no more jobs, says so once, and goes on soon after the database is back', async () => {
    const form = await anEnabledForm(service.api);
    const nodes = [START, aNode('wait', 'delay', { seconds: 10 }), STORE];
    await aVersion(service.api, form, aDefinition(nodes, 'start>wait', 'wait>store'));
    for (let index = 0; index < 5; index += 1) await aSubmission(service.api, form);
    await waitUntil(async () => (await listRuns(service, form)).every(({ status }) => status === 'running'));
    await waitUntil(async () => (await depthOf(queue)).delayed! > 0);
    await postgres.stop();
    await queue.addBulk(Array.from({ length: 300 }, aWakeUp));
    await waitUntil(() => linesWith('The database is unavailable.').length > 0);
    await waitUntil(() => linesWith('A periodic task failed').length > 2); // that takes a while
    expect(await waitingJobs()).toBeGreaterThan(200);
    await postgres.start();
    await waitUntil(async () => (await waitingJobs()) === 0);
    await waitUntil(async () => (await listRuns(service, form)).every(({ status }) => status === 'succeeded'));
    expect(linesWith('The database is unavailable.')).toHaveLength(1);
    expect(linesWith('The database is available again.')).toHaveLength(1);
    expect(linesWith('A run was interrupted')).toHaveLength(0);
  });

  it('stops during a database outage, without waiting for its end', async () => {
    await postgres.stop();
    await queue.addBulk([aWakeUp()]);
    await waitUntil(() => linesWith('The database is unavailable.').length > 1);
    expect(await service.stop()).toBe(0);
  });
});
