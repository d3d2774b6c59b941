import type { TestApp } from '../support/app';
import { startApp } from '../support/app';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('transactions are READ COMMITTED, whatever the database has as its default', async () => {
  const { name } = (await app.database.queryOne<{ name: string }>('select current_database() as name'))!;
  await app.database.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  const other = await app.sibling();
  const shown = await other.transactions.run(() => other.database.queryOne('show transaction_isolation'));
  await other.close();
  expect(shown).toEqual({ transaction_isolation: 'read committed' });
});
