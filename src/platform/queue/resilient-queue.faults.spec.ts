import { Logger } from '@nestjs/common';
import { Cluster, Redis } from 'ioredis';
import { Client } from 'pg';
import { atEnd } from '../../../test/support/at-end';
import { waitUntil } from '../../../test/support/wait-until';
import { aJob, depthOf, openQueue, startPostgresQueues, startQueueWorker } from '../../../test/support/job-queues';
import { aGate } from '../../../test/support/receiver';
import { startRedisCluster } from '../../../test/support/redis-cluster';
import { hasRedisServer, startRedisServer, type RedisServer } from '../../../test/support/redis-server';
import { ask } from '../../embedded-postgres/embedded-postgres.fixture';
import { redisOutages } from '../redis/redis-client';
import type { QueueConnection } from './queue-backend';
import { prepareQueueSchema } from './queue-schema';
import type { ResilientQueue, ResilientQueueOptions } from './resilient-queue';
import type { ResilientWorker } from './resilient-worker';

beforeAll(() => Logger.overrideLogger(false));

let queue: ResilientQueue;
let worker: Pick<ResilientWorker, 'close'>;
let done: Set<string>;

/** Options for tests whose jobs must not be refused, even on a busy machine. */
const PATIENT = { answerTimeoutMs: 30_000 };
const SHORT = { lockDuration: 1_000, stalledInterval: 200 };

const open = async (connection: QueueConnection, options: Partial<ResilientQueueOptions> = {}) => {
  queue = await openQueue(connection, options);
  done = new Set();
  worker = startQueueWorker(queue, (key) => done.add(key), { concurrency: 3, ...SHORT });
};

const close = async () => {
  await worker.close();
  await queue.close();
};

/** The number of checks by which each client of a queue and of a worker has checked the cluster more than once. */
const LOOKS = 20;

const keys = Array.from({ length: 600 }, (_, index) => `r${index}`);

/** Adds unfinished jobs again, as a sweeper does, until none is left. */
const sweep = () =>
  waitUntil(async () => {
    const open = keys.filter((key) => !done.has(key));
    if (open.length > 0) await queue.addBulk(open.map((key) => aJob(key)));
    return open.length === 0;
  });

const doesOneMore = async (key: string) => {
  await waitUntil(() => queue.addBulk([aJob(key)]).then(() => true));
  await waitUntil(() => done.has(key));
};

(hasRedisServer ? describe : describe.skip)('a queue on Redis (needs redis-server)', () => {
  let redis: RedisServer;
  let connection: QueueConnection;

  beforeEach(async () => {
    redis = await startRedisServer();
    connection = { url: redis.url };
  });

  afterEach(() => redis.stop());

  it('closes an idle worker although the server is away, which is no outage of the others any more', async () => {
    await open(connection);
    await doesOneMore('r1');
    await redis.kill();
    await waitUntil(() => redisOutages.isAway);
    await close();
    await waitUntil(() => !redisOutages.isAway); // a worker closes its connection a moment later
  });

  it('does everything although the server loses all jobs and restarts', async () => {
    await open(connection, PATIENT);
    const sweeping = sweep();
    for (const [index, disturb] of [() => redis.ask('flushall'), redis.kill, () => redis.ask('flushall')].entries()) {
      await waitUntil(() => done.size > index * 200);
      await disturb();
      if (disturb === redis.kill) await redis.start();
    }
    await sweeping;
    await doesOneMore('another');
    await close();
  });

  it('refuses jobs while the server is away, and takes them when it is back', async () => {
    await open(connection);
    await redis.kill();
    await expect(queue.addBulk([aJob('r1')])).rejects.toThrow();
    await expect(depthOf(queue)).rejects.toThrow();
    await redis.start();
    await doesOneMore('r1');
    await close();
  });

  it('refuses jobs long before a server that hangs would take them, and takes them afterwards', async () => {
    await open(connection);
    await doesOneMore('r1');
    await redis.ask('client', 'pause', '6000', 'all');
    await expect(queue.addBulk([aJob('r2')])).rejects.toThrow(/timed out|no answer/i);
    await doesOneMore('r3');
    await close();
  });

  it('connects again once, however many commands the server leaves without an answer', async () => {
    const original = Redis.prototype.disconnect;
    const statuses: string[] = []; // the statuses of clients that have to reconnect
    const disconnect = jest.spyOn(Redis.prototype, 'disconnect').mockImplementation(function (this: Redis, again) {
      if (again) statuses.push(this.status);
      original.call(this, again);
    });
    queue = await openQueue(connection);
    const [started, gate] = [new Set<string>(), aGate()];
    done = new Set();
    const work = async (key: string) => {
      started.add(key);
      await gate.opened;
      done.add(key);
    };
    worker = startQueueWorker(queue, work, { concurrency: 12, ...SHORT });
    await queue.addBulk(keys.slice(0, 12).map((key) => aJob(key)));
    await waitUntil(() => started.size === 12);
    await redis.ask('client', 'pause', '13000', 'all');
    gate.open();
    await waitUntil(() => statuses.length > 0);
    await doesOneMore('another');
    disconnect.mockRestore();
    expect(statuses.filter((status) => status !== 'ready' && status !== 'connect')).toEqual([]); // no client is reconnecting already
    await close();
  });

  it('opens while the server is away, and works as soon as it is there', async () => {
    await redis.kill();
    await open(connection);
    await expect(queue.addBulk([aJob('r1')])).rejects.toThrow();
    await redis.start();
    await doesOneMore('r1');
    await close();
  });
});

