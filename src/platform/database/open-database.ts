import type { Logger } from 'pino';
import { Client } from 'pg';
import type { Config } from '../config/config';
import { startEmbeddedDatabase } from './embedded-database';
import { retryUntilAvailable, unreachable } from './startup-retry';
import { connectionTo } from './primary';
import { requireWritable } from './writable-database';

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
    await retryUntilAvailable(
      () => assertReachable(databaseUrl),
      (line) => log.warn(line),
    );
    return { url: databaseUrl, isEmbedded: false, close: () => Promise.resolve() };
  }
  const embedded = await startEmbeddedDatabase(dataDir, (line) => log.info(line));
  return { url: embedded.url, isEmbedded: true, close: () => embedded.stop() };
}

/** Connects once. Throws an `OperatorError` when the database cannot be reached, refuses the connection, or only lets read. */
export async function assertReachable(url: string): Promise<void> {
  try {
    await withConnection(url, requireWritable);
  } catch (cause) {
    throw unreachable(cause);
  }
}

/** Does work on a connection of its own, outside the pool, and closes it. Without a time limit a statement may take as long as it needs. */
export async function withConnection<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
  queryTimeoutMs?: number,
): Promise<Result> {
  const client = new Client({ ...connectionTo(url), connectionTimeoutMillis: 5_000, query_timeout: queryTimeoutMs });
  client.on('error', () => undefined); // a lost connection also rejects the query in progress
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
