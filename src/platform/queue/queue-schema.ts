import { Logger } from '@nestjs/common';
import { assertSchemaCompatibility, runMigrations, SchemaMigrationRequiredError, type PostgresConnection } from 'bullmq';
import { withConnection, retryUntilAvailable } from '../database/open-database';
import { lacksMigrations } from '../database/migrations';

/** The PostgreSQL schema of the queue's tables. */
export const QUEUE_SCHEMA = 'bullmq';

/** Creates or updates the tables of the queue. BullMQ does not do so when it connects. Several processes may call it at the same time. */
export const prepareQueueSchema = (databaseUrl: string): Promise<unknown> =>
  withConnection(databaseUrl, (client) => runMigrations(client, QUEUE_SCHEMA));

/** Throws an `OperatorError` where the database has no tables of the queue. Changes nothing. */
export async function assertQueueSchema(databaseUrl: string): Promise<void> {
  try {
    await withConnection(databaseUrl, (client) => assertSchemaCompatibility(client, QUEUE_SCHEMA));
  } catch (error) {
    throw error instanceof SchemaMigrationRequiredError ? lacksMigrations() : error;
  }
}

/**
 * Repeats the check of the tables while the database is unavailable or does not answer in time. BullMQ makes it once for each queue and
 * keeps the outcome for good, so that an outage during the start would end the process or leave a worker without jobs.
 */
export function retrySchemaCheck(connection: PostgresConnection, timeoutMs: number): void {
  let checked: Promise<void> | undefined;
  const check = (): Promise<void> => (checked ??= checkSchema(connection, timeoutMs));
  connection.waitUntilReady = check;
}

async function checkSchema(connection: PostgresConnection, timeoutMs: number): Promise<void> {
  await retryUntilAvailable(
    () => assertTables(connection),
    (line) => new Logger('Queue').warn(line),
    timeoutMs,
  );
  setTimeout(() => connection.emit('ready'), 0); // after listeners have been added
}

async function assertTables({ pool, schema, isClosing }: PostgresConnection): Promise<void> {
  if (isClosing) throw new Error('The queue was closed before it was ready.');
  await assertSchemaCompatibility(pool, schema);
}
