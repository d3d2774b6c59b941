import type { DataSource } from 'typeorm';
import type * as DataSourceModule from '../../src/data-source';
import type { TestDatabase } from '../support/database';
import { cloneDatabase } from '../support/database';

let database: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await cloneDatabase();
  const before = process.env['DATABASE_URL'];
  process.env['DATABASE_URL'] = database.url;
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- it reads the address while it is loaded
  source = await (require('../../src/data-source') as typeof DataSourceModule).dataSource;
  if (before === undefined) delete process.env['DATABASE_URL'];
  else process.env['DATABASE_URL'] = before;
  await source.initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

describe("the data source of TypeORM's own tool", () => {
  it('finds all migrations applied, under the names that the service gives them', async () => {
    expect(await source.showMigrations()).toBe(false);
  });

  it('applies migrations as the service does, with the functions of the database', async () => {
    await source.query('delete from applied_functions where name = $1', ['refuse_change']);
    expect(await source.runMigrations()).toMatchObject([{ name: 'refuse_change' }]);
    expect(await source.runMigrations()).toEqual([]);
  });

  it('does not make the tables what the entities say', async () => {
    await expect(source.synchronize()).rejects.toThrow('Only migrations change the tables.');
  });
});
