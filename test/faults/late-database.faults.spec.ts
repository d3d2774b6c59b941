import { eventually } from '../support/eventually';
import { prepareRestartablePostgres } from '../support/restartable-postgres';
import { ServiceProcess } from '../support/service-process';

describe('a service that is started before its database', () => {
  it('says that it waits, and serves once the database is there', async () => {
    const postgres = await prepareRestartablePostgres();
    const service = await ServiceProcess.prepare({
      DATABASE_URL: postgres.url,
      APP_SECRET: 'a secret for tests, of thirty-two characters',
      LOG_LEVEL: 'warn',
    });
    const started = service.start();
    await eventually(() => service.output.includes('The database does not answer yet.'), 60);
    await postgres.start();
    await started;
    expect((await service.api.get('/readyz')).status).toBe(200);
    await service.remove();
    await postgres.remove();
  }, 120_000);
});
