import { spawn } from 'node:child_process';
import { makeSecret } from '../../src/api/auth/secret-format.rules';
import { ask } from '../../src/embedded-postgres/embedded-postgres.fixture';
import { freePort } from '../../src/embedded-postgres/postmaster';
import { prepareTables } from '../../src/start/resources';
import { SERVICE_NAME } from '../../src/platform/config/settings';
import { Api } from '../support/api';
import { TEST_SECRET } from '../support/app';
import { atEnd } from '../support/at-end';
import type { RestartablePostgres } from '../support/restartable-postgres';
import { prepareRestartablePostgres } from '../support/restartable-postgres';
import { startTripwireProxy } from '../support/tripwire-proxy';
import { waitUntil } from '../support/wait-until';
import { buildService, endProcess, programOf } from '../support/worker-process';

let postgres: RestartablePostgres;
beforeAll(async () => {
  await buildService();
  postgres = await prepareRestartablePostgres();
  await postgres.start();
});

/**
 * Starts a process, and takes the database away when it sends each of these texts, one after the other. Resolves with
 * the process and its log.
 */
async function startThroughOutages(entry: 'main' | 'worker', moments: string[], settings: Record<string, string>) {
  const proxy = await startTripwireProxy(postgres.url);
  let isTripped = proxy.isTrippedBy(moments[0]!);
  const child = spawn(process.execPath, programOf(entry), {
    env: { PATH: process.env.PATH ?? '', APP_SECRET: TEST_SECRET, DATABASE_URL: proxy.url, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(() => endProcess(child, 'SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const notices = () => output.split('does not answer yet').length - 1;
  const until = async (isTrue: () => boolean) => {
    await waitUntil(() => child.exitCode !== null || isTrue());
    if (child.exitCode !== null) throw new Error(`The process has ended.\n${output}`);
  };
  for (let index = 0; index < moments.length; index++) {
    await until(isTripped);
    await postgres[index % 2 ? 'kill' : 'stop']();
    const before = proxy.connections();
    await until(() => proxy.connections() > before);
    isTripped = proxy.isTrippedBy(moments[index + 1] ?? 'nothing more');
    await waitUntil(() => postgres.start().then(() => true)); // once the last process of the killed server has ended
  }
  return { child, output: () => output, notices };
}

const SERVICE_CONNECTS = `application_name\0${SERVICE_NAME}/`;
const QUEUE_CONNECTS = 'application_name\0bullmq\0';
const KEY = makeSecret('fck').text;

const LISTENING_WORKERS = `select 1 from pg_stat_activity where application_name = 'runs' and query like '%LISTEN bullmq_jobs%'`;

describe('a process whose database fails at several steps of its start', () => {
  it.each([
    ['an empty database', ['client_encoding', 'INTO "migrations"', SERVICE_CONNECTS, 'first key']],
    ['a database in use', ['hashtext($2)', QUEUE_CONNECTS]],
  ])('serves the API on %s once that has stayed available', async (_, moments) => {
    const port = await freePort();
    const settings = { PORT: String(port), HOST: '127.0.0.1', BOOTSTRAP_API_KEY: KEY };
    const { child, notices, output } = await startThroughOutages('main', moments, settings);
    const api = new Api(`http://127.0.0.1:${port}`, KEY);
    await waitUntil(async () => (await fetch(`${api.baseUrl}/readyz`)).status === 200);
    expect((await api.get('/v1/forms')).status).toBe(200);
    expect(notices()).toBe(moments.length);
    await waitUntil(() => output().includes('wait for a worker: npm run start:worker'));
    await endProcess(child, 'SIGKILL');
  });

  it.each([
    ['of the service', ['client_encoding', 'FROM "migrations"', SERVICE_CONNECTS]],
    ['of the queue', ['bullmq".migration', QUEUE_CONNECTS]],
  ])('waits for jobs once the tables %s have stayed available', async (_, moments) => {
    await prepareTables({ redisUrl: null }, postgres.url);
    const { child, output } = await startThroughOutages('worker', moments, { MIGRATE_ON_START: 'false' });
    await waitUntil(() => output().includes('The worker is ready.'));
    await waitUntil(async () => (await ask(postgres.url, LISTENING_WORKERS)).length > 0);
    expect(await endProcess(child, 'SIGTERM')).toBe(0);
  });
});
