import { buffer } from 'node:stream/consumers';
import { noteName } from '../../platform/storage/object-store';
import { rowsOf } from './database-check';
import { type Finding, off, ok, warning, failed, unreadable } from './finding.rules';
import { openStoreOf } from './storage-check';
import { Client } from 'pg';
import { readSetting } from '../../platform/config/config';

/**
 * Warns when the object store knows a higher epoch than the database: then the database is a restored backup, which no process of the
 * service has taken over yet. Its open runs may have been executed after the backup.
 */
export async function checkBackup(url: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const store = await openStoreOf(env);
  if (store === null) return off('The place of the files cannot be asked.');
  const database = (await rowsOf<State>(url, STATE))[0]!;
  const noted = await store.get(noteName('restore', database.identity));
  const number = noted ? Number((await buffer(noted.content)).toString()) : 0;
  if (number <= Number(database.number)) return ok('The database is not older than what is known of it.');
  return warning(`The database is a restored backup. Open runs: ${database.open}.`, RESTORED);
}

interface State {
  identity: string;
  number: string;
  open: number;
}

const STATE = `
  select identity, number, (select count(*)::int from workflow_runs where completed_at is null) as open from database_epoch`;

const RESTORED =
  'Its open runs go on when a worker starts, and repeat deliveries that were made after the backup, with the same webhook-id. ' +
  'Cancel those that must not be repeated, revoke again the keys that were revoked since, and then start the workers.';

/** Checks that the replica answers and follows a primary. Without a replica, exports are read from the primary. */
export async function checkReplica(env: NodeJS.ProcessEnv): Promise<Finding> {
  const connectionString = readSetting(env, 'DATABASE_REPLICA_URL');
  if (connectionString === undefined) return unreadable('DATABASE_REPLICA_URL');
  if (connectionString === null) return off('DATABASE_REPLICA_URL is not set: exports are read from the primary.');
  const client = new Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
  client.on('error', () => undefined); // the pending statement rejects with this error
  try {
    await client.connect();
    const { rows } = await client.query<{ is_standby: boolean; lag: number | null }>(REPLICATION);
    const { is_standby: isStandby, lag } = rows[0]!;
    if (!isStandby) return failed('It is no standby.', 'Set DATABASE_REPLICA_URL to a standby of DATABASE_URL.');
    if (lag !== null && lag > MAX_LAG_SECONDS)
      return warning(`Its last change is ${Math.round(lag)} s old.`, 'Unless nothing was written since, see why it is behind.');
    return ok('It answers, and is a standby.');
  } finally {
    await client.end().catch(() => undefined);
  }
}

const TIMEOUT_MS = 5_000;
const MAX_LAG_SECONDS = 300;

const REPLICATION = `
  select pg_is_in_recovery() as is_standby, extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as lag`;
