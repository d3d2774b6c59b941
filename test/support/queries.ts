import { Client } from 'pg';
import type { QueryConfig } from 'pg';
import { AnswerTimeoutClient } from '../../src/platform/database/answer-timeout-client';

/** A statement that the service has sent to its database. */
export interface Statement {
  sql: string;
  parameters: unknown[];
  /** The name of a prepared statement. */
  name?: string;
}

/** The statements that services of this process send to their databases during the work. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const send = Client.prototype.query as (...request: unknown[]) => unknown;
  const recording = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...request: unknown[]) {
    if (this instanceof AnswerTimeoutClient) statements.push(statementOf(request));
    return send.apply(this, request);
  });
  try {
    await work();
  } finally {
    recording.mockRestore();
  }
  return statements;
}

/** The number of these statements without those on keys, which come whenever the cache of a key ends. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  return (await statementsDuring(work)).filter(({ sql }) => !sql.includes('api_keys')).length;
}

function statementOf([query, parameters]: unknown[]): Statement {
  if (typeof query === 'string') return { sql: query, parameters: (parameters as unknown[] | undefined) ?? [] };
  const { text, values, name } = query as QueryConfig;
  return { sql: text, parameters: values ?? [], ...(name !== undefined && { name }) };
}

/** A transaction of another database client, which `release` ends. */
export interface OtherTransaction {
  release(): Promise<void>;
}

/** Locks a form like an edit. */
export const lockForm = (databaseUrl: string, { id }: { id: string }): Promise<OtherTransaction> =>
  otherTransaction(databaseUrl, `select from forms where id = '${id}' for update`);

/** Blocks every statement on a table, also those that only read it. */
export const lockTable = (databaseUrl: string, table: string): Promise<OtherTransaction> =>
  otherTransaction(databaseUrl, `lock table ${table}`);

/** Blocks inserts of submissions after their form has been locked. */
export const blockSubmissionInserts = (databaseUrl: string): Promise<OtherTransaction> =>
  otherTransaction(databaseUrl, 'lock table submissions in share mode');

/** An app, or another client of its database outside of a transaction, in which the sessions would not be read anew. */
interface DatabaseUser {
  database: { query(sql: string): Promise<unknown[]> };
}

/** The number of database sessions that wait for a lock. */
export async function countLockWaiters({ database }: DatabaseUser): Promise<number> {
  return (await database.query(`select ${OF_LOCK_WAITERS}`)).length;
}

/** Ends the sessions that wait for a lock, as a lost connection does, and waits until they have ended. */
export async function endLockWaiters({ database }: DatabaseUser): Promise<void> {
  await database.query(`select pg_terminate_backend(pid, 5000) ${OF_LOCK_WAITERS}`);
}

const OF_LOCK_WAITERS = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

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
