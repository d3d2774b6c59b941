import { Client } from 'pg';
import type { Cluster } from './cluster';

/** A connection with an advisory lock that marks the server as used by this process. The lock ends with the process, even with a crash. */
export interface UsageLock {
  /** Releases the lock. True for the last user, which may then stop the server: no other process can acquire a lock until `close`. */
  release(): Promise<boolean>;
  /** Closes the connection without a call of `onLost`. */
  close(): Promise<void>;
}

/**
 * Marks a running server as used, and creates the database and the role that owns it, both called `name`, when they are missing. The
 * password is random for each cluster and proven by both sides (SCRAM), so another server on the same port cannot take its place.
 */
export async function acquireUsageLock(cluster: Cluster, port: number, name: string, onLost: () => void): Promise<UsageLock> {
  const client = new Client({ ...superuserOf(cluster, port), connectionTimeoutMillis: 5000, query_timeout: 60_000 });
  // A lost connection also emits "end"; without a listener for "error" it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK]);
    await createDatabase(client, name, cluster.password);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  client.once('end', onLost);
  return usageLockOf(client, onLost);
}

function usageLockOf(client: Client, onLost: () => void): UsageLock {
  return {
    async release() {
      client.off('end', onLost);
      await client.query('select pg_advisory_unlock_shared($1)', [USERS_LOCK]);
      const { rows } = await client.query<{ is_last: boolean }>('select pg_try_advisory_lock($1) as is_last', [USERS_LOCK]);
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

/** The keys of the advisory locks in the database `postgres`, which only this file connects to. */
const USERS_LOCK = 1;
const SET_UP_LOCK = 2;

/** The owner is no superuser, so an SQL injection cannot reach beyond its database. */
async function createDatabase(client: Client, name: string, password: string): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [SET_UP_LOCK]);
  const { rows } = await client.query<{ kind: string }>(
    `select 'role' as kind from pg_roles where rolname = $1 union all select 'database' from pg_database where datname = $1`,
    [name],
  );
  const exists = (kind: string) => rows.some((row) => row.kind === kind);
  const identifier = client.escapeIdentifier(name);
  if (!exists('role')) await client.query(`create role ${identifier} login password ${client.escapeLiteral(password)}`);
  if (!exists('database')) await client.query(`create database ${identifier} owner ${identifier}`);
  await client.query('select pg_advisory_unlock($1)', [SET_UP_LOCK]);
}
