import type { CreatedForm } from '../support/forms';
import type { RestartablePostgres } from '../support/restartable-postgres';
import { prepareRestartablePostgres } from '../support/restartable-postgres';
import { ServiceProcess } from '../support/service-process';
import { aFormForLoad, expectStoredOnce, SubmissionLoad } from '../support/submission-load';
import { waitUntil } from '../support/wait-until';

let postgres: RestartablePostgres;
let service: ServiceProcess;
let form: CreatedForm;

beforeAll(async () => {
  postgres = await prepareRestartablePostgres();
  await postgres.start();
  service = await ServiceProcess.started({
    DATABASE_URL: postgres.url,
    LOG_LEVEL: 'info',
  });
  form = await aFormForLoad(service.api);
});

const isReady = async () => (await service.api.as(null).get('/readyz')).status === 200;

describe('a service whose database may not be written', () => {
  it('answers 503 on a standby and on a primary that was set to read-only, and goes on by itself with nothing lost', async () => {
    const load = new SubmissionLoad(service.api.baseUrl, form);
    await load.waitForMore(50);

    await postgres.stop();
    await postgres.startAsStandby();
    await refuses(load);
    await postgres.promote();
    await load.waitForMore(50);
    expect(await isReady()).toBe(true);

    await postgres.asSuperuser('alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
    await refuses(load);
    await postgres.asSuperuser('alter system reset default_transaction_read_only', 'select pg_reload_conf()');
    await load.waitForMore(50);
    expect(await isReady()).toBe(true);

    await load.stop();
    await expectStoredOnce(postgres.url, form, load.acknowledged);
    expect([...load.refusals.keys()]).toEqual([503]);
  });

  it('logs what it has refused without looking up a place in its code, for which the refusals would have to wait', () => {
    const refused = service.output.split('\n').filter((line) => line.includes('"code":"25006"'));
    expect(refused).not.toEqual([]);
    expect(refused.filter((line) => line.includes('"stack"'))).toEqual([]);
  });

  it('starts on a standby once that is promoted', async () => {
    await service.stop();
    await postgres.stop();
    await postgres.startAsStandby();
    const started = service.start();
    await waitUntil(() => service.output.includes('The database does not answer yet'));
    await postgres.promote();
    await started;
    expect(await isReady()).toBe(true);
  });
});

async function refuses(load: SubmissionLoad): Promise<void> {
  await waitUntil(async () => !(await isReady()));
  const refused = load.refusals.get(503) ?? 0;
  await waitUntil(() => (load.refusals.get(503) ?? 0) > refused + 20);
}
