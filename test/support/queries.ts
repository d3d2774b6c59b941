import { Client } from 'pg';
import type { Logger } from 'typeorm';
import { DataSource } from 'typeorm';
import type { Instance } from './app';

/** A statement that the service has sent to its database. */
export interface Statement {
  sql: string;
  parameters: unknown[];
}

/** The statements that the service sends during the work. */
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

/** A transaction of another database client, which `release` ends. */
export interface OtherTransaction {
  release(): Promise<void>;
}

/** Locks a form like an edit. */
export const lockForm = (databaseUrl: string, { id }: { id: string }): Promise<OtherTransaction> =>
  otherTransaction(databaseUrl, `select from forms where id = '${id}' for update`);

/** Blocks inserts of submissions after their form has been locked. */
export const blockSubmissionInserts = (databaseUrl: string): Promise<OtherTransaction> =>
  otherTransaction(databaseUrl, 'lock table submissions in share mode');

/** The number of database sessions that wait for a lock. */
export async function countLockWaiters({ database }: Pick<Instance, 'database'>): Promise<number> {
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
