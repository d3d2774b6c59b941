import { INVARIANTS } from '../../src/cli/verify/invariants.sql';
import type { Instance } from './app';
import { pointViolations } from './point-violations';

/** Expects what `verify` checks of the database: counters, places, values, change numbers, files and points. */
export async function expectInvariants({ database }: Pick<Instance, 'database'>): Promise<void> {
  const found: object[] = await pointViolations(database);
  for (const statement of Object.values(INVARIANTS)) found.push(...(await database.query<object>(statement)));
  expect(found).toEqual([]);
}
