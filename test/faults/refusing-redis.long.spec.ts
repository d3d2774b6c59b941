import type { CreatedForm } from '../support/forms';
import { anEnabledForm, aSubmission } from '../support/forms';
import type { RedisServer } from '../support/redis-server';
import { hasRedisServer, startRedisServer } from '../support/redis-server';
import { ServiceProcess } from '../support/service-process';
import { waitUntil } from '../support/wait-until';
import { aFanOut, aVersion, STORE } from '../support/workflows';
import { atEnd } from '../support/at-end';
import { cloneDatabase } from '../support/database';

interface Fault {
  title: string;
  /** A part of the advice of `doctor`. */
  remedy: string;
  begin: (redis: RedisServer) => unknown;
  end: (redis: RedisServer) => unknown;
}

const FAULTS: Fault[] = [
  {
    title: 'is full',
    remedy: 'Raise maxmemory',
    begin: (redis) => redis.ask('config', 'set', 'maxmemory', '1'),
    end: (redis) => redis.ask('config', 'set', 'maxmemory', '0'),
  },
  {
    title: 'has become a replica',
    remedy: 'lead to the master',
    begin: (redis) => redis.ask('replicaof', '127.0.0.1', '1'),
    end: (redis) => redis.ask('replicaof', 'no', 'one'),
  },
  {
    title: 'takes no writes of its user',
    remedy: 'run all commands',
    begin: (redis) => redis.ask('acl', 'setuser', 'default', '-@write'),
    end: (redis) => redis.ask('acl', 'setuser', 'default', '+@all'),
  },
  {
    title: 'asks for another password',
    remedy: 'the user and the password',
    begin: async (redis) => {
      await redis.ask('acl', 'setuser', 'keeper', 'on', 'nopass', '~*', '&*', '+@all');
      await redis.ask('config', 'set', 'requirepass', 'another');
      await redis.askAs('keeper', 'client', 'kill', 'type', 'normal');
    },
    end: (redis) => redis.askAs('keeper', 'config', 'set', 'requirepass', ''),
  },
  {
    title: 'is frozen',
    remedy: 'slow or stopped',
    begin: (redis) => redis.freeze(),
    end: (redis) => redis.thaw(),
  },
  {
    title: 'lets writes wait',
    remedy: 'slow or stopped',
    begin: (redis) => redis.ask('client', 'pause', '600000', 'write'),
    end: (redis) => redis.ask('client', 'unpause'),
  },
];

(hasRedisServer ? describe : describe.skip)('a Redis that answers and does not work (needs redis-server)', () => {
  let redis: RedisServer;
  let service: ServiceProcess;
  let form: CreatedForm;

  beforeAll(async () => {
    redis = await startRedisServer();
    const { url, drop } = await cloneDatabase();
    atEnd(drop);
    service = await ServiceProcess.started({ DATABASE_URL: url, REDIS_URL: redis.url, LOG_LEVEL: 'info' });
    form = await anEnabledForm(service.api);
    await aVersion(service.api, form, aFanOut(STORE));
  });

  const stateOf = async () => {
    const { status, body } = await service.api.as(null).get('/readyz');
    return [status, (body as unknown as { checks: { redis: string } }).checks.redis].join(' ');
  };

  const runEnds = async () => {
    const id = await aSubmission(service.api, form);
    await waitUntil(async () => {
      const { body } = await service.api.get(`/v1/forms/${form.id}/workflow-runs?limit=1`);
      const [latest] = (body as { data: { submission_id: string; status: string }[] }).data;
      return latest!.submission_id === id && latest!.status === 'succeeded';
    }, 20);
  };

  it.each(FAULTS)('is told while it $title, with a remedy, and delays runs by seconds only', async ({ begin, end, remedy }) => {
    await waitUntil(async () => (await stateOf()) === '200 ok');
    await begin(redis);
    await waitUntil(async () => (await stateOf()) === '200 degraded', 15);
    await runEnds();
    const { checks } = await service.doctor();
    expect(checks.find(({ check }) => check === 'redis')).toMatchObject({
      verdict: 'failed',
      remedy: expect.stringContaining(remedy) as unknown,
    });
    await end(redis);
    await waitUntil(async () => (await stateOf()) === '200 ok', 15);
    await runEnds();
  });
});
