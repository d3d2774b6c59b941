import type { CreatedForm } from '../support/forms';
import { anEnabledForm } from '../support/forms';
import { eventually } from '../support/eventually';
import type { RestartablePostgres } from '../support/restartable-postgres';
import { prepareRestartablePostgres } from '../support/restartable-postgres';
import { ServiceProcess } from '../support/service-process';
import { expectStoredOnce, Submitters } from '../support/submitters';

let postgres: RestartablePostgres;
let service: ServiceProcess;
let form: CreatedForm;
beforeAll(async () => {
  postgres = await prepareRestartablePostgres();
  await postgres.start();
  service = await ServiceProcess.prepare({
    DATABASE_URL: postgres.url,
    APP_SECRET: 'a secret for tests, of thirty-two characters',
    SHUTDOWN_DELAY_SECONDS: '2',
  });
  await service.start();
  form = await anEnabledForm(service.api, { fields: [{ name: 'key', type: 'string' }] });
}, 120_000);
afterAll(async () => {
  await service.remove();
  await postgres.remove();
});

const ask = async (path: string) => {
  const { status, body } = await service.api.as(null).get(path);
  return { status, body: body as unknown };
};
const READY = { status: 200, body: { status: 'ok', checks: { postgres: 'ok' } } };
const ALIVE = { status: 200, body: { status: 'ok' } };

describe('a service whose database goes away', () => {
  it('answers 503 as long as that lasts, and goes on by itself with nothing lost', async () => {
    expect(await ask('/readyz')).toMatchObject(READY);
    const submitters = new Submitters(service.api.baseUrl, form);
    for (const goAway of ['stop', 'kill', 'stop'] as const) {
      await submitters.more(100);
      await postgres[goAway]();
      await eventually(async () => (await ask('/readyz')).status === 503);
      const down = { status: 503, body: { status: 'unavailable', checks: { postgres: 'unavailable' } } };
      expect(await ask('/readyz')).toMatchObject(down);
      expect(await ask('/healthz')).toEqual(ALIVE);
      expect((await service.api.get('/v1/forms')).status).toBe(503);
      const refused = submitters.refusals.get(503) ?? 0;
      await eventually(() => (submitters.refusals.get(503) ?? 0) > refused + 20);
      await eventually(() => postgres.start().then(() => true)); // once the last of the killed server is gone
      await submitters.more(100, 10);
      expect(await ask('/readyz')).toMatchObject(READY);
    }
    await submitters.stop();
    await expectStoredOnce(postgres.url, form, submitters.acknowledged);
    expect([...submitters.refusals.keys()]).toEqual([503]);
    expect(submitters.unanswered).toBe(0);
  }, 90_000);
});

describe('a service that is told to stop', () => {
  it('says that it drains, still serves for a while, closes connections politely and ends with 0', async () => {
    const ended = service.stop();
    await eventually(async () => (await ask('/readyz')).status === 503);
    const draining = { status: 503, body: { status: 'draining', checks: { postgres: 'ok' } } };
    expect(await ask('/readyz')).toMatchObject(draining);
    expect(await ask('/healthz')).toEqual(ALIVE);
    const answer = await service.api.get('/v1/capabilities');
    expect({ status: answer.status, connection: answer.headers.connection }).toEqual({
      status: 200,
      connection: 'close',
    });
    expect(await ended).toBe(0);
  });
});
