import { ask } from '../../src/embedded-postgres/embedded-postgres.fixture';
import { type Answer, untilServed } from '../support/api';
import { waitUntil } from '../support/wait-until';
import type { CreatedForm } from '../support/forms';
import { aForm } from '../support/forms';
import type { BlackholeProxy } from '../support/blackhole-proxy';
import { startBlackholeProxy } from '../support/blackhole-proxy';
import type { RestartablePostgres } from '../support/restartable-postgres';
import { prepareRestartablePostgres } from '../support/restartable-postgres';
import { ServiceProcess } from '../support/service-process';
import { aFormForLoad, expectStoredOnce, SubmissionLoad } from '../support/submission-load';
import { aFanOut, aVersion, STORE } from '../support/workflows';

let postgres: RestartablePostgres;
let proxy: BlackholeProxy;
let service: ServiceProcess;
let other: CreatedForm;
beforeAll(async () => {
  postgres = await prepareRestartablePostgres();
  await postgres.start();
  proxy = await startBlackholeProxy(postgres.url);
  service = await ServiceProcess.started({
    DATABASE_URL: proxy.url,
    LOG_LEVEL: 'silent',
    SHUTDOWN_DELAY_SECONDS: '0',
  });
  other = await aForm(service.api);
});

/** Ways to make the database unresponsive; each resolves with the function that ends the outage. */
const outages: [string, () => Promise<() => void>][] = [
  ['is frozen', () => postgres.freeze()],
  [
    'is behind a proxy that loses everything',
    () => {
      proxy.blackhole();
      return Promise.resolve(proxy.restore);
    },
  ],
];

/** The body of an answer, which comes long before TCP gives up a connection: the client of the tests does not wait for that. */
async function outcomeOf(call: Promise<Answer>) {
  const { status, headers } = await call;
  return { status, retryAfter: headers['retry-after'] };
}

/** Independent requests that read and write. */
const SOME_REQUESTS = [
  () => service.api.get('/v1/forms'),
  () => service.api.get(`/v1/forms/${other.id}/submissions`),
  () => service.api.post('/v1/forms', { name: 'Another', validate_fields: true, notifications_enabled: false }),
  () => service.api.patch(`/v1/forms/${other.id}`, { name: String(Math.random()) }, { ifMatch: '*' }),
];
const times = (count: number) => Array.from({ length: count }, () => SOME_REQUESTS).flat();

async function count(sql: string): Promise<number> {
  const [row] = await ask(postgres.url, `select count(*)::int as number ${sql}`);
  return row!.number as number;
}

describe.each(outages)('a database that %s', (_, startOutage) => {
  it('makes requests fail with 503 while it lasts, and the service recovers by itself with nothing stored twice', async () => {
    const form = await aFormForLoad(service.api);
    await aVersion(service.api, form, aFanOut(STORE));
    const load = new SubmissionLoad(service.api.baseUrl, form);
    await load.waitForMore(100);
    const recover = await startOutage();
    for (let round = 0; round < 2; round += 1) {
      const outcomes = await Promise.all(times(3).map((send) => outcomeOf(send())));
      expect(outcomes).toEqual(outcomes.map(() => ({ status: 503, retryAfter: '1' })));
      expect((await service.api.as(null).get('/readyz')).status).toBe(503);
    }
    recover();
    await load.waitForMore(100);
    await load.stop();
    expect([...load.refusals.keys()]).toEqual([503]);
    expect(load.unanswered).toBe(0);
    await expectStoredOnce(postgres.url, form, load.acknowledged);
    const statuses = (await Promise.all(times(10).map(untilServed))).map(({ status }) => status);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    const isDone = async () => (await count('from workflow_runs where completed_at is null')) === 0;
    await waitUntil(isDone); // a lease that could not be released has to expire first
    await waitUntil(async () => (await count(`from pg_stat_activity where state like 'idle in%'`)) === 0);
  });
});

describe('a service whose database is frozen', () => {
  it('can be stopped', async () => {
    const recover = await postgres.freeze();
    expect(await service.stop()).toBe(0);
    recover();
  });
});
