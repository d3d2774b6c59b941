import type { ClientBase } from 'pg';
import { OperatorError } from '../errors/operator-error';
import { POOLER_REMEDY } from './connection-remedies.rules';

/**
 * Settings that defaults of a role or a database may replace, so that texts of times would not be read or texts with backslashes would be
 * read in another way. PgBouncer keeps these three for each of its clients, also in transaction mode.
 */
const KEPT_BY_POOLERS = { datestyle: 'ISO, MDY', timezone: 'UTC', standard_conforming_strings: 'on' };

/** Further settings of this kind, for sessions that nobody else uses. */
const OF_OWN_SESSIONS = {
  default_transaction_isolation: 'read committed',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  array_nulls: 'on',
  transform_null_equals: 'off',
};

/** Limits that keep a slow statement or an idle transaction of the service from blocking others. */
const TIME_LIMITS = { statement_timeout: '5s', lock_timeout: '2s', idle_in_transaction_session_timeout: '10s' };

const callsFor = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(', ');

/** The sessions of the service's pool, others that nobody else uses, and those that a pooler may share. */
export type SessionKind = 'service' | 'own' | 'shared';

/** Calls of `set_config`, as columns of a statement, since poolers refuse or ignore parameters at the start of a connection. */
export const SESSION_SETTINGS: Record<SessionKind, string> = {
  service: callsFor({ ...KEPT_BY_POOLERS, ...OF_OWN_SESSIONS, ...TIME_LIMITS }),
  own: callsFor({ ...KEPT_BY_POOLERS, ...OF_OWN_SESSIONS }),
  shared: callsFor(KEPT_BY_POOLERS),
};

/** Prepares a connection that has just been opened, possibly to a standby. */
export async function prepareSession(client: ClientBase, kind: SessionKind = 'shared'): Promise<void> {
  await client.query(`select ${SESSION_SETTINGS[kind]}`);
}

/** The SQLSTATEs of a prepared statement that another session has, or that this one had before. */
const SHARED_SESSION = new Set<unknown>(['26000', '42P05']);

export const isOfSharedSession = (error: unknown): boolean => SHARED_SESSION.has((error as { code?: unknown } | null)?.code);

/** The error of a service behind a pooler in transaction mode that takes its sessions for its own. */
export class SharedSessions extends OperatorError {
  readonly code = '26000';

  constructor() {
    super(`DATABASE_URL leads to a pooler in transaction mode, and DATABASE_POOLER does not say so. ${POOLER_REMEDY}`);
  }
}

/** Remembers that statements have failed because sessions are shared. */
export class SessionWatch {
  private sharedUntilMs = -Infinity;

  /** @param onShared called when sessions turn out to be shared, at most once in `FORGET_MS` */
  constructor(private readonly onShared: (error: SharedSessions) => void) {}

  note(error: unknown): void {
    if (!isOfSharedSession(error)) return;
    const isNew = !this.isShared;
    this.sharedUntilMs = performance.now() + FORGET_MS;
    if (isNew) this.onShared(new SharedSessions());
  }

  requireOwn(): void {
    if (this.isShared) throw new SharedSessions();
  }

  private get isShared(): boolean {
    return performance.now() < this.sharedUntilMs;
  }
}

/** Without traffic, no statement fails. */
const FORGET_MS = 10 * 60_000;
