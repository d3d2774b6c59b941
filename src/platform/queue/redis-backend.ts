import { createRedisBackend, Queue } from 'bullmq';
import type { RedisOptions } from 'ioredis';
import type { BullmqBackend } from './bullmq-backend';
import { withTimeout } from '../deadline';
import { QueueWorker } from './queue-worker';
import { connectToRedis } from './redis-client';
import type { RedisClient } from './redis-client';

/** The queue in a Redis, which may be away for a while: until it is back, adding fails at once, and workers wait. */
export async function redisBackend(redisUrl: string, onError: (error: Error) => void): Promise<BullmqBackend> {
  const connect = (options: RedisOptions) => connectToRedis(redisUrl, options).on('error', onError);
  const shared = connect(PRODUCER_OPTIONS);
  await withTimeout(FIRST_CONNECT_MS, ready(shared)).catch(onError);
  return {
    openQueue: (name) =>
      new Queue(name, { connection: shared, prefix: PREFIX, ...NO_STARTUP_CHECKS }, createRedisBackend),
    openWorker: (name, processor, settings) => {
      const connection = connect(WORKER_OPTIONS);
      const worker = new QueueWorker(name, processor, { ...settings, connection, prefix: PREFIX }, createRedisBackend);
      return worker.on('error', reconnecting(connection));
    },
    close: () => shared.disconnect(),
  };
}

const FIRST_CONNECT_MS = 1_000;

/** With a hash tag, which keeps the keys of the queues on one node of a cluster, as BullMQ's scripts need it. */
const PREFIX = '{forms}';

const PRODUCER_OPTIONS: RedisOptions = { enableOfflineQueue: false, commandTimeout: 1_000, socketTimeout: 2_000 };

/** Longer than the ten seconds for which BullMQ lets a command wait for jobs. */
const WORKER_OPTIONS: RedisOptions = { maxRetriesPerRequest: null, commandTimeout: 12_000 };

/** BullMQ would ask the server for its version once, and fail for ever after a failure of that. */
const NO_STARTUP_CHECKS = { skipWaitingForReady: true, skipVersionCheck: true };

const ready = (client: RedisClient) => new Promise((resolve) => client.once('ready', resolve));

/**
 * The other end may have vanished without a word, which TCP would notice after a quarter of an hour. Each command that waits for it
 * reports that by itself.
 */
function reconnecting(connection: RedisClient): (error: Error) => void {
  let isUnderWay = false;
  connection.on('ready', () => (isUnderWay = false));
  return ({ message }) => {
    if (isUnderWay || message !== 'Command timed out') return;
    isUnderWay = true;
    connection.disconnect(true);
  };
}
