import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** A database of its own for a test file, cloned from the migrated template. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export const cloneDatabase = (): Promise<TestDatabase> => createDatabase('forms_template');

/** A database without tables. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase('template0');

async function createDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer('forms', `create database ${name} template ${template}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer('postgres', `drop database ${name} with (force)`) };
}

/** Deletes all rows but those that migrations insert or note and the mark of the secret, which is faster than another clone. */
export async function deleteRows(databaseUrl: string): Promise<void> {
  const superuser = new URL(databaseUrl);
  superuser.username = 'postgres';
  await execute(superuser.href, DELETE_ROWS);
}

/** References and triggers are off, so that the order of the tables does not matter. */
const DELETE_ROWS = `
  do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select oid::regclass from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not in ('migrations', 'applied_functions', 'plans', 'database_epoch', 'app_secret_check')
    loop execute 'delete from ' || name; end loop;
  end $$`;

function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) throw new Error('The tests run under Jest, whose global setup starts PostgreSQL.');
  return url;
}

/** The superuser may end an autovacuum in the database that is dropped. */
async function onServer(user: 'forms' | 'postgres', statement: string): Promise<void> {
  const url = new URL(serverUrl());
  url.username = user;
  await execute(url.href, statement);
}

async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
