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
 * The blocking connection of a worker, with a time limit for reconnecting. BullMQ has none, and ioredis does not report a reconnection at
 * whose end the cluster was incomplete, although the client connects again: the worker would never take another job.
 */
class BoundedConnection extends RedisConnection {
  override reconnect(): Promise<void> {
    return withTimeout(RECONNECT_MS, super.reconnect());
  }
}

const RECONNECT_MS = 5_000;

/** Makes the same as `createRedisBackend` for a worker, but with a `BoundedConnection`. */
export function createWorkerBackend(redis: RedisClient, name: string, options: QueueBaseOptions & KeyPrefixOptions): RedisQueueBackend {
  const { skipVersionCheck, skipWaitingForReady, prefix } = options;
  const main = new RedisConnection(redis, { shared: true, blocking: false, skipVersionCheck, skipWaitingForReady });
  const client = createIORedisClient(redis).duplicate({ connectionName: connectionName(name, prefix) }) as ConnectionOptions;
  const blocking = new BoundedConnection(client, { shared: false, blocking: true, skipVersionCheck });
  const keys = new QueueKeys(prefix);
  return new RedisQueueBackend(main, name, keys.getKeys(name), (type) => keys.toKey(name, type), options, blocking);
}

/** The connection name by which BullMQ's `getWorkers`, and so its dashboards, find the workers of a queue. */
const connectionName = (queue: string, prefix = 'bull'): string => `${prefix}:${Buffer.from(queue).toString('base64')}`;
