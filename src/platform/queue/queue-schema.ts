import { runMigrations } from 'bullmq';
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
