import { migrationStateOf } from '../../platform/database/migrations';
import { ask } from './database-check';
import { type Finding, off, ok, warning } from './finding.rules';

/** Names the secrets for which the operator has not said where they may be sent. */
export async function checkHosts(url: string): Promise<Finding> {
  const { pending } = await migrationStateOf(url);
  if (pending.length > 0) return off('It is not checked before all migrations are applied.');
  const open = await ask(url, async (client) => (await client.query<{ name: string; account: string }>(WITHOUT_HOSTS)).rows);
  if (open.length === 0) return ok('Every secret of an account has hosts that it may be sent to.');
  const names = open.slice(0, MAX_NAMED).map(({ name, account }) => `${name} (account "${account}")`);
  const more = open.length > MAX_NAMED ? ' and more' : '';
  return warning(`Secrets without hosts, which workflows may send anywhere: ${names.join(', ')}${more}.`, REMEDY);
}

const MAX_NAMED = 50;
const REMEDY = 'Say where each belongs: npm run cli -- secrets hosts --name <name> --host <host>. Its value stays.';

const WITHOUT_HOSTS = `
  select s.name, a.name as account from account_secrets s join accounts a on a.id = s.account_id
  where s.hosts = '{}' order by a.name, s.name limit ${MAX_NAMED + 1}`;
