import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import { startThrowawayPostgres } from './throwaway-postgres';
import type { ThrowawayPostgres } from './throwaway-postgres';
import { migrate } from '../../src/platform/database/migrations';
import { prepareQueueSchema } from '../../src/platform/queue/queue-schema';

declare global {
  var throwawayPostgres: ThrowawayPostgres | undefined;
}

/** Starts one PostgreSQL for all tests, with a migrated template database that each test file clones, and bundles the scripts of pages. */
export default async function setUp(): Promise<void> {
  for (const page of ['console', 'embed']) execFileSync(process.execPath, [join(__dirname, '../..', page, 'build.mjs')]);
  const postgres = await startThrowawayPostgres({ name: 'forms' });
  globalThis.throwawayPostgres = postgres;
  const template = new URL(postgres.url);
  template.pathname = '/forms_template';
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create database forms_template');
  await client.end();
  await migrate(template.href);
  await prepareQueueSchema(template.href);
  process.env.TEST_POSTGRES_URL = postgres.url;
}
