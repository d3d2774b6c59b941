import type { CreatedForm } from '../support/forms';
import { waitUntil } from '../support/wait-until';
import type { RestartablePostgres } from '../support/restartable-postgres';
import { prepareRestartablePostgres } from '../support/restartable-postgres';
import { ServiceProcess } from '../support/service-process';
import { aFormForLoad, expectStoredOnce, SubmissionLoad } from '../support/submission-load';

let postgres: RestartablePostgres;
let service: ServiceProcess;
let form: CreatedForm;
beforeAll(async () => {
  postgres = await prepareRestartablePostgres();
  await postgres.start();
  service = await ServiceProcess.started({
    DATABASE_URL: postgres.url,
    SHUTDOWN_DELAY_SECONDS: '5',
  });
  form = await aFormForLoad(service.api);
});

const ask = async (path: string) => {
  const { status, body } = await service.api.as(null).get(path);
  return { status, body: body as unknown };
};
const READY = { status: 200, body: { status: 'ok', checks: { postgres: 'ok' } } };
const ALIVE = { status: 200, body: { status: 'ok' } };

describe('a service whose database is restarted', () => {
  it('answers 503 during the outage, and recovers by itself with nothing lost', async () => {
    expect(await ask('/readyz')).toMatchObject(READY);
    const load = new SubmissionLoad(service.api.baseUrl, form);
    for (const goAway of ['stop', 'kill', 'stop'] as const) {
      await load.waitForMore(100);
      await postgres[goAway]();
      await waitUntil(async () => (await ask('/readyz')).status === 503);
      const down = { status: 503, body: { status: 'unavailable', checks: { postgres: 'unavailable' } } };
      expect(await ask('/readyz')).toMatchObject(down);
      expect(await ask('/healthz')).toEqual(ALIVE);
      expect((await service.api.get('/v1/forms')).status).toBe(503);
      const refused = load.refusals.get(503) ?? 0;
      await waitUntil(() => (load.refusals.get(503) ?? 0) > refused + 20);
      await waitUntil(() => postgres.start().then(() => true)); // once the last process of the killed server has ended
      await load.waitForMore(100);
      expect(await ask('/readyz')).toMatchObject(READY);
    }
    await load.stop();
    await expectStoredOnce(postgres.url, form, load.acknowledged);
    expect([...load.refusals.keys()]).toEqual([503]);
    expect(load.unanswered).toBe(0);
  });
});

describe('a service that is told to stop', () => {
  it('reports that it drains and serves requests as before, then closes its connections and exits with 0', async () => {
    const ended = service.stop();
    await waitUntil(async () => (await ask('/readyz')).status === 503);
    const draining = { status: 503, body: { status: 'draining', checks: { postgres: 'ok' } } };
    expect(await ask('/readyz')).toMatchObject(draining);
    expect(await ask('/healthz')).toEqual(ALIVE);
    const answer = await service.api.get('/v1/capabilities');
    expect({ status: answer.status, connection: answer.headers.connection }).toEqual({
      status: 200,
      connection: 'keep-alive', // so that nothing fails before load balancers know
    });
    await waitUntil(isClosing);
    expect(await ended).toBe(0);
  });
});

/** An answer announces the end of its connection, or nothing takes the request any more. */
async function isClosing(): Promise<boolean> {
  const answer = await service.api.get('/v1/capabilities').catch(() => null);
  return answer === null || answer.headers.connection === 'close';
}
