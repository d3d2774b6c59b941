import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { until } from '../../src/embedded-postgres/embedded-postgres.fixture';
import { startThrowawayPostgres } from '../../src/embedded-postgres/throwaway-postgres';
import type { QueueAddress } from '../../src/platform/queue/bullmq-queue';
import type { Job, JobHandlers } from '../../src/platform/queue/job-queue';
import { prepareQueueSchema } from '../../src/platform/queue/postgres-backend';
import { hasRedisServer, startRedisServer } from './redis-server';

/** A server that can hold queues. */
export interface QueueServer {
  address: QueueAddress;
  stop(): Promise<void>;
}

/** The servers on which each guarantee of a queue is tested. Those that are not at hand are reported as skipped. */
export const QUEUE_SERVERS: { title: string; isAtHand: boolean; start(): Promise<QueueServer> }[] = [
  { title: 'on PostgreSQL', isAtHand: true, start: startPostgresQueues },
  {
    title: 'on Redis (TEST_REDIS_URL, else the program redis-server)',
    isAtHand: hasRedisServer || Boolean(process.env['TEST_REDIS_URL']),
    start: async () => {
      const url = process.env['TEST_REDIS_URL'];
      return url ? { address: addressOf(url), stop: () => Promise.resolve() } : startRedis();
    },
  },
  { title: 'on a Redis cluster (the program redis-server)', isAtHand: hasRedisServer, start: startCluster },
];

/** Of a queue that no other test uses. */
export const ownQueue = (address: QueueAddress): QueueAddress => ({ ...address, suffix: `-${randomUUID()}` });

export async function startPostgresQueues(): Promise<QueueServer> {
  const { url, stop } = await startThrowawayPostgres({ name: 'forms' });
  await prepareQueueSchema(url);
  return { address: { redisUrl: null, databaseUrl: url }, stop };
}

async function startRedis(): Promise<QueueServer> {
  const { url, stop } = await startRedisServer();
  return { address: addressOf(url), stop };
}

/** One node that has all slots. It is named twice, since several addresses mean a cluster. */
async function startCluster(): Promise<QueueServer> {
  const { url, stop, ask } = await startRedisServer('--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1');
  await ask('cluster', 'addslotsrange', '0', '16383');
  await until(async () => String(await ask('cluster', 'info')).includes('cluster_state:ok'));
  return { address: addressOf(`${url},${url}`), stop };
}

const addressOf = (redisUrl: string): QueueAddress => ({ redisUrl, databaseUrl: 'postgres://nowhere.invalid/forms' });

/** A job about a run, ready at once. */
export const aJob = (runId: string, other: Partial<Job> = {}): Job => ({
  id: `run-${runId}`,
  name: 'workflow-run',
  runId,
  ...other,
});

/** Handlers for workers of a test: each run's id goes to `work`. */
export const handlersOf = (work: (runId: string) => unknown): JobHandlers => ({
  'workflow-run': async ({ runId }) => void (await work(runId)),
});

/** Lets another process take a job and kills it in the middle of that. */
export async function killWorkerWithJob(address: QueueAddress, options: object): Promise<string> {
  const folder = join(__dirname, '../../src/platform/queue');
  const child = spawn(process.execPath, ['-e', WORKER, folder, JSON.stringify({ address, options })], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [runId] = (await once(child, 'message')) as [string];
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  return runId;
}

const WORKER = `
  const { transformFileSync } = require('@swc/core');
  const options = { swcrc: false, module: { type: 'commonjs' }, jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } };
  require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, options).code, file);
  const [, folder, given] = process.argv;
  const { address, options: workOptions } = JSON.parse(given);
  const endless = ({ runId }) => new Promise(() => process.send(runId));
  process.on('disconnect', () => process.exit());
  require(folder + '/bullmq-queue').openJobQueue(address).then((queue) => queue.work({ 'workflow-run': endless }, workOptions));
`;
