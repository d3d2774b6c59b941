import { createPostgresBackend, runMigrations, withBackend } from 'bullmq';
import type { PostgresPoolConfig } from 'bullmq';
import { Client } from 'pg';
import type { BullmqBackend, OpenQueue } from './bullmq-backend';
import type { JobPayload } from './job-queue';
import { QueueWorker } from './queue-worker';

/** The queue in the service's own database, in a schema of its own. */
export function postgresBackend(databaseUrl: string): BullmqBackend {
  const pool = (limits: PostgresPoolConfig): PostgresPoolConfig => ({
    connectionString: databaseUrl,
    schema: SCHEMA,
    application_name: 'form-collection-service-queue',
    keepAlive: true,
    ...limits,
  });
  return {
    openQueue: (name) => new SmallBatchQueue(name, { connection: pool(PRODUCER_POOL), streams: EVENT_LIMIT }),
    openWorker: (name, processor, settings) =>
      new QueueWorker(name, processor, { ...settings, connection: pool(WORKER_POOL) }, createPostgresBackend),
    close: () => undefined,
  };
}

/** BullMQ makes tables for each bulk, which takes longer than to add a few jobs one by one. */
class SmallBatchQueue extends withBackend(createPostgresBackend).Queue<JobPayload, void> {
  override async addBulk(jobs: Parameters<OpenQueue['addBulk']>[0]) {
    if (jobs.length > SMALL_BATCH) return super.addBulk(jobs);
    const added = [];
    for (const { name, data, opts } of jobs) added.push(await this.add(name, data, opts));
    return added;
  }
}

const SMALL_BATCH = 8;

/** Makes or updates the tables of the queue. Belongs beside the migrations; several processes may call it at once. */
export async function prepareQueueSchema(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    await client.end();
  }
}

const SCHEMA = 'bullmq';

const PRODUCER_POOL = { max: 2, connectionTimeoutMillis: 1_000, query_timeout: 1_000 };

/** A worker has one more connection, on which it listens for notifications. */
const WORKER_POOL = { max: 3, connectionTimeoutMillis: 5_000, query_timeout: 15_000 };

/** BullMQ tells of each step of a job in a table, which nobody reads here. */
const EVENT_LIMIT = { events: { maxLen: 100 } };
