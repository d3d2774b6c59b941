import { failed, ok, warning } from './finding.rules';
import type { Finding } from './finding.rules';

/** What the answer to INFO says about a Redis, or about a server that speaks its language and names the version that it is like. */
export function redisFinding(info: string): Finding {
  const version = valueOf(info, 'redis_version') ?? '';
  const [, major, minor] = (/^(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  if (major === undefined || minor === undefined)
    return warning('Redis does not tell its version.', 'Use Redis 6.2 or newer.');
  if (major < 6 || (major === 6 && minor < 2)) return failed(`It is Redis ${version}.`, 'Update it to 6.2 or newer.');
  const policy = valueOf(info, 'maxmemory_policy');
  if (policy === 'noeviction') return ok(`Redis ${version} answers, and evicts nothing.`);
  return warning(
    `Redis ${version} answers, but its maxmemory-policy is ${policy ?? 'not told'}.`,
    'Set maxmemory-policy to noeviction: what Redis evicts is missing from the queue until it is put there again.',
  );
}

const valueOf = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
