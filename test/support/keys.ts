import { parseSecret } from '../../src/api/auth/secret-format.rules';
import type { Instance } from './app';

/** The id of an API key, which stays the same when its secret is rotated. */
export async function keyIdOf({ database }: Pick<Instance, 'database'>, key: string): Promise<string> {
  const { id } = parseSecret('fck', key)!;
  const row = await database.queryOne<{ id: string }>('select api_key_id as id from api_key_secrets where lookup_id = $1', [id]);
  return row!.id;
}

/**
 * Advances the monotonic clock that caches and rate limits read, so that tests need not sleep. Undone
 * with `jest.restoreAllMocks`.
 */
export function advanceMonotonicClock(seconds: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1000);
}
