import { failed, ok, warning } from './finding.rules';
import type { Finding } from './finding.rules';

export interface DatabaseState {
  /** The major one. */
  version: number;
  pendingMigrations: number;
  /** Whether the service applies migrations at its start. */
  migratesOnStart: boolean;
}

/** Whether a database that answers can be used. */
export function databaseFinding({ version, pendingMigrations, migratesOnStart }: DatabaseState): Finding {
  if (version < OLDEST_VERSION)
    return failed(`It is PostgreSQL ${version}.`, `Update it to ${OLDEST_VERSION} or newer.`);
  if (pendingMigrations === 0) return ok(`PostgreSQL ${version} answers, and all migrations are applied.`);
  const finding = `PostgreSQL ${version} answers. Pending migrations: ${pendingMigrations}.`;
  if (migratesOnStart) return warning(finding, 'The service applies them at its next start.');
  return failed(finding, 'Apply them with "migrate".');
}

const OLDEST_VERSION = 14;

/** Some of what is stored is dated by this machine and some by the database, so they have to agree on the time. */
export function clockFinding(secondsApart: number): Finding {
  const finding = `The clocks of this machine and of the database differ by ${secondsApart.toFixed(1)} seconds.`;
  if (secondsApart < MOST_SECONDS_APART) return ok(finding);
  return failed(finding, 'Let both be set by a time server (NTP).');
}

const MOST_SECONDS_APART = 2;
