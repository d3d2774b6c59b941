import { ask } from '../../src/embedded-postgres/embedded-postgres.fixture';
import type { Answer } from '../support/api';
import { eventually } from '../support/eventually';
import type { CreatedForm } from '../support/forms';
import { aForm, anEnabledForm } from '../support/forms';
import type { LossyNetwork } from '../support/lossy-network';
import { startLossyNetwork } from '../support/lossy-network';
import type { RestartablePostgres } from '../support/restartable-postgres';
import { prepareRestartablePostgres } from '../support/restartable-postgres';
import { ServiceProcess } from '../support/service-process';
import { expectStoredOnce, Submitters } from '../support/submitters';
import { aFan, aVersion, STORE } from '../support/workflows';

let postgres: RestartablePostgres;
let network: LossyNetwork;
let service: ServiceProcess;
let other: CreatedForm;
beforeAll(async () => {
  postgres = await prepareRestartablePostgres();
  await postgres.start();
  network = await startLossyNetwork(postgres.url);
  service = await ServiceProcess.prepare({
    DATABASE_URL: network.url,
    APP_SECRET: 'a secret for tests, of thirty-two characters',
    LOG_LEVEL: 'silent',
    SHUTDOWN_DELAY_SECONDS: '0',
  });
  await service.start();
  other = await aForm(service.api);
}, 120_000);
afterAll(async () => {
  await service.remove();
  await network.close();
  await postgres.remove();
});

/** Makes the database silent, and answers how to end that. */
const silences: [string, () => Promise<() => void>][] = [
  ['is frozen', () => postgres.freeze()],
  [
    'is behind a network that loses everything',
    () => {
      network.lose();
      return Promise.resolve(network.recover);
    },
  ],
];

/** The status of an answer, and whether it came within the time that a client has to wait at most. */
async function outcomeOf(call: Promise<Answer>) {
  const begun = performance.now();
  const { status, headers } = await call;
  return { status, retryAfter: headers['retry-after'], isInTime: performance.now() - begun < 8_000 };
}

/** What clients ask for that have nothing to do with each other. */
const someRequests = () => [
  service.api.get('/v1/forms'),
  service.api.get(`/v1/forms/${other.id}/submissions`),
  service.api.post('/v1/forms', { name: 'Another', validate_fields: true, notifications_enabled: false }),
  service.api.patch(`/v1/forms/${other.id}`, { name: String(Math.random()) }, { ifMatch: '*' }),
];

async function count(sql: string): Promise<number> {
  const [row] = await ask(postgres.url, `select count(*)::int as number ${sql}`);
  return row!.number as number;
}

describe.each(silences)('a database that %s', (_, silence) => {
  it('makes requests fail with 503 in time, and all goes on by itself with nothing stored twice', async () => {
    const form = await anEnabledForm(service.api, { fields: [{ name: 'key', type: 'string' }] });
    await aVersion(service.api, form, aFan(STORE));
    const submitters = new Submitters(service.api.baseUrl, form);
    await submitters.more(100);
    const recover = await silence();
    for (let round = 0; round < 2; round += 1) {
      const outcomes = await Promise.all([...someRequests(), ...someRequests(), ...someRequests()].map(outcomeOf));
      expect(outcomes).toEqual(outcomes.map(() => ({ status: 503, retryAfter: '1', isInTime: true })));
      expect((await service.api.as(null).get('/readyz')).status).toBe(503);
    }
    recover();
    await submitters.more(100, 15);
    await submitters.stop();
    expect([...submitters.refusals.keys()]).toEqual([503]);
    expect({ unanswered: submitters.unanswered, isInTime: submitters.slowestMs < 8_000 }).toEqual({
      unanswered: 0,
      isInTime: true,
    });
    await expectStoredOnce(postgres.url, form, submitters.acknowledged);
    const requests = Array.from({ length: 10 }, someRequests).flat();
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    const isDone = async () => (await count('from workflow_runs where completed_at is null')) === 0;
    await eventually(isDone, 60); // the lease of a run that could not be written has to end first
    await eventually(async () => (await count(`from pg_stat_activity where state like 'idle in%'`)) === 0);
  }, 120_000);
});

describe('a service whose database stands still', () => {
  it('can be stopped', async () => {
    const recover = await postgres.freeze();
    expect(await service.stop()).toBe(0);
    recover();
  }, 75_000);
});
