import type { Redis } from 'ioredis';
import { readSetting } from '../../platform/config/config';
import { QUEUE_PREFIX } from '../../platform/config/settings';
import { messageOf } from '../../platform/errors/operator-error';
import { redisRemedyOf } from '../../platform/redis/redis-remedies.rules';
import { connectToRedis, plainUrlOf, type RedisKind, redisKindOf } from '../../platform/redis/redis-client';
import { countApiProcesses } from './database-check';
import { failed, type Finding, off, ok, unreadable, warning, worst } from './finding.rules';

/** Checks that Redis answers, takes writes, is new enough and evicts nothing: each listed address of a cluster, or the master that Sentinels name. */
export async function checkRedis(env: NodeJS.ProcessEnv): Promise<Finding> {
  const setting = readSetting(env, 'REDIS_URL');
  if (setting === undefined) return unreadable('REDIS_URL');
  if (setting === null) return withoutRedis(env);
  const kind = redisKindOf(setting);
  const servers = kind === 'cluster' ? setting.split(',').map(plainUrlOf) : [setting];
  const [first, ...others] = await Promise.all(servers.map((url) => findingOf(url, kind)));
  return worst([first!, ...others]);
}

async function findingOf(url: string, kind: RedisKind): Promise<Finding> {
  const { info, refusal } = await askServer(url, kind);
  const finding = redisFinding(info, kind === 'cluster');
  if (refusal === null || finding.verdict === 'failed') return finding;
  return failed(`Redis answers and takes no writes: ${messageOf(refusal)}.`, redisRemedyOf(refusal));
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

/** Reads INFO, and writes by a script what the queue and the limits write. A replica of a cluster is not asked to. */
async function askServer(url: string, kind: RedisKind): Promise<{ info: string; refusal: unknown }> {
  const redis = connectToRedis(url, ONE_ATTEMPT) as Redis;
  let cause: unknown;
  redis.on('error', (error) => (cause ??= error));
  try {
    await redis.connect();
    const info = await redis.info();
    const keys = kind === 'cluster' ? [] : [`${QUEUE_PREFIX}:doctor`, '{limit:doctor}:doctor'];
    const writes = keys.map((key) => redis.eval("return redis.call('SET', KEYS[1], '1', 'PX', 1000)", 1, key));
    return {
      info,
      refusal: await Promise.all(writes).then(
        () => null,
        (error: unknown) => error,
      ),
    };
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
  commandTimeout: 2500,
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
