import { createDataSource } from '../../src/platform/database/data-source';
import { Database } from '../../src/platform/database/database';
import { AmbientTransaction } from '../../src/platform/database/transactions';
import { atEnd } from '../support/at-end';
import { cloneDatabase } from '../support/database';

/** With one connection, to a server that has come to let only read. */
async function openReadOnly(): Promise<Database> {
  const { url, drop } = await cloneDatabase();
  const source = await createDataSource({ url, poolSize: 1 }, []).initialize();
  atEnd(() => source.destroy().then(drop));
  const database = new Database(source, new AmbientTransaction(), { databasePooler: 'none' });
  await database.query('set default_transaction_read_only = on');
  return database;
}

describe('a connection to a server that only lets read', () => {
  it('is closed by a check of the database, and another one takes its place', async () => {
    const database = await openReadOnly();
    await expect(database.ping()).rejects.toMatchObject({ code: '25006' });
    await database.ping();
  });

  it('is closed by a write, and another one takes its place', async () => {
    const database = await openReadOnly();
    const write = 'create table written ()';
    await expect(database.query(write)).rejects.toMatchObject({ code: '25006' });
    await database.query(write);
  });
});
