import { setTimeout as pause } from 'node:timers/promises';
import { assertSchemaCompatibility, runMigrations } from 'bullmq';
import type { PostgresConnection } from 'bullmq';
import { Client } from 'pg';

/** The PostgreSQL schema of the queue's tables. */
export const QUEUE_SCHEMA = 'bullmq';

/** Creates or updates the tables of the queue. BullMQ does not do so when it connects. Several processes may call it at the same time. */
export async function prepareQueueSchema(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await runMigrations(client, QUEUE_SCHEMA);
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
