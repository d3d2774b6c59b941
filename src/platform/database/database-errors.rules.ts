import type { DatabaseError } from 'pg';

export type DatabaseFailure = 'conflict' | 'busy' | 'unavailable' | 'parent_gone' | 'unstorable_text' | null;

/** The category of an error, by its SQLSTATE (PostgreSQL documentation, Appendix A) or else by the driver's message. */
export function databaseFailureOf(error: unknown): DatabaseFailure {
  const code = codeOf(error);
  if (!code) return isConnectionError(error) ? 'unavailable' : null;
  if (CODES[code]) return CODES[code];
  const isConnectionClass = code.startsWith('08') || code.startsWith('53');
  return isConnectionClass ? 'unavailable' : null;
}

/** True for a serialization failure or a deadlock: the transaction has had no effect and can be retried. */
export const isTransientConflict = (error: unknown): boolean => databaseFailureOf(error) === 'conflict';

export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** The rule that a statement broke, without values of rows; null for an error that is not from the database. */
export function brokenRuleOf(error: unknown): string | null {
  const code = codeOf(error);
  if (!code || !/^[0-9A-Z]{5}$/.test(code)) return null;
  const { constraint, table } = (error as { driverError?: DatabaseError }).driverError ?? (error as DatabaseError);
  return constraint ? `${constraint} of ${table} (SQLSTATE ${code})` : `SQLSTATE ${code}`;
}

const CODES: Record<string, DatabaseFailure> = {
  '40001': 'conflict', // serialization failure
  '40P01': 'conflict', // deadlock
  '55P03': 'busy', // lock timeout
  '57014': 'busy', // statement timeout
  '25P03': 'busy', // idle in transaction
  '25P04': 'busy', // transaction timeout
  '23503': 'parent_gone',
  '22021': 'unstorable_text',
  '22P05': 'unstorable_text',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '57P05': 'unavailable', // the server closes idle sessions
  '26000': 'unavailable', // a prepared statement is missing, or is there already: sessions are shared by a pooler
  '42P05': 'unavailable',
  '25006': 'unavailable', // the server only lets read: another one is the primary
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EPIPE: 'unavailable',
  ENOTFOUND: 'unavailable',
  EAI_AGAIN: 'unavailable', // the name server does not answer
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  ETIMEDOUT: 'unavailable',
};

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, driverError } = error as Error & { code?: unknown; driverError?: { code?: unknown } };
  const found = driverError?.code ?? code;
  return typeof found === 'string' ? found : undefined;
}

/** The `pg` driver sets no error code when a connection is lost, or when no connection of the pool becomes free in time. */
function isConnectionError(error: unknown): boolean {
  return error instanceof Error && CONNECTION_MESSAGES.some((text) => error.message.includes(text));
}

const CONNECTION_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired', // a connection outside a pool could not be opened in time
  'Query read timeout',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
  'is not queryable', // the client is closed
  'is not established',
  'Driver not Connected',
  'Query runner already released',
];
