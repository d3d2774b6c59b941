import type { Redis } from 'ioredis';
import { readSetting } from '../../platform/config/config';
import { connectToRedis, plainUrlOf, redisKindOf } from '../../platform/redis/redis-client';
import { countApiProcesses } from './database-check';
import { failed, type Finding, off, ok, unreadable, warning, worst } from './finding.rules';

/** Checks that Redis answers, is new enough and evicts nothing: each listed address of a cluster, or the master that Sentinels name. */
export async function checkRedis(env: NodeJS.ProcessEnv): Promise<Finding> {
  const setting = readSetting(env, 'REDIS_URL');
  if (setting === undefined) return unreadable('REDIS_URL');
  if (setting === null) return withoutRedis(env);
  const kind = redisKindOf(setting);
  const servers = kind === 'cluster' ? setting.split(',').map(plainUrlOf) : [setting];
  const [first, ...others] = await Promise.all(servers.map(async (url) => redisFinding(await infoOf(url), kind === 'cluster')));
  return worst([first!, ...others]);
}

/** Evaluates a setup without Redis. Processes are counted only if `DATABASE_URL` is set; the database check reports connection errors. */
async function withoutRedis(env: NodeJS.ProcessEnv): Promise<Finding> {
  const databaseUrl = readSetting(env, 'DATABASE_URL');
  const processes = databaseUrl ? await countApiProcesses(databaseUrl).catch(() => 0) : 0;
  if (processes < 2) return off(WITHOUT_REDIS);
  const finding = `${WITHOUT_REDIS} ${processes} processes serve the API, so a key can use ${processes} times its limit.`;
  return warning(finding, 'Set REDIS_URL for all processes. They then share their limits.');
}

const WITHOUT_REDIS = 'REDIS_URL is not set: the queue is in PostgreSQL, and each process counts rate limits for itself.';

async function infoOf(url: string): Promise<string> {
  const redis = connectToRedis(url, ONE_ATTEMPT) as Redis;
  let cause: unknown;
  redis.on('error', (error) => (cause ??= error));
  try {
    await redis.connect();
    return await redis.info();
  } catch (error) {
    throw cause ?? error;
  } finally {
    redis.disconnect();
  }
}

/** Disables the ready check and the client info, which send commands with timeouts of their own. */
const ONE_ATTEMPT = {
  lazyConnect: true,
  enableReadyCheck: false,
  disableClientInfo: true,
  connectTimeout: 5000,
  commandTimeout: 5000,
  disconnectTimeout: 500,
  retryStrategy: () => null,
  sentinelRetryStrategy: () => null,
};

/** Evaluates INFO of Redis, or of a compatible server, which reports the Redis version that it implements. */
export function redisFinding(info: string, isClusterExpected = false): Finding {
  const version = valueOf(info, 'redis_version') ?? '';
  const [, major, minor] = (/^(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  if (major === undefined || minor === undefined) return warning('Redis does not report its version.', 'Use Redis 6.2 or newer.');
  if (major < 6 || (major === 6 && minor < 2)) return failed(`It is Redis ${version}.`, 'Update it to 6.2 or newer.');
  const isCluster = valueOf(info, 'redis_mode') === 'cluster';
  if (isCluster && !isClusterExpected)
    return failed('It is a node of a cluster.', 'Begin REDIS_URL with redis+cluster:// or rediss+cluster://.');
  if (isClusterExpected && !isCluster)
    return failed('It is no node of a cluster.', 'Begin REDIS_URL with redis:// or rediss://, and name one server.');
  const policy = valueOf(info, 'maxmemory_policy');
  if (policy === 'noeviction') return ok(`Redis ${version} answers, and evicts nothing.`);
  return warning(
    `Redis ${version} answers, but its maxmemory-policy is ${policy ?? 'not reported'}.`,
    'Set maxmemory-policy to noeviction: a job that Redis evicts is missing until the sweeper adds it again.',
  );
}

const valueOf = (info: string, name: string): string | undefined => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
