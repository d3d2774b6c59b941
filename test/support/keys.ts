import { parseSecret } from '../../src/api/auth/secret-format.rules';
import type { Instance } from './app';

/** The id of the key that a text opens. It stays the same when the secret is rotated. */
export async function keyIdOf({ database }: Pick<Instance, 'database'>, key: string): Promise<string> {
  const { id } = parseSecret('fck', key)!;
  const row = await database.queryOne<{ id: string }>(
    'select api_key_id as id from api_key_secrets where lookup_id = $1',
    [id],
  );
  return row!.id;
}

/**
 * Lets what counts durations (caches, buckets of limits) believe that so much time has passed, since nothing here sleeps. To be undone
 * with `jest.restoreAllMocks`.
 */
export function passSeconds(seconds: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1000);
}
