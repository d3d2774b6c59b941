import { Client } from 'pg';
import { readSetting } from '../../platform/config/config';
import { failed, type Finding, off, ok, unreadable, warning } from './finding.rules';

/** Checks that the replica answers and follows a primary. Without it everything is read from the primary. */
export async function checkReplica(env: NodeJS.ProcessEnv): Promise<Finding> {
  const connectionString = readSetting(env, 'DATABASE_REPLICA_URL');
  if (connectionString === undefined) return unreadable('DATABASE_REPLICA_URL');
  if (connectionString === null) return off('DATABASE_REPLICA_URL is not set: exports are read from the primary.');
  const client = new Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS });
  client.on('error', () => undefined); // the statement that needs the connection rejects
  try {
    await client.connect();
    const { rows } = await client.query<{ is_standby: boolean; lag: number | null }>(STATE);
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

const STATE = `
  select pg_is_in_recovery() as is_standby, extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as lag`;
