import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as pg from 'pg';
import { DataSource, type Logger, MigrationExecutor, type MigrationInterface } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions';
import { OperatorError } from '../errors/operator-error';
import { CONNECTION_OPTIONS, initialized } from './data-source';
import { applyFunctions, type DatabaseFunction, functionsOfBuild, pendingFunctions } from './functions';
import { connectionTo } from './primary';
import { prepareSession } from './session';
import { isLockTimeout, isTransientConflict } from './database-errors.rules';

export type OnNotice = (line: string) => void;

/**
 * Applies the pending migrations, oldest first, and then the new or changed functions; returns their names. Reports the names before it
 * begins, since large tables can take long. When several processes call it at once, an advisory lock lets one of them work; the others then
 * find nothing left to apply.
 */
export const migrate = (url: string, onNotice: OnNotice = () => undefined, functions = functionsOfBuild()): Promise<string[]> =>
  withMigrationSource(url, async (source) => {
    await lockMigrations(source);
    const { applied, pending } = await stateOf(source, functions);
    if (pending.length === 0) return [];
    const isNew = applied.length === 0;
    if (!isNew && !applied.some((name) => ADOPTED.test(name))) throw tooOld(applied[0]!);
    const startedAtMs = performance.now();
    onNotice(isNew ? 'Creating the tables.' : `Applying migrations: ${pending.join(', ')}.`);
    while (!(await applyPending(source, functions))) await pause(RETRY_DELAY_MS);
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
    onNotice(`${isNew ? 'The tables have been created' : 'The migrations have been applied'} in ${seconds} s.`);
    return pending;
  });

/** The baseline, and the last migration before it, whose databases the baseline can take over. */
const ADOPTED = /^(Baseline1795902640889|CountStoredBytes1795881350263)$/;

const tooOld = (latest: string) =>
  new OperatorError(
    `This database was left by an older build, after the migration ${latest}, and this build cannot bring it up to date. ` +
      'Run "npm run migrate" of the build of commit b6f14c5, the last one that can, and then that of this build.',
  );

/** Polls for the lock: a waiting statement would block `create index concurrently`, which waits for all statements. */
async function lockMigrations(source: DataSource): Promise<void> {
  const isLocked = async () => {
    const [row] = await source.query<{ locked: boolean }[]>('select pg_try_advisory_lock($1) as locked', [LOCK_ID]);
    return row!.locked;
  };
  while (!(await isLocked())) await pause(RETRY_DELAY_MS);
}

/**
 * Returns false when a migration has timed out waiting for a lock, or was the victim of a deadlock. Statements of the service wait behind
 * a waiting migration, so it gives up soon and is tried again. Migrations without a transaction can be repeated.
 */
async function applyPending(source: DataSource, functions: DatabaseFunction[]): Promise<boolean> {
  await source.query(`set statement_timeout = 0; set lock_timeout = '${LOCK_TIMEOUT_MS}ms'`); // overrides the settings of the role
  try {
    await source.runMigrations();
    await applyFunctions(source, await pendingFunctions(source, functions));
    return true;
  } catch (error) {
    if (isLockTimeout(error) || isTransientConflict(error)) return false;
    throw error;
  }
}

const LOCK_ID = 8_226_011;
const RETRY_DELAY_MS = 200;

/** Longer than the second after which the server cancels an automatic vacuum that blocks the migration. */
const LOCK_TIMEOUT_MS = 1_500;

export interface MigrationState {
  applied: string[];
  pending: string[];
}

export const migrationStateOf = (url: string): Promise<MigrationState> =>
  withMigrationSource(url, (source) => stateOf(source, functionsOfBuild()));

async function stateOf(source: DataSource, functions: DatabaseFunction[]): Promise<MigrationState> {
  const executor = new MigrationExecutor(source);
  const applied = await executor.getExecutedMigrations();
  const pending = [...(await executor.getPendingMigrations()), ...(await pendingFunctions(source, functions))];
  return { applied: applied.map(({ name }) => name), pending: pending.map(({ name }) => name) };
}

/** Throws an `OperatorError` when a migration is pending. Waits while another process applies migrations. Changes nothing. */
export async function assertMigrated(url: string): Promise<void> {
  const { pending } = await withMigrationSource(url, async (source) => {
    while (await isBeingMigrated(source)) await pause(RETRY_DELAY_MS);
    return stateOf(source, functionsOfBuild());
  });
  if (pending.length > 0) throw lacksMigrations();
}

async function isBeingMigrated(source: DataSource): Promise<boolean> {
  const rows = await source.query<unknown[]>(
    `select from pg_locks join pg_database on datname = current_database() and oid = database where locktype = 'advisory' and objid = $1`,
    [LOCK_ID],
  );
  return rows.length > 0;
}

export const lacksMigrations = () => new OperatorError(`The database lacks migrations. ${APPLY_MIGRATIONS}`);

export const APPLY_MIGRATIONS = 'Apply them with "npm run migrate".';

async function withMigrationSource<Result>(url: string, work: (source: DataSource) => Promise<Result>): Promise<Result> {
  const source = await initialized(createMigrationSource(url));
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

const createMigrationSource = (url: string): DataSource => new DataSource({ ...migrationOptions(url), logger: SILENT });

export function migrationOptions(url: string): PostgresDataSourceOptions {
  const { connectionString, stream } = connectionTo(url);
  return {
    type: 'postgres',
    driver: pg,
    url: connectionString,
    poolSize: 1,
    migrations: migrationClasses(),
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    extra: { ...CONNECTION_OPTIONS, onConnect: (client: pg.ClientBase) => prepareSession(client), ...(stream && { stream }) },
  };
}

/** Logs nothing, since failures are thrown. TypeORM's logger would write to standard output, which is reserved for results and the log. */
const SILENT: Logger = {
  log: () => undefined,
  logMigration: () => undefined,
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
};

/**
 * The migrations in `src`, or in `dist` after a build. They are loaded here, since TypeORM would treat a path as a pattern, which matches
 * nothing below a folder such as "service (1)".
 */
function migrationClasses(): MigrationClass[] {
  const folder = join(__dirname, '../../migrations');
  const files = readdirSync(folder).filter((name) => /\.(js|ts)$/.test(name));
  return files.flatMap((file) => Object.values(load(join(folder, file)) as Record<string, MigrationClass>));
}

type MigrationClass = new () => MigrationInterface;
const load = createRequire(__filename);
