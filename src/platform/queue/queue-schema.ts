import { setTimeout as pause } from 'node:timers/promises';
import { assertSchemaCompatibility, runMigrations, SchemaMigrationRequiredError } from 'bullmq';
import type { PostgresConnection } from 'bullmq';
import { Client } from 'pg';
import { lacksMigrations } from '../database/migrations';

/** The PostgreSQL schema of the queue's tables. */
export const QUEUE_SCHEMA = 'bullmq';

/** Creates or updates the tables of the queue. BullMQ does not do so when it connects. Several processes may call it at the same time. */
export const prepareQueueSchema = (databaseUrl: string): Promise<unknown> =>
  withClient(databaseUrl, (client) => runMigrations(client, QUEUE_SCHEMA));

/** Throws an `OperatorError` where the database has no tables of the queue. Changes nothing. */
export async function assertQueueSchema(databaseUrl: string): Promise<void> {
  try {
    await withClient(databaseUrl, (client) => assertSchemaCompatibility(client, QUEUE_SCHEMA));
  } catch (error) {
    throw error instanceof SchemaMigrationRequiredError ? lacksMigrations() : error;
  }
}

async function withClient<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Repeats the check of the tables after a timeout. BullMQ makes it once for each queue and keeps the outcome for good, so that one query
 * that is not answered in time on a busy machine would end the process.
 */
export function retrySchemaCheck(connection: PostgresConnection): void {
  let checked: Promise<void> | undefined;
  connection.waitUntilReady = () => (checked ??= checkSchema(connection));
}

async function checkSchema(connection: PostgresConnection): Promise<void> {
  const deadlineMs = performance.now() + STARTUP_WAIT_MS;
  while (!(await isAnswered(connection, performance.now() < deadlineMs))) await pause(RETRY_DELAY_MS);
  setTimeout(() => connection.emit('ready'), 0); // after listeners have been added
}

/** Throws what the check found, and a timeout when it may not be repeated. */
async function isAnswered({ pool, schema }: PostgresConnection, mayRepeat: boolean): Promise<boolean> {
  try {
    await assertSchemaCompatibility(pool, schema);
    return true;
  } catch (error) {
    if (mayRepeat && /timeout/.test((error as Error).message)) return false;
    throw error;
  }
}

/** As long as a process waits for its database at start. */
const STARTUP_WAIT_MS = 30_000;
const RETRY_DELAY_MS = 500;
