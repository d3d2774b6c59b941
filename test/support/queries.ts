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
export async function statementsDuring({ app }: Pick<Instance, 'app'>, work: () => Promise<unknown>): Promise<Statement[]> {
  const source = app.get(DataSource);
  const usual = source.logger;
  const statements: Statement[] = [];
  const nothing = () => undefined;
  const listener: Logger = {
    logQuery: (sql, parameters) => void statements.push({ sql, parameters: parameters ?? [] }),
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
export async function editorOf(databaseUrl: string, form: { id: string }): Promise<OtherTransaction> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select from forms where id = $1 for update', [form.id]);
  return {
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}
