import { readSetting } from '../../platform/config/config';
import { withConnection } from '../database-connection';
import { migrationStateOf } from '../migration-state';
import { clockFinding, databaseFinding } from './database.rules';
import type { Finding } from './finding.rules';

/** Whether the database answers, is new enough, and has the tables of this build. */
export async function checkDatabase(url: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const version = await versionOf(url);
  const { pending } = await migrationStateOf(url);
  const migratesOnStart = readSetting(env, 'MIGRATE_ON_START') === true;
  return databaseFinding({ version, pendingMigrations: pending.length, migratesOnStart });
}

const versionOf = (url: string): Promise<number> =>
  withConnection(url, async (client) => {
    const sql = `select current_setting('server_version_num')::int as number`;
    const { rows } = await client.query<{ number: number }>(sql);
    return Math.floor(rows[0]!.number / 10_000);
  });

/** Whether this machine and the database agree on the time. */
export async function checkClock(url: string): Promise<Finding> {
  return clockFinding(Math.abs(await secondsAhead(url)));
}

/** Measured against the middle between the question and its answer. */
const secondsAhead = (url: string): Promise<number> =>
  withConnection(url, async (client) => {
    const asked = Date.now();
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    const answered = Date.now();
    return (rows[0]!.now.getTime() - (asked + answered) / 2) / 1000;
  });
