import {
  createIORedisClient,
  QueueKeys,
  RedisConnection,
  RedisQueueBackend,
  type ConnectionOptions,
  type KeyPrefixOptions,
  type QueueBaseOptions,
} from 'bullmq';
import type { RedisClient } from '../redis/redis-client';
import { withTimeout } from '../time';

/**
 * The blocking connection of a worker. BullMQ waits for a reconnection without limit, and ioredis never tells of one at whose end the cluster
 * was not whole, although it goes on to connect: the worker would take no job any more.
 */
class BoundedConnection extends RedisConnection {
  override reconnect(): Promise<void> {
    return withTimeout(RECONNECT_MS, super.reconnect());
  }
}

const RECONNECT_MS = 5_000;

/** The same as `createRedisBackend` makes for a worker, with a `BoundedConnection` in it. */
export function createWorkerBackend(redis: RedisClient, name: string, options: QueueBaseOptions & KeyPrefixOptions): RedisQueueBackend {
  const { skipVersionCheck, skipWaitingForReady, prefix } = options;
  const main = new RedisConnection(redis, { shared: true, blocking: false, skipVersionCheck, skipWaitingForReady });
  const client = createIORedisClient(redis).duplicate({ connectionName: connectionName(name, prefix) }) as ConnectionOptions;
  const blocking = new BoundedConnection(client, { shared: false, blocking: true, skipVersionCheck });
  const keys = new QueueKeys(prefix);
  return new RedisQueueBackend(main, name, keys.getKeys(name), (type) => keys.toKey(name, type), options, blocking);
}

/** The name by which `getWorkers` of BullMQ, and so its dashboards, find the workers of a queue. */
const connectionName = (queue: string, prefix = 'bull'): string => `${prefix}:${Buffer.from(queue).toString('base64')}`;
