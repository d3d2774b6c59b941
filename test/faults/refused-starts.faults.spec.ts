import { Client } from 'pg';
import { loadConfig } from '../../src/platform/config/config';
import { OperatorError } from '../../src/platform/errors/operator-error';
import { startService } from '../../src/start/service';
import { TEST_SECRET } from '../support/app';
import type { TestDatabase } from '../support/database';
import { cloneDatabase } from '../support/database';

let database: TestDatabase;
beforeEach(async () => {
  database = await cloneDatabase();
});
afterEach(() => database.drop());

const REFUSAL = new OperatorError('The database lacks migrations. Apply them with "npm run migrate".');

const config = (settings: NodeJS.ProcessEnv = {}) =>
  loadConfig({
    ...{ DATABASE_URL: database.url, APP_SECRET: TEST_SECRET, PORT: '0', HOST: '127.0.0.1' },
    ...{ MIGRATE_ON_START: 'false', LOG_LEVEL: 'silent', SHUTDOWN_DELAY_SECONDS: '0' },
    ...settings,
  });

async function execute(statement: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const processes = [
  ['the API', 'api'],
  ['a worker', 'worker'],
  ['the service in one process', 'standalone'],
] as const;

describe('with MIGRATE_ON_START=false', () => {
  it.each(processes)('%s does not start on an empty database, and names the remedy', async (_, role) => {
    await execute('drop schema public cascade; create schema public; drop schema bullmq cascade');
    await expect(startService(role, config())).rejects.toEqual(REFUSAL);
  });

  it.each(processes)('%s does not start on the tables of an older version', async (_, role) => {
    await execute('delete from migrations where id = (select max(id) from migrations)');
    await expect(startService(role, config())).rejects.toEqual(REFUSAL);
  });

  it.each(processes)('%s does not start without the tables of its queue', async (_, role) => {
    await execute('drop schema bullmq cascade');
    await expect(startService(role, config())).rejects.toEqual(REFUSAL);
  });
});

describe('with another APP_SECRET than the data was made under', () => {
  const other = 'another secret, of more than thirty-two characters';

  it.each(processes)('%s does not start, and names APP_SECRET_PREVIOUS', async (_, role) => {
    await (await startService(role, config())).stop();
    await expect(startService(role, config({ APP_SECRET: other }))).rejects.toThrow(/^The data .* another APP_SECRET .*\n.*_PREVIOUS/);
    const replaced = await startService(role, config({ APP_SECRET: other, APP_SECRET_PREVIOUS: TEST_SECRET }));
    await replaced.stop();
    await (await startService(role, config({ APP_SECRET: other }))).stop();
    await expect(startService(role, config())).rejects.toThrow('another APP_SECRET');
  });
});
