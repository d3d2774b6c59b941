import { failed, ok, warning } from './finding.rules';
import type { Finding } from './finding.rules';

/** Evaluates the answer to INFO of a Redis, or of a compatible server, which reports the Redis version that it implements. */
export function redisFinding(info: string, isClusterExpected = false): Finding {
  const version = valueOf(info, 'redis_version') ?? '';
  const [, major, minor] = (/^(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  if (major === undefined || minor === undefined)
    return warning('Redis does not report its version.', 'Use Redis 6.2 or newer.');
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

const valueOf = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
