import { assertSchemaCompatibility, runMigrations, SchemaMigrationRequiredError } from 'bullmq';
import { withConnection } from '../database/open-database';
import { lacksMigrations } from '../database/migrations';

export const QUEUE_SCHEMA = 'bullmq';

/** Creates or updates the tables of the queue, which BullMQ itself does not. Several processes may call this at the same time. */
export const prepareQueueSchema = (databaseUrl: string): Promise<unknown> =>
  withConnection(databaseUrl, (client) => runMigrations(client, QUEUE_SCHEMA));

/** Throws an `OperatorError` when the database lacks the tables of the queue. Changes nothing. */
export async function assertQueueSchema(databaseUrl: string): Promise<void> {
  try {
    await withConnection(databaseUrl, (client) => assertSchemaCompatibility(client, QUEUE_SCHEMA));
  } catch (error) {
    throw error instanceof SchemaMigrationRequiredError ? lacksMigrations() : error;
  }
}
