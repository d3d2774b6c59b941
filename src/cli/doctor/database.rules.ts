import { failed, ok, warning } from './finding.rules';
import type { Finding } from './finding.rules';

export interface DatabaseState {
  /** The major version. */
  version: number;
  pendingMigrations: number;
  /** True when the service applies migrations at its start. */
  migratesOnStart: boolean;
}

/** Evaluates a database that answers. */
export function databaseFinding({ version, pendingMigrations, migratesOnStart }: DatabaseState): Finding {
  if (version < OLDEST_VERSION)
    return failed(`It is PostgreSQL ${version}.`, `Update it to ${OLDEST_VERSION} or newer.`);
  if (pendingMigrations === 0) return ok(`PostgreSQL ${version} answers, and all migrations are applied.`);
  const finding = `PostgreSQL ${version} answers. Pending migrations: ${pendingMigrations}.`;
  if (migratesOnStart) return warning(finding, 'The service applies them at its next start.');
  return failed(finding, 'Apply them with "npm run migrate".');
}

const OLDEST_VERSION = 14;

/** Stored times come from both clocks, so the clocks have to agree. */
export function clockFinding(secondsApart: number): Finding {
  const finding = `The clocks of this machine and of the database differ by ${secondsApart.toFixed(1)} seconds.`;
  if (secondsApart < MAX_SECONDS_APART) return ok(finding);
  return failed(finding, 'Synchronize both with a time server (NTP).');
}

const MAX_SECONDS_APART = 2;
