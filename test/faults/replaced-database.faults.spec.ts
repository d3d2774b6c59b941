import type { RestartablePostgres } from '../support/restartable-postgres';
import { prepareRestartablePostgres } from '../support/restartable-postgres';
import type { CreatedForm } from '../support/forms';
import { ServiceProcess } from '../support/service-process';
import { aFormForLoad, expectStoredOnce, SubmissionLoad } from '../support/submission-load';
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
  // Only then is what was accepted at the standby, too.
  await primary.asSuperuser(`alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()');
  service = await ServiceProcess.started({
    DATABASE_URL: addressOfBoth(standby, primary),
  });
  form = await aFormForLoad(service.api);
});

describe('a service whose address names a primary and its standby', () => {
  it('uses the primary, and goes on with the standby by itself once that is promoted, with nothing lost or doubled', async () => {
    const load = new SubmissionLoad(service.api.baseUrl, form);
    await load.waitForMore(50);

    await primary.kill();
    await waitUntil(() => (load.refusals.get(503) ?? 0) > 20);
    await standby.promote();
    await load.waitForMore(50);

    await load.stop();
    expect((await service.api.as(null).get('/readyz')).status).toBe(200);
    await expectStoredOnce(standby.url, form, load.acknowledged);
    expect([...load.refusals.keys()]).toEqual([503]);
  });

  it('starts while one of the servers is gone', async () => {
    await service.stop();
    await service.start();
    expect((await service.api.as(null).get('/readyz')).status).toBe(200);
  });
});

function addressOfBoth(first: RestartablePostgres, second: RestartablePostgres): string {
  const [one, other] = [new URL(first.url), new URL(second.url)];
  return `${one.href.replace(one.host, `${one.host},${other.host}`)}?target_session_attrs=read-write`;
}
