import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { Logger } from '@nestjs/common';
import { messageOf } from '../errors/operator-error';
import { bareHostOf } from '../text/text.rules';

export type RedisClient = Redis | Cluster;

/**
 * Connects to the server at an address, to a cluster, or to the master that Sentinels name. Several addresses are separated by commas. The
 * client reconnects by itself. The caller has to add an `error` listener.
 */
export function connectToRedis(redisUrl: string, options: RedisOptions): RedisClient {
  const urls = redisUrl.split(',');
  const settings = { keepAlive: 10_000, retryStrategy: retryDelay, reconnectOnError: isDemoted, ...options };
  switch (redisKindOf(redisUrl)) {
    case 'single':
      return new Redis(redisUrl, settings);
    case 'sentinel':
      return new Redis({ ...settings, ...sentinelOptions(urls.map((url) => new URL(url))) });
    case 'cluster':
      return new Cluster(urls.map(plainUrlOf), {
        enableOfflineQueue: options.enableOfflineQueue,
        clusterRetryStrategy: retryDelay,
        dnsLookup: (address, answer) => answer(null, address), // certificates contain names, not addresses
        redisOptions: { ...settings, ...accessOf(new URL(urls[0]!)) },
      });
  }
}

/** Replaces a connection whose server does not answer, since TCP would notice that only after a quarter of an hour. */
export function replaceConnection(redis: RedisClient): void {
  if (redis.status !== 'ready' || beingReplaced.has(redis)) return;
  beingReplaced.add(redis);
  redis.once('close', () => beingReplaced.delete(redis));
  redis.disconnect(true);
}

/** Connections that are being closed, whose status is still `ready`. */
const beingReplaced = new WeakSet<RedisClient>();

export type RedisKind = 'single' | 'cluster' | 'sentinel';

/** The kind of Redis by the scheme, such as `redis+sentinel`. Several addresses without such a scheme are those of a cluster. */
export function redisKindOf(redisUrl: string): RedisKind {
  const kind = /^rediss?\+(cluster|sentinel):/.exec(redisUrl)?.[1] as RedisKind | undefined;
  return kind ?? (redisUrl.includes(',') ? 'cluster' : 'single');
}

export const plainUrlOf = (url: string): string => url.replace('+cluster:', ':');

/** The credentials and TLS of an address, for all nodes, since a cluster reports its nodes without them. */
function accessOf({ protocol, username, password }: URL): RedisOptions {
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol.startsWith('rediss') && { tls: {} }),
  };
}

/** The first address has the master's credentials, name and database: `redis+sentinel://:password@host:26379/name/0`. */
function sentinelOptions([first, ...others]: URL[]): RedisOptions {
  const [, name = '', database = '0'] = first!.pathname.split('/');
  const access = accessOf(first!);
  return {
    ...access,
    name: decodeURIComponent(name),
    db: Number(database),
    sentinels: [first!, ...others].map((url) => ({ host: bareHostOf(url), port: Number(url.port || SENTINEL_PORT) })),
    sentinelPassword: first!.searchParams.get('sentinel_password') ?? undefined,
    sentinelCommandTimeout: 2_000,
    ...(access.tls && { sentinelTLS: {}, enableTLSForSentinelMode: true }),
  };
}

const SENTINEL_PORT = 26_379;

const retryDelay = (attempt: number): number => Math.min(attempt * 100, 1_000);

/** A server that has become a replica refuses writes. A new connection to the address leads to the new master. */
const isDemoted = ({ message }: Error): boolean => message.startsWith('READONLY');

/** Logs one line when the first connection loses Redis, and one when all connections have it again. */
class RedisOutages {
  private readonly log = new Logger('Redis');
  private readonly away = new Set<object>();
  private readonly closed = new WeakSet<object>();

  get isAway(): boolean {
    return this.away.size > 0;
  }

  /** @param cause an error that explains the outage, not one that follows from it */
  begin(connection: object, cause?: unknown): void {
    if (this.closed.has(connection)) return;
    if (!this.isAway) this.log.warn(`Redis does not answer${cause ? ` (${messageOf(cause)})` : ''}. ${EFFECT}`);
    this.away.add(connection);
  }

  end(connection: object): void {
    if (this.away.delete(connection) && !this.isAway) this.log.warn('Redis answers again.');
  }

  /** Forgets a connection that this process closes, since one of its commands may still fail later. */
  forget(connection: object): void {
    this.closed.add(connection);
    this.away.delete(connection);
  }
}

const EFFECT =
  'Requests are served, each process applies its share of the limits, and work that waits in the queue starts some seconds later.';

export const redisOutages = new RedisOutages();
