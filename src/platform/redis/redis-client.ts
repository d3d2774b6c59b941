import { Cluster, Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';

export type RedisClient = Redis | Cluster;

/**
 * A connection to the server at an address, or to the cluster whose addresses stand between commas. It connects again by itself;
 * an `error` listener belongs on it.
 */
export function connectToRedis(redisUrl: string, options: RedisOptions): RedisClient {
  const [first = '', ...others] = redisUrl.split(',');
  const settings = { ...options, keepAlive: 10_000, retryStrategy: retryDelay };
  if (others.length === 0) return new Redis(first, settings);
  return new Cluster([first, ...others], {
    enableOfflineQueue: options.enableOfflineQueue,
    clusterRetryStrategy: retryDelay,
    dnsLookup: (address, answer) => answer(null, address), // certificates are made out to names
    redisOptions: { ...settings, ...accessOf(new URL(first)) },
  });
}

/** A cluster tells of its nodes without credentials, and without saying that they want TLS. */
function accessOf({ protocol, username, password }: URL): RedisOptions {
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  };
}

const retryDelay = (attempt: number): number => Math.min(attempt * 100, 1_000);
