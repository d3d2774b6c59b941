import { Client } from 'pg';
import { atEnd } from '../support/at-end';
import { cloneDatabase } from '../support/database';
import { anEnabledForm, aSubmission } from '../support/forms';
import { hasPgBouncer, startPgBouncer } from '../support/pgbouncer';
import { hasRedisServer, startRedisServer } from '../support/redis-server';
import { ServiceProcess } from '../support/service-process';

const withPooler = hasPgBouncer && hasRedisServer ? describe : describe.skip;

withPooler('a pooler before the database (needs pgbouncer and redis-server)', () => {
  const aDatabase = async () => {
    const { url, drop } = await cloneDatabase();
    atEnd(drop);
    return url;
  };

  it('in transaction mode keeps a service that is not told of it from starting, with the setting that tells it', async () => {
    const url = await startPgBouncer(await aDatabase(), 'transaction');
    const service = await ServiceProcess.prepare({ DATABASE_URL: url, MIGRATE_ON_START: 'false' });
    const output = await service.start().then(String, String);
    expect(output).toContain('Set DATABASE_POOLER=transaction');
    expect(output).not.toMatch(/\n {4}at /);
  });

  it('in session mode needs the queue in Redis only, whatever the defaults of the database are', async () => {
    const database = await aDatabase();
    await setDefaults(database);
    const redis = await startRedisServer();
    const url = await startPgBouncer(database, 'session', 'default_pool_size = 40');
    await usesEverything(await ServiceProcess.started({ DATABASE_URL: url, REDIS_URL: redis.url }));
  });

  it('serves a service that is told of it, whatever the defaults of the database are', async () => {
    const database = await aDatabase();
    await setDefaults(database);
    const redis = await startRedisServer();
    const service = await ServiceProcess.started({
      DATABASE_URL: await startPgBouncer(database, 'transaction'),
      DATABASE_POOLER: 'transaction',
      MIGRATE_ON_START: 'false',
      REDIS_URL: redis.url,
    });
    await usesEverything(service);
  });
});

it('defaults of the database change nothing', async () => {
  const { url, drop } = await cloneDatabase();
  atEnd(drop);
  await setDefaults(url);
  await usesEverything(await ServiceProcess.started({ DATABASE_URL: url }));
});

/** Makes each text of the database look as different as it can. */
async function setDefaults(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const [setting, value] of Object.entries(DEFAULTS))
      await client.query(`alter database ${name} set ${setting} = ${client.escapeLiteral(value)}`);
  } finally {
    await client.end();
  }
}

const DEFAULTS = {
  datestyle: 'German, DMY',
  intervalstyle: 'sql_standard',
  timezone: 'Asia/Kathmandu',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  default_transaction_isolation: 'serializable',
};

async function usesEverything({ api }: ServiceProcess): Promise<void> {
  const form = await anEnabledForm(api);
  const before = Date.now();
  await Promise.all(Array.from({ length: 20 }, () => aSubmission(api, form)));
  const { status, body } = await api.get(`/v1/forms/${form.id}/submissions`);
  expect(status).toBe(200);
  const { data } = body as { data: { created_at: string }[] };
  expect(data).toHaveLength(20);
  for (const { created_at: at } of data) expect(Math.abs(Date.parse(at) - before)).toBeLessThan(60_000);
  for (const path of ['/v1/forms', `/v1/forms/${form.id}`, '/v1/keys', '/v1/workflow-runs'])
    expect([path, (await api.get(path)).status]).toEqual([path, 200]);
}
