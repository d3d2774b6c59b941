import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { builtFile } from '../../scripts/build-if-needed.mjs';
import { startServer, startProcess } from './processes.mjs';

const require = createRequire(import.meta.url);

/** A module of the built service, by its path below `src`. */
export const built = (path) => require(builtFile(`${path}.js`));

/** The service as in production, on a durable PostgreSQL of its own, without limits that would distort the measurement. */
export async function startBench() {
  const dataDir = await mkdtemp(join(tmpdir(), 'forms-bench-'));
  const { startEmbeddedPostgres } = built('embedded-postgres/embedded-postgres');
  const postgres = await startEmbeddedPostgres({ dataDir, name: 'forms', onNotice: () => undefined });
  await built('platform/database/migrations').migrate(postgres.url);
  await built('platform/queue/queue-schema').prepareQueueSchema(postgres.url);
  const database = new pg.Pool({ connectionString: postgres.url, max: 2 });
  const key = built('api/auth/secret-format.rules').makeSecret('fck').text;
  const settings = {
    DATABASE_URL: postgres.url,
    APP_SECRET: randomBytes(24).toString('hex'),
    BOOTSTRAP_API_KEY: key,
    MIGRATE_ON_START: 'false',
    SHUTDOWN_DELAY_SECONDS: '0',
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
    INTAKE_PER_IP_FORM: '0',
    INTAKE_PER_IP: '0',
    INTAKE_PER_FORM: '0',
  };
  return {
    databaseUrl: postgres.url,
    database,
    startApi: async (more = {}) => {
      const api = await startServer(builtFile('main.js'), { ...settings, ...more });
      await database.query(UNLIMITED);
      return { ...api, client: clientOf(api.url, key) };
    },
    startWorker: (more = {}) => startProcess(builtFile('worker.js'), { ...settings, ...more }),
    end: async () => {
      await database.end();
      await postgres.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

const UNLIMITED = `update plans set read_per_minute = 10000000, write_per_minute = 10000000,
  destructive_per_minute = 10000000, aggregate_per_minute = 10000000`;

/** Calls the management API; throws unless it succeeds. */
function clientOf(base, key) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = async (method, path, body, more = {}) => {
    const sent = { ...headers, 'idempotency-key': randomBytes(12).toString('hex'), ...more };
    const answer = await fetch(base + path, { method, headers: sent, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
    return { etag: answer.headers.get('etag'), ...(await answer.json()) };
  };
  return { headers, call };
}
