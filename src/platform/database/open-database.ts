import type { Logger } from 'pino';
import { Client } from 'pg';
import type { Config } from '../config/config';
import { startEmbeddedDatabase } from './embedded-database';
import { connectionTo, requireWritable } from './primary';
import { isOfSharedSession, prepareSession, SharedSessions } from './session';
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf, OperatorError } from '../errors/operator-error';
import { connectionRemedyOf } from './connection-remedies.rules';
import { codeOf, databaseFailureOf } from './database-errors.rules';

export interface OpenDatabase {
  url: string;
  isEmbedded: boolean;
  close(): Promise<void>;
}

/** The database of `DATABASE_URL` once it is reachable; without that setting, an embedded PostgreSQL. */
export async function openDatabase(
  { databaseUrl, dataDir, databasePooler }: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databasePooler'>>,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<OpenDatabase> {
  if (databaseUrl) {
    await retryUntilAvailable(() => assertReachable(databaseUrl), log);
    if (databasePooler === 'none') await assertOwnSessions(databaseUrl);
    return { url: databaseUrl, isEmbedded: false, close: () => Promise.resolve() };
  }
  const embedded = await startEmbeddedDatabase(dataDir, (line) => log.info(line));
  return { url: embedded.url, isEmbedded: true, close: () => embedded.stop() };
}

/** Connects once. Throws an `OperatorError` when the database cannot be reached, refuses the connection, or is read-only. */
export async function assertReachable(url: string): Promise<void> {
  try {
    await withConnection(url, requireWritable);
  } catch (cause) {
    throw unreachable(cause);
  }
}

/**
 * Throws an `OperatorError` behind a pooler in transaction mode: a statement that was prepared for one connection is missing, or there
 * already, when another connection is in a transaction. This is tried some times, since others that use the pooler may take the session in
 * between. Errors that prove nothing are left to the steps that follow.
 */
export async function assertOwnSessions(url: string): Promise<void> {
  const prepared = { name: 'own_session', text: 'select 1' };
  try {
    await withConnection(url, (first) => withConnection(url, (second) => askBeside(first, second), PROOF_MS), PROOF_MS);
  } catch (error) {
    if (isOfSharedSession(error)) throw new SharedSessions();
  }
  async function askBeside(first: Client, second: Client): Promise<void> {
    for (let round = 0; round < PROOF_ROUNDS; round += 1) {
      await first.query(prepared);
      await second.query('begin');
      await second.query('select 1');
      await first.query(prepared);
      await second.query('commit');
    }
  }
}

const PROOF_MS = 2_000;
const PROOF_ROUNDS = 4;

/** Does work on a separate connection outside the pool, and closes it. Statements on it have no time limit unless one is given. */
export async function withConnection<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
  queryTimeoutMs?: number,
): Promise<Result> {
  const client = new Client({ ...connectionTo(url), connectionTimeoutMillis: 5_000, query_timeout: queryTimeoutMs });
  client.on('error', () => undefined); // a lost connection also rejects the query in progress
  try {
    await client.connect();
    await prepareSession(client);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The time for which a failing step of the start is repeated, counted from its first failure. */
export const STARTUP_WAIT_MS = 30_000;

/**
 * Repeats a step of the start while the database is unavailable, since containers start in any order. A failed step has to close what it
 * has opened. Concurrent steps that wait for the same outage report it once. Throws an `OperatorError` when the time is over. Other errors,
 * such as that of a wrong password, are thrown at once.
 */
export async function retryUntilAvailable<Result>(
  step: () => Promise<Result>,
  log: { warn(line: string): void },
  timeoutMs = STARTUP_WAIT_MS,
): Promise<Result> {
  let deadlineMs: number | null = null;
  try {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        if (deadlineMs !== null && performance.now() >= deadlineMs) throw unreachable(error);
      }
      if (deadlineMs === null && waitingSteps++ === 0) log.warn(NOTICE);
      deadlineMs ??= performance.now() + timeoutMs;
      await pause(RETRY_DELAY_MS);
    }
  } finally {
    if (deadlineMs !== null) waitingSteps--;
  }
}

let waitingSteps = 0;
const NOTICE = 'The database does not answer yet. The service starts as soon as it does.';
const RETRY_DELAY_MS = 500;

/** The error of a database that has refused a statement of the start, with its remedy; any other error is returned unchanged. */
export function withRemedy(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OperatorError || !REFUSALS.has(codeOf(error) ?? '')) return error;
  return new OperatorError(`The database refuses what the service needs: ${error.message}. ${connectionRemedyOf(error)}`, { cause: error });
}

const REFUSALS = new Set(['3D000', '3F000', '42501', '28P01', '28000', '53300']);

const isUnavailable = (error: unknown): boolean =>
  databaseFailureOf(error instanceof OperatorError ? error.cause : error) === 'unavailable';

const unreachable = (cause: unknown): OperatorError =>
  cause instanceof OperatorError
    ? cause
    : new OperatorError(`The database cannot be reached: ${messageOf(cause)}. ${connectionRemedyOf(cause)} ${DOCTOR}`, { cause });

const DOCTOR = '"npm run cli -- doctor" says more.';
