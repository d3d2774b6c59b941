import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { waitUntil } from '../../../test/support/wait-until';
import { aJob, depthOf, openQueue, startPostgresQueues, startQueueWorker } from '../../../test/support/job-queues';
import { aGate } from '../../../test/support/receiver';
import { hasRedisServer, startRedisServer } from '../../../test/support/redis-server';
import type { RedisServer } from '../../../test/support/redis-server';
import { ask, until } from '../../embedded-postgres/embedded-postgres.fixture';
import type { QueueConnection } from './queue-backend';
import { prepareQueueSchema } from './queue-schema';
import type { ResilientQueue } from './resilient-queue';
import type { ResilientWorker } from './resilient-worker';

beforeAll(() => Logger.overrideLogger(false));

let queue: ResilientQueue;
let worker: Pick<ResilientWorker, 'close'>;
let done: Set<string>;

const SHORT = { lockDuration: 1_000, stalledInterval: 200 };

const open = async (connection: QueueConnection) => {
  queue = await openQueue(connection);
  done = new Set();
  worker = startQueueWorker(queue, (key) => done.add(key), { concurrency: 3, ...SHORT });
};

const close = async () => {
  await worker.close();
  await queue.close();
};

const keys = Array.from({ length: 600 }, (_, index) => `r${index}`);

/** Adds again what is not done yet, as a sweeper does, until nothing is left. */
const sweep = () =>
  until(async () => {
    const open = keys.filter((key) => !done.has(key));
    if (open.length > 0) await queue.addBulk(open.map((key) => aJob(key)));
    return open.length === 0;
  });

const doesOneMore = async (key: string) => {
  await until(() => queue.addBulk([aJob(key)]).then(() => true));
  await until(() => done.has(key));
};

const isRefusedSoon = async (work: Promise<unknown>) => {
  const startedAt = Date.now();
  await expect(work).rejects.toThrow();
  expect(Date.now() - startedAt).toBeLessThan(2_500);
};

(hasRedisServer ? describe : describe.skip)('a queue on Redis (the program redis-server)', () => {
  let redis: RedisServer;
  let connection: QueueConnection;

  beforeEach(async () => {
    redis = await startRedisServer();
    connection = { url: redis.url };
  });

  afterEach(() => redis.stop());

  it('closes an idle worker soon although the server is away', async () => {
    await open(connection);
    await doesOneMore('r1');
    await redis.kill();
    const startedAt = Date.now();
    await close();
    expect(Date.now() - startedAt).toBeLessThan(5_000);
  });

  it('does everything although the server loses all jobs and restarts', async () => {
    await open(connection);
    const sweeping = sweep();
    for (const [index, disturb] of [() => redis.ask('flushall'), redis.kill, () => redis.ask('flushall')].entries()) {
      await until(() => done.size > index * 200);
      await disturb();
      if (disturb === redis.kill) await redis.start();
    }
    await sweeping;
    await doesOneMore('another');
    await close();
  });

  it('refuses jobs at once while the server is away, and takes them when it is back', async () => {
    await open(connection);
    await redis.kill();
    await isRefusedSoon(queue.addBulk([aJob('r1')]));
    await isRefusedSoon(depthOf(queue));
    await redis.start();
    await doesOneMore('r1');
    await close();
  });

  it('refuses jobs within a second or so while the server hangs, and takes them afterwards', async () => {
    await open(connection);
    await doesOneMore('r1');
    await redis.ask('client', 'pause', '2500', 'all');
    await isRefusedSoon(queue.addBulk([aJob('r2')]));
    await doesOneMore('r3');
    await close();
  });

  it('connects again once, however many commands the server leaves without an answer', async () => {
    const disconnect = jest.spyOn(Redis.prototype, 'disconnect');
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
    await until(() => started.size === 12);
    await redis.ask('client', 'pause', '13000', 'all');
    gate.open();
    await waitUntil(() => disconnect.mock.calls.some(([isToReconnect]) => isToReconnect === true), 20);
    await doesOneMore('another');
    const reconnected = disconnect.mock.contexts.filter((_, index) => disconnect.mock.calls[index]![0] === true);
    expect(reconnected).toHaveLength(new Set(reconnected).size);
    disconnect.mockRestore();
    await close();
  }, 40_000);

  it('opens while the server is away, and works as soon as it is there', async () => {
    await redis.kill();
    await open(connection);
    await isRefusedSoon(queue.addBulk([aJob('r1')]));
    await redis.start();
    await doesOneMore('r1');
    await close();
  });
});

describe('a queue on PostgreSQL', () => {
  it('does everything although all of its connections are ended time and again', async () => {
    const { connection, databaseUrl, stop } = await startPostgresQueues();
    await open(connection);
    const sweeping = sweep();
    for (const share of [1, 200, 400]) {
      await until(() => done.size >= share);
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
