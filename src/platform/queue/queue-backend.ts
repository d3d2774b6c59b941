import { Logger } from '@nestjs/common';
import {
  createRedisBackend,
  PostgresQueueBackend,
  type BackendFactory,
  type ConnectionOptions,
  type IQueueBackend,
  type PostgresPoolConfig,
} from 'bullmq';
import type { RedisOptions } from 'ioredis';
import type { ClientBase } from 'pg';
import { messageOf } from '../errors/operator-error';
import { type ConnectionTarget, requireWritable } from '../database/primary';
import { connectToRedis, type RedisClient, redisOutages } from '../redis/redis-client';
import { PatientConnection } from './patient-connection';
import { QUEUE_SCHEMA } from './queue-schema';
import { createWorkerBackend } from './worker-backend';

/** A Redis server, or the addresses of a cluster separated by commas; else the PostgreSQL database with the queue's tables. */
export type QueueConnection = { url: string } | ConnectionTarget;

export interface ClientTimeouts {
  redis: RedisOptions;
  postgres: Pick<PostgresPoolConfig, 'max' | 'connectionTimeoutMillis' | 'query_timeout'>;
  /** The longest wait for an unavailable database at the start. */
  startupWaitMs: number;
}

export type QueueBackendFactory = BackendFactory<IQueueBackend, QueueConnection>;

export interface QueueBackend {
  /** The argument of BullMQ's constructors that selects the storage of jobs. */
  factory: QueueBackendFactory;
  /** The Redis client, which BullMQ never closes if it was passed; null for PostgreSQL. */
  redis: RedisClient | null;
}

export function queueBackend(connection: QueueConnection, timeouts: ClientTimeouts): QueueBackend {
  if ('connectionString' in connection) {
    const pool = { ...POSTGRES_OPTIONS, ...connection, ...timeouts.postgres };
    const factory: QueueBackendFactory = (name, options, use) => {
      const connection = new PatientConnection(pool, timeouts.startupWaitMs);
      const nameInDatabase = use?.withBlockingConnection ? name : undefined; // BullMQ finds the workers of a queue by this name
      return new PostgresQueueBackend(connection, name, { ...options, connection: pool }, true, nameInDatabase);
    };
    return { factory, redis: null };
  }
  const redis = reportOutages(connectToRedis(connection.url, timeouts.redis));
  const factory: QueueBackendFactory = (name, options, use) => {
    const withClient = { ...options, connection: redis as ConnectionOptions };
    return use?.withBlockingConnection ? createWorkerBackend(redis, name, withClient) : createRedisBackend(name, withClient, use);
  };
  return { factory, redis };
}

const onConnect = (client: ClientBase): Promise<void> => requireWritable(client, 'own');
const POSTGRES_OPTIONS = { onConnect, schema: QUEUE_SCHEMA, application_name: 'bullmq', keepAlive: true };

const reportOutages = (redis: RedisClient): RedisClient =>
  redis
    .on('error', (error: Error) => redisOutages.begin(redis, error))
    .on('ready', () => redisOutages.end(redis))
    .on('end', () => redisOutages.forget(redis));

/** Logs at most one line in ten seconds, since each connection reports each failed attempt, and none during an outage of Redis. */
export function logConnectionError(error: Error): void {
  const nowMs = performance.now();
  const isQuiet = nowMs < quietUntilMs;
  if (!isQuiet || redisOutages.isAway) quietUntilMs = nowMs + QUIET_MS;
  if (!isQuiet && !redisOutages.isAway) new Logger('Queue').warn(`${CONNECTION_FAILED} (${messageOf(error)})`);
}

const CONNECTION_FAILED =
  'A connection to the queue failed; it is retried. The queue is in the Redis of REDIS_URL or, without it, in the database.';
const QUIET_MS = 10_000;
let quietUntilMs = 0;
