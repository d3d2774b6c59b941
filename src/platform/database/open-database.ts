import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config/config';
import { messageOf, OperatorError } from '../errors/operator-error';
import { databaseFailureOf } from './database-errors.rules';
import { startEmbeddedDatabase } from './embedded-database';

/** The database server of this process. `close` is to be called after the last query. */
export interface OpenDatabase {
  url: string;
  isEmbedded: boolean;
  close(): Promise<void>;
}

/** The database of `DATABASE_URL`, once it is reachable, or without that setting an embedded PostgreSQL. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Pick<Logger, 'info' | 'warn'>,
): Promise<OpenDatabase> {
  if (databaseUrl) {
    await waitUntilReachable(databaseUrl, (line) => log.warn(line));
    await assertReachable(databaseUrl);
    return { url: databaseUrl, isEmbedded: false, close: () => Promise.resolve() };
  }
  const embedded = await startEmbeddedDatabase(dataDir, (line) => log.info(line));
  return { url: embedded.url, isEmbedded: true, close: () => embedded.stop() };
}

/**
 * Waits for a database that is not up yet, since containers start in any order. Resolves also when the time is over or the database refuses
 * the connection; the next connection reports the reason.
 */
export async function waitUntilReachable(
  url: string,
  onNotice: (line: string) => void,
  timeoutMs = 30_000,
): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  let hasNotified = false;
  while (!(await isAnswering(url)) && performance.now() < deadlineMs) {
    if (!hasNotified) onNotice('The database does not answer yet. The service starts as soon as it does.');
    hasNotified = true;
    await pause(RETRY_DELAY_MS);
  }
}

const RETRY_DELAY_MS = 500;

/** True as well for a refusal, such as that of a wrong password, which is an answer. */
async function isAnswering(url: string): Promise<boolean> {
  try {
    await assertReachable(url);
    return true;
  } catch (error) {
    return databaseFailureOf((error as Error).cause) !== 'unavailable';
  }
}

/** Connects once. Throws an `OperatorError` when the database cannot be reached or refuses the connection. */
export async function assertReachable(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    throw new OperatorError(`The database cannot be reached: ${messageOf(cause)}. ${REMEDY}`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}

const REMEDY =
  'Start the PostgreSQL server that DATABASE_URL names, and allow this machine and the user of that URL to connect. "npm run cli -- doctor" says more.';
