import { MAX_SECONDS_APART } from '../../platform/database/clock.rules';
import { failed, ok, warning } from './finding.rules';
import type { Finding } from './finding.rules';

export interface DatabaseState {
  /** The major version. */
  version: number;
  pendingMigrations: number;
  /** True when the service applies migrations at its start. */
  migratesOnStart: boolean;
  /** False behind a pooler in transaction mode when the role has no limits for statements and locks. */
  hasTimeLimits: boolean;
}

/** Evaluates a database that answers. */
export function databaseFinding(state: DatabaseState): Finding {
  const { version, pendingMigrations, migratesOnStart, hasTimeLimits } = state;
  if (version < OLDEST_VERSION) return failed(`It is PostgreSQL ${version}.`, `Update it to ${OLDEST_VERSION} or newer.`);
  if (pendingMigrations === 0 && !hasTimeLimits)
    return warning(`PostgreSQL ${version} limits neither the time of statements nor of locks behind a pooler.`, SET_LIMITS);
  if (pendingMigrations === 0) return ok(`PostgreSQL ${version} answers, and all migrations are applied.`);
  const finding = `PostgreSQL ${version} answers. Pending migrations: ${pendingMigrations}.`;
  if (migratesOnStart) return warning(finding, 'The service applies them at its next start.');
  return failed(finding, 'Apply them with "npm run migrate".');
}

const OLDEST_VERSION = 14;

const SET_LIMITS = `Run "alter role <role> set statement_timeout = '5s'", and the same for lock_timeout = '2s'.`;

/** Stored times come from both clocks, so the clocks have to agree. */
export function clockFinding(secondsApart: number): Finding {
  const finding = `The clocks of this machine and of the database differ by ${secondsApart.toFixed(1)} seconds.`;
  if (secondsApart < MAX_SECONDS_APART) return ok(finding);
  return failed(finding, 'Synchronize both with a time server (NTP).');
}