(hasRedisServer ? describe : describe.skip)('a queue on a cluster of Redis (needs redis-server)', () => {
  it('is worked on again, although the cluster was not whole when the worker connected again', async () => {
    const [node] = await startRedisCluster(1);
    const disconnect = jest.spyOn(Cluster.prototype, 'disconnect');
    atEnd(() => disconnect.mockRestore());
    await open({ url: node!.url.replace('redis:', 'redis+cluster:') });
    await doesOneMore('r1');
    await node!.ask('cluster', 'delslots', '0'); // from now on its state is "fail"
    node!.freeze();
    await waitUntil(() => disconnect.mock.calls.length > 0);
    node!.thaw();
    const looks = async () => /cmdstat_cluster\|info:calls=(\d+)/.exec(String(await node!.ask('info', 'commandstats')));
    await waitUntil(async () => Number((await looks())?.[1]) >= LOOKS);
    await node!.ask('cluster', 'addslots', '0');
    await doesOneMore('r2');
    await close();
    await node!.stop();
  });
});

describe('a queue on PostgreSQL', () => {
  it('does everything although all of its connections are ended time and again', async () => {
    const { connection, databaseUrl, stop } = await startPostgresQueues();
    await open(connection, PATIENT);
    const sweeping = sweep();
    for (const share of [1, 200, 400]) {
      await waitUntil(() => done.size >= share);
      await ask(
        databaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()`,
      );
    }
    await sweeping;
    await doesOneMore('another');
    await close();
    await stop();
  });

  it('opens although the first check of its tables is not answered in time', async () => {
    const { connection, databaseUrl } = await startPostgresQueues();
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    atEnd(() => client.end());
    await client.query('begin; lock table bullmq.migration');
    const waiting = async () => (await ask(databaseUrl, `select 1 from pg_stat_activity where wait_event_type = 'Lock'`)).length;
    const opening = open(connection);
    await waitUntil(async () => (await waiting()) >= 2); // the server still works on the check that the client has given up
    await client.query('commit');
    await opening;
    await doesOneMore('r1');
    await close();
  });

  it('opens only with its schema, which several processes may prepare at the same time', async () => {
    const { connection, databaseUrl, stop } = await startPostgresQueues();
    await ask(databaseUrl, 'drop schema bullmq cascade');
    await expect(openQueue(connection)).rejects.toThrow('bullmq');
    await Promise.all([1, 2, 3].map(() => prepareQueueSchema(databaseUrl)));
    await open(connection);
    await doesOneMore('r1');
    await close();
    await stop();
  });
});
