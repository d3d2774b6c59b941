import { aSubmission, type CreatedForm } from '../support/forms';
import { prepareRestartablePostgres, type RestartablePostgres } from '../support/restartable-postgres';
import { ServiceProcess } from '../support/service-process';
import { aFormForLoad } from '../support/submission-load';
import { waitUntil } from '../support/wait-until';

let primary: RestartablePostgres;
let standby: RestartablePostgres;
let service: ServiceProcess;
let form: CreatedForm;

beforeAll(async () => {
  primary = await prepareRestartablePostgres();
  standby = await primary.copyAsStandby();
  await primary.start();
  await standby.startAsStandby();
  service = await ServiceProcess.started({
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: standby.url,
  });
  form = await aFormForLoad(service.api);
});

/** One line of ndjson is JSON as well, which the client of the tests parses. */
const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

/** The keys of all submissions, as they are exported. */
async function exported(): Promise<string[]> {
  const answer = await service.api.get(`/v1/forms/${form.id}/submissions/export?format=ndjson`);
  expect(answer.status).toBe(200);
  const lines = textOf(answer.body).trim().split('\n').filter(Boolean);
  return lines.map((line) => (JSON.parse(line) as { fields: { key: string } }).fields.key).reverse();
}

/** The number of exports that have begun to read from each server. */
async function readers(): Promise<Record<string, number>> {
  const { body } = await service.api.as(null).get('/metrics');
  const counts = [...textOf(body).matchAll(/^replica_readers_total\{server="(\w+)"\} (\d+)$/gm)];
  return Object.fromEntries(counts.map(([, server, count]) => [server!, Number(count)]));
}

const keys: string[] = [];
const store = async (key: string): Promise<void> => {
  await aSubmission(service.api, form, { key });
  keys.push(key);
};

describe('a service with a replica', () => {
  it('exports from it what was stored a moment ago', async () => {
    for (let count = 1; count <= 5; count += 1) {
      await store(`there ${count}`);
      expect(await exported()).toEqual(keys);
      expect(await readers()).toEqual({ replica: count });
    }
  });

  it('exports from the primary while the replica is behind', async () => {
    await standby.asSuperuser('select pg_wal_replay_pause()');
    await store('behind');
    expect(await exported()).toEqual(keys);
    expect(await readers()).toEqual({ replica: 5, primary: 1 });
    await standby.asSuperuser('select pg_wal_replay_resume()');
  });

  it('exports from the primary while the replica is away, and from the replica again', async () => {
    await standby.kill();
    expect(await exported()).toEqual(keys);
    expect(await readers()).toEqual({ replica: 5, primary: 2 });
    expect((await service.api.as(null).get('/readyz')).status).toBe(200);
    await standby.startAsStandby();
    await waitUntil(async () => {
      expect(await exported()).toEqual(keys);
      return (await readers())['replica']! > 5;
    });
  });

  it('exports from the primary once the replica is a primary of its own', async () => {
    await standby.promote();
    const { replica, primary: before } = await readers();
    expect(await exported()).toEqual(keys);
    expect(await readers()).toEqual({ replica, primary: before! + 1 });
  });
});
