import { Client } from 'pg';
import type { Cluster } from './cluster';

/** A connection that says: this process uses the server. It vanishes with the process, however that ends. */
export interface UsageLock {
  /** Answers whether it was the last one: then nobody else can take one until `close`, and the server may be stopped. */
  release(): Promise<boolean>;
  /** Ends the connection, which is then no longer reported as lost. */
  close(): Promise<void>;
}

/**
 * Takes hold of a running server, and makes the database `forms` and the role that owns it where they are missing. The password
 * is random for each cluster and proven by both sides (SCRAM), so a foreign server on the same port is never taken for ours.
 */
export async function acquireUsageLock(cluster: Cluster, port: number, onLost: () => void): Promise<UsageLock> {
  const client = new Client({ ...superuserOf(cluster, port), connectionTimeoutMillis: 5000, query_timeout: 60_000 });
  // A lost connection is also reported by "end"; without a listener for "error" it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK]);
    await makeFormsDatabase(client, cluster.password);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  client.once('end', onLost);
  return holdOf(client, onLost);
}

function holdOf(client: Client, onLost: () => void): UsageLock {
  return {
    async release() {
      client.off('end', onLost);
      await client.query('select pg_advisory_unlock_shared($1)', [USERS_LOCK]);
      const { rows } = await client.query<{ is_last: boolean }>('select pg_try_advisory_lock($1) as is_last', [
        USERS_LOCK,
      ]);
      return rows[0]?.is_last === true;
    },
    async close() {
      client.off('end', onLost);
      await client.end().catch(() => undefined);
    },
  };
}

const superuserOf = ({ password }: Cluster, port: number) => ({
  host: '127.0.0.1',
  port,
  user: 'postgres',
  password,
  database: 'postgres',
  ssl: false,
});

/** Advisory locks of the database `postgres`, which nothing but this file connects to. */
const USERS_LOCK = 1;
const SET_UP_LOCK = 2;

/** The service is no superuser: what an SQL injection could reach ends at its own database. */
async function makeFormsDatabase(client: Client, password: string): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [SET_UP_LOCK]);
  const { rows } = await client.query<{ name: string }>(
    `select 'role' as name from pg_roles where rolname = 'forms' union all select 'database' from pg_database where datname = 'forms'`,
  );
  const isThere = (name: string) => rows.some((row) => row.name === name);
  if (!isThere('role')) await client.query(`create role forms login password ${client.escapeLiteral(password)}`);
  if (!isThere('database')) await client.query('create database forms owner forms');
  await client.query('select pg_advisory_unlock($1)', [SET_UP_LOCK]);
}
