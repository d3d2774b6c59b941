import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { waitUntil } from '../../../test/support/wait-until';
import { aJob, handlersOf, ownQueue, startPostgresQueues } from '../../../test/support/job-queues';
import { aGate } from '../../../test/support/receiver';
import { hasRedisServer, startRedisServer } from '../../../test/support/redis-server';
import type { RedisServer } from '../../../test/support/redis-server';
import { ask, until } from '../../embedded-postgres/embedded-postgres.fixture';
import { openJobQueue } from './bullmq-queue';
import type { QueueAddress } from './bullmq-queue';
import type { Consumer, JobQueue } from './job-queue';
import { prepareQueueSchema } from './postgres-backend';

beforeAll(() => Logger.overrideLogger(false));

let queue: JobQueue;
let consumer: Consumer;
let done: Set<string>;

const open = async (address: QueueAddress) => {
  queue = await openJobQueue(ownQueue(address));
  done = new Set();
  const handlers = handlersOf((runId) => done.add(runId));
  consumer = queue.work(handlers, { concurrency: 3, lockMs: 1_000, rescueEveryMs: 200 });
};

const close = async () => {
  await consumer.close();
  await queue.close();
};

const runIds = Array.from({ length: 600 }, (_, index) => `r${index}`);

/** Adds again what is not done yet, as a sweeper does, until nothing is left. */
const sweep = () =>
  until(async () => {
    const open = runIds.filter((runId) => !done.has(runId));
    if (open.length > 0) await queue.add(open.map((runId) => aJob(runId)));
    return open.length === 0;
  });

const doesOneMore = async (runId: string) => {
  await until(() => queue.add([aJob(runId)]).then(() => true));
  await until(() => done.has(runId));
};

const isRefusedSoon = async (work: Promise<unknown>) => {
  const startedAt = Date.now();
  await expect(work).rejects.toThrow();
  expect(Date.now() - startedAt).toBeLessThan(2_500);
};

(hasRedisServer ? describe : describe.skip)('a queue on Redis (the program redis-server)', () => {
  let redis: RedisServer;
  let address: QueueAddress;

  beforeEach(async () => {
    redis = await startRedisServer();
    address = { redisUrl: redis.url, databaseUrl: 'postgres://unreachable.invalid/forms' };
  });

  afterEach(() => redis.stop());

  it('closes an idle worker soon although the server is away', async () => {
    await open(address);
    await doesOneMore('r1');
    await redis.kill();
    const startedAt = Date.now();
    await close();
    expect(Date.now() - startedAt).toBeLessThan(5_000);
  });

  it('does everything although the server loses all jobs and restarts', async () => {
    await open(address);
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
    await open(address);
    await redis.kill();
    await isRefusedSoon(queue.add([aJob('r1')]));
    await isRefusedSoon(queue.depth());
    await redis.start();
    await doesOneMore('r1');
    await close();
  });

  it('refuses jobs within a second or so while the server hangs, and takes them afterwards', async () => {
    await open(address);
    await doesOneMore('r1');
    await redis.ask('client', 'pause', '2500', 'all');
    await isRefusedSoon(queue.add([aJob('r2')]));
    await doesOneMore('r3');
    await close();
  });

  it('connects again once, however many commands the server leaves without an answer', async () => {
    const disconnect = jest.spyOn(Redis.prototype, 'disconnect');
    queue = await openJobQueue(ownQueue(address));
    const [started, gate] = [new Set<string>(), aGate()];
    done = new Set();
    const handlers = handlersOf(async (runId) => {
      started.add(runId);
      await gate.opened;
      done.add(runId);
    });
    consumer = queue.work(handlers, { concurrency: 12, lockMs: 1_000, rescueEveryMs: 200 });
    await queue.add(runIds.slice(0, 12).map((runId) => aJob(runId)));
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
    await open(address);
    await isRefusedSoon(queue.add([aJob('r1')]));
    await redis.start();
    await doesOneMore('r1');
    await close();
  });
});

describe('a queue on PostgreSQL', () => {
  it('does everything although all of its connections are ended time and again', async () => {
    const { address, stop } = await startPostgresQueues();
    await open(address);
    const sweeping = sweep();
    for (const share of [1, 200, 400]) {
      await until(() => done.size >= share);
      await ask(
        address.databaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()`,
      );
    }
    await sweeping;
    await doesOneMore('another');
    await close();
    await stop();
  });

  it('opens only with its schema, which several processes may prepare at the same time', async () => {
    const { address, stop } = await startPostgresQueues();
    await ask(address.databaseUrl, 'drop schema bullmq cascade');
    await expect(openJobQueue(address)).rejects.toThrow('bullmq');
    await Promise.all([1, 2, 3].map(() => prepareQueueSchema(address.databaseUrl)));
    await open(address);
    await doesOneMore('r1');
    await close();
    await stop();
  });
});
