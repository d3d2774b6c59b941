import type { Config } from '../../src/platform/config/config';
import { createDataSource } from '../../src/platform/database/data-source';
import { Database } from '../../src/platform/database/database';
import { AmbientTransaction, Transactions } from '../../src/platform/database/transactions';
import { atEnd } from '../support/at-end';
import { cloneDatabase } from '../support/database';

/** On one connection, so that every statement is prepared there. */
async function open(pooler: Config['databasePooler']) {
  const { url, drop } = await cloneDatabase();
  const source = await createDataSource({ url, poolSize: 1, pooler }, []).initialize();
  atEnd(() => source.destroy().then(drop));
  const ambient = new AmbientTransaction();
  const database = new Database(source, ambient, { databasePooler: pooler });
  const prepared = async () => {
    const rows = await source.query<{ statement: string }[]>('select statement from pg_prepared_statements');
    return rows.map(({ statement }) => statement);
  };
  return { database, transactions: new Transactions(source, ambient), prepared };
}

const ADD = 'select $1::int + $2::int as sum';

describe('the statements of repositories', () => {
  it('are prepared once for each connection, in transactions and outside of them', async () => {
    const { database, transactions, prepared } = await open('none');
    expect(await database.queryOne(ADD, [1, 2])).toEqual({ sum: 3 });
    await transactions.run(async () => {
      expect(await database.queryOne(ADD, [3, 4])).toEqual({ sum: 7 });
    });
    expect(await prepared()).toEqual([ADD]);
  });

  it('are prepared up to a number, and work beyond it', async () => {
    const { database, prepared } = await open('none');
    for (let n = 0; n < 400; n += 1) expect(await database.queryOne(`select ${n} as n`)).toEqual({ n });
    expect(await prepared()).toHaveLength(300);
  });

  it('are not prepared behind a pooler that gives each transaction another connection', async () => {
    const { database, prepared } = await open('transaction');
    expect(await database.queryOne(ADD, [1, 2])).toEqual({ sum: 3 });
    expect(await prepared()).toEqual([]);
  });

  it.each([
    ['none', '5s'],
    ['transaction', '0'],
  ] as const)('have the time limits of the session with the pooler %s, which refuses them at the start', async (pooler, limit) => {
    const { database } = await open(pooler);
    expect(await database.queryOne('show statement_timeout')).toEqual({ statementTimeout: limit });
  });

  it('leave their connection usable after an error', async () => {
    const { database } = await open('none');
    const divide = 'select 1 / $1::int as quotient';
    await expect(database.query(divide, [0])).rejects.toMatchObject({ code: '22012' });
    await expect(database.query('select nonsense')).rejects.toMatchObject({ code: '42703' });
    expect(await database.query(divide, [1])).toEqual([{ quotient: 1 }]);
  });
});
