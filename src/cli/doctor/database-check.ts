import type { Client } from 'pg';
import { readSetting } from '../../platform/config/config';
import { assertOwnSessions, withConnection } from '../../platform/database/open-database';
import { migrationStateOf } from '../../platform/database/migrations';
import { connectedProcesses } from '../../platform/database/service-processes';
import { type Finding, failed, ok, warning } from './finding.rules';
import { MAX_SECONDS_APART } from '../../platform/database/clock-watch';

interface DatabaseState {
  /** The major version of PostgreSQL. */
  version: number;
  pendingMigrations: number;
  migratesOnStart: boolean;
  /** False behind a pooler in transaction mode when the role has no timeouts for statements and locks. */
  hasTimeLimits: boolean;
  /** Defaults of the role or the database that the service does not replace, and that change what it promises. */
  defaults: string[];
}

export function databaseFinding(state: DatabaseState): Finding {
  const { version, pendingMigrations, migratesOnStart, hasTimeLimits, defaults } = state;
  if (version < OLDEST_VERSION) return failed(`It is PostgreSQL ${version}.`, `Update it to ${OLDEST_VERSION} or newer.`);
  if (pendingMigrations === 0 && !hasTimeLimits)
    return warning(`PostgreSQL ${version} limits neither the time of statements nor of locks behind a pooler.`, SET_LIMITS);
  if (pendingMigrations === 0 && defaults.length > 0)
    return warning(`Defaults of the role or the database are ${defaults.join(', ')}.`, RESET_DEFAULTS);
  if (pendingMigrations === 0) return ok(`PostgreSQL ${version} answers, and all migrations are applied.`);
  const finding = `PostgreSQL ${version} answers. Pending migrations: ${pendingMigrations}.`;
  if (migratesOnStart) return warning(finding, 'The service applies them at its next start.');
  return failed(finding, 'Apply them with "npm run migrate".');
}

const OLDEST_VERSION = 14;

const RESET_DEFAULTS =
  'Run "alter role <role> reset <setting>" and "alter database <name> reset <setting>" for each, unless it is on purpose.';

const SET_LIMITS = `Run "alter role <role> set statement_timeout = '5s'", and the same for lock_timeout = '2s'.`;

/** The clocks must agree, since stored times come from both. */
export function clockFinding(secondsApart: number): Finding {
  const finding = `The clocks of this machine and of the database differ by ${secondsApart.toFixed(1)} seconds.`;
  if (secondsApart < MAX_SECONDS_APART) return ok(finding);
  return failed(finding, 'Synchronize both with a time server (NTP).');
}

/** Checks that the database answers, is new enough, and has the tables of this build. */
export async function checkDatabase(url: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const [server] = await rowsOf<{ version: number; isLimited: boolean; defaults: string[] }>(url, SERVER);
  const { version, isLimited, defaults } = server!;
  if (readSetting(env, 'DATABASE_POOLER') === 'none') await assertOwnSessions(url);
  const { pending } = await migrationStateOf(url);
  const migratesOnStart = readSetting(env, 'MIGRATE_ON_START') === true;
  const hasTimeLimits = isLimited || readSetting(env, 'DATABASE_POOLER') !== 'transaction';
  return databaseFinding({ version, pendingMigrations: pending.length, migratesOnStart, hasTimeLimits, defaults });
}

/** Selects the major version, whether sessions have timeouts by default, and defaults that nothing replaces. */
const SERVER = `
  select current_setting('server_version_num')::int / 10000 as version,
    current_setting('statement_timeout') <> '0' and current_setting('lock_timeout') <> '0' as "isLimited",
    (select coalesce(json_agg(name || ' = ' || setting order by name), '[]') from pg_settings
      where source in ('database', 'user', 'database user') and ((name = 'synchronous_commit' and setting = 'off') or (name = 'session_replication_role' and setting = 'replica')
        or (name = 'transaction_timeout' and setting <> '0') or (name = 'gin_fuzzy_search_limit' and setting <> '0')
        or (name = 'row_security' and setting = 'off'))) as defaults`;

export async function checkClock(url: string): Promise<Finding> {
  return clockFinding(Math.abs(await secondsAhead(url)));
}

/** Compares the database clock with the midpoint between sending the query and receiving its answer. */
const secondsAhead = (url: string): Promise<number> =>
  ask(url, async (client) => {
    const sentAt = Date.now();
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    const answeredAt = Date.now();
    return (rows[0]!.now.getTime() - (sentAt + answeredAt) / 2) / 1000;
  });

export async function countApiProcesses(url: string): Promise<number> {
  const names = await ask(url, (client) =>
    connectedProcesses(async (sql, parameters) => (await client.query<{ name: string }>(sql, parameters)).rows, ['api', 'standalone']),
  );
  return names.length;
}

export const rowsOf = <Row extends object>(url: string, sql: string): Promise<Row[]> =>
  ask(url, async (client) => (await client.query<Row>(sql)).rows);

/** Runs `work` on a separate connection, with a timeout for connecting and for each answer. */
export const ask = <Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> =>
  withConnection(url, work, ANSWER_TIMEOUT_MS);

const ANSWER_TIMEOUT_MS = 5_000;
