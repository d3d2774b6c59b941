import { waitUntil } from '../support/wait-until';
import { prepareRestartablePostgres } from '../support/restartable-postgres';
import { ServiceProcess } from '../support/service-process';

describe('a service that starts before its database', () => {
  it('logs that it waits and that it migrates, and serves once the database is available', async () => {
    const postgres = await prepareRestartablePostgres();
    const service = await ServiceProcess.prepare({
      DATABASE_URL: postgres.url,
      LOG_LEVEL: 'info',
    });
    const started = service.start();
    await waitUntil(() => service.output.includes('The database does not answer yet.'));
    await postgres.start();
    await started;
    expect(service.output).toMatch(/Creating the tables\.[^]*The tables have been created in \d+\.\d s\./);
    expect((await service.api.get('/readyz')).status).toBe(200);
  });
});
