import { assertSchemaCompatibility, runMigrations, SchemaMigrationRequiredError } from 'bullmq';
import { withConnection } from '../database/open-database';
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
