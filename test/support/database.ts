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

function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) throw new Error('The tests run under Jest, whose global setup starts PostgreSQL.');
  return url;
}

/** As superuser, which may end an autovacuum in the database that is dropped. */
async function onServer(user: 'forms' | 'postgres', statement: string): Promise<void> {
  const url = new URL(serverUrl());
  url.username = user;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
