import { Client } from 'pg';
import type { Logger } from 'typeorm';
import { DataSource } from 'typeorm';
import type { Instance } from './app';

/** A statement as the service has sent it to its database. */
export interface Statement {
  sql: string;
  parameters: unknown[];
}

/** What the service sends to its database while some work runs. */
export async function statementsDuring(
  { app }: Pick<Instance, 'app'>,
  work: () => Promise<unknown>,
): Promise<Statement[]> {
  const source = app.get(DataSource);
  const usual = source.logger;
  const statements: Statement[] = [];
  const nothing = () => undefined;
  const listener: Logger = {
    logQuery: (sql, parameters) => void statements.push({ sql, parameters: (parameters ?? []) as unknown[] }),
    logQueryError: nothing,
    logQuerySlow: nothing,
    logSchemaBuild: nothing,
    logMigration: nothing,
    log: nothing,
  };
  source.logger = listener;
  try {
    await work();
  } finally {
    source.logger = usual;
  }
  return statements;
}

/** Somebody else at the database, in a transaction that ends with `release`. */
export interface OtherTransaction {
  release(): Promise<void>;
}

/** Locks a form as an editor does, until it is released. */
export const editorOf = (databaseUrl: string, { id }: { id: string }): Promise<OtherTransaction> =>
  otherTransaction(databaseUrl, `select from forms where id = '${id}' for update`);

/** Lets submissions get as far as the row itself, and no further, until it is released. */
export const pauseBeforeInsert = (databaseUrl: string): Promise<OtherTransaction> =>
  otherTransaction(databaseUrl, 'lock table submissions in share mode');

/** How many sessions of a database wait for a lock. */
export async function waitersFor({ database }: Pick<Instance, 'database'>): Promise<number> {
  const rows = await database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

async function otherTransaction(databaseUrl: string, statement: string): Promise<OtherTransaction> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(statement);
  return {
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}
