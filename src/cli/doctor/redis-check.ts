import { Redis } from 'ioredis';
import { readSetting } from '../../platform/config/config';
import { worst, off, unreadable } from './finding.rules';
import type { Finding } from './finding.rules';
import { redisFinding } from './redis-info.rules';

/** Checks that Redis answers, is new enough and evicts nothing. Checks every listed address of a cluster. */
export async function checkRedis(env: NodeJS.ProcessEnv): Promise<Finding> {
  const setting = readSetting(env, 'REDIS_URL');
  if (setting === undefined) return unreadable('REDIS_URL');
  if (setting === null) return off('REDIS_URL is not set: the queue is in PostgreSQL.');
  const [first, ...others] = await Promise.all(setting.split(',').map(async (url) => redisFinding(await infoOf(url))));
  return worst([first!, ...others]);
}

async function infoOf(url: string): Promise<string> {
  const redis = new Redis(url, ONE_ATTEMPT);
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

/** Without the ready check and the client info, which would send commands of their own with timeouts of their own. */
const ONE_ATTEMPT = {
  lazyConnect: true,
  enableReadyCheck: false,
  disableClientInfo: true,
  connectTimeout: 5000,
  commandTimeout: 5000,
  disconnectTimeout: 500,
  retryStrategy: () => null,
};
