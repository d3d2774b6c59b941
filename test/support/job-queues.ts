import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { startThrowawayPostgres } from './throwaway-postgres';
import type { QueueConnection } from '../../src/platform/queue/queue-backend';
import { prepareQueueSchema } from '../../src/platform/queue/queue-schema';
import { ResilientQueue } from '../../src/platform/queue/resilient-queue';
import type { ResilientQueueOptions } from '../../src/platform/queue/resilient-queue';
import { ResilientWorker } from '../../src/platform/queue/resilient-worker';
import type { ResilientWorkerOptions } from '../../src/platform/queue/resilient-worker';
import { atEnd } from './at-end';
import { startRedisCluster } from './redis-cluster';
import { hasRedisServer, startRedisServer } from './redis-server';

/** A server for queues. */
export interface QueueServer {
  connection: QueueConnection;
  stop(): Promise<void>;
}

/** The servers on which each guarantee of a queue is tested. Those that this machine lacks are reported as skipped. */
export const QUEUE_SERVERS: { title: string; isAvailable: boolean; start(): Promise<QueueServer> }[] = [
  { title: 'on PostgreSQL', isAvailable: true, start: startPostgresQueues },
  {
    title: 'on Redis (needs redis-server or TEST_REDIS_URL)',
    isAvailable: hasRedisServer || Boolean(process.env['TEST_REDIS_URL']),
    start: async () => {
      const url = process.env['TEST_REDIS_URL'];
      return url ? { connection: { url }, stop: () => Promise.resolve() } : startRedis();
    },
  },
  { title: 'on a Redis cluster (needs redis-server)', isAvailable: hasRedisServer, start: startCluster },
];

export async function startPostgresQueues(): Promise<QueueServer & { databaseUrl: string }> {
  const postgres = await startThrowawayPostgres({ name: 'forms' });
  const [{ url }, stop] = [postgres, atEnd(() => postgres.stop())];
  await prepareQueueSchema(url);
  return { connection: { connectionString: url }, databaseUrl: url, stop };
}

async function startRedis(): Promise<QueueServer> {
  const { url, stop } = await startRedisServer();
  return { connection: { url }, stop };
}

/** A cluster of three nodes, of which one address is given. */
async function startCluster(): Promise<QueueServer> {
  const nodes = await startRedisCluster(3);
  const url = nodes[0]!.url.replace('redis:', 'redis+cluster:');
  return { connection: { url }, stop: async () => void (await Promise.all(nodes.map(({ stop }) => stop()))) };
}

/** The prefix has a hash tag, as a cluster needs it. */
const PREFIX = '{test}';

/** A queue that no other test uses, or that of a service. */
export async function openQueue(
  connection: QueueConnection,
  { name = randomUUID(), prefix = PREFIX, ...options }: { name?: string } & Partial<ResilientQueueOptions> = {},
): Promise<ResilientQueue> {
  const queue = new ResilientQueue(name, { connection, prefix, ...options });
  atEnd(() => queue.close());
  await queue.connect();
  return queue;
}

type WorkerOptions = Omit<ResilientWorkerOptions, 'connection' | 'prefix'>;

/** A worker that calls this with the key of each job. */
export const startQueueWorker = (
  { name, opts }: ResilientQueue,
  work: (key: string) => unknown,
  options: WorkerOptions,
): ResilientWorker<JobData> => {
  const worker = new ResilientWorker<JobData>(name, async ({ data }) => void (await work(data.key)), {
    ...options,
    connection: opts.connection,
    prefix: PREFIX,
  });
  atEnd(() => worker.close());
  return worker;
};

interface JobData {
  key: string;
}

/** A job to add, which is due at once. */
export const aJob = (key: string, { jobId = `job-${key}`, delay = 0 } = {}) => ({
  name: 'a job',
  data: { key },
  opts: { jobId, delay },
});

/** The number of jobs in each state. */
export const depthOf = (queue: ResilientQueue) => queue.getJobCounts('waiting', 'delayed', 'active');

/** Lets another process take a job and kills it in the middle of that. Returns the key of the job. */
export async function killWorkerWithJob({ name, opts }: ResilientQueue, options: WorkerOptions): Promise<string> {
  const file = join(__dirname, '../../src/platform/queue/resilient-worker');
  const settings = { ...options, connection: opts.connection, prefix: PREFIX };
  const child = spawn(process.execPath, ['--require', LOADER, '-e', WORKER, file, JSON.stringify({ name, settings })], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [key] = (await once(child, 'message')) as [string];
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  return key;
}

const LOADER = require.resolve('@swc-node/register');

const WORKER = `
  const [, file, given] = process.argv;
  const { name, settings } = JSON.parse(given);
  const endless = ({ data }) => new Promise(() => process.send(data.key));
  process.on('disconnect', () => process.exit());
  new (require(file).ResilientWorker)(name, endless, settings);
`;
