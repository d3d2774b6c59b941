import { buffer } from 'node:stream/consumers';
import { migrationStateOf } from '../../platform/database/migrations';
import { noteName } from '../../platform/storage/object-store';
import { ask } from './database-check';
import { type Finding, off, ok, warning } from './finding.rules';
import { openStoreOf } from './storage-check';

/**
 * Tells that the database is a restored backup, until the first process of the service takes it over: the object store remembers a number
 * above its own. What is open in it may have been done since.
 */
export async function checkBackup(url: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const { pending } = await migrationStateOf(url);
  if (pending.length > 0) return off('It is not checked before all migrations are applied.');
  const store = await openStoreOf(env);
  if (store === null) return off('The place of the files cannot be asked.');
  const database = await ask(url, async (client) => (await client.query<State>(STATE)).rows[0]!);
  const noted = await store.get(noteName('restore', database.identity));
  const number = noted ? Number((await buffer(noted.content)).toString()) : 0;
  if (number <= Number(database.number)) return ok('The database is not older than what is known of it.');
  return warning(`The database is a restored backup. Open runs: ${database.open}.`, RESTORED);
}

interface State {
  identity: string;
  number: string;
  open: number;
}

const STATE = `
  select identity, number, (select count(*)::int from workflow_runs where completed_at is null) as open from restore_check`;

const RESTORED =
  'Its open runs go on when a worker starts, and repeat deliveries that were made after the backup, with the same webhook-id. ' +
  'Cancel those that must not be repeated, revoke again the keys that were revoked since, and then start the workers.';
