import { randomBytes } from 'node:crypto';
import { SERVICE_NAME } from '../config/settings';

export type ProcessRole = 'api' | 'worker' | 'standalone';

export const processNameOf = (role: ProcessRole): string => `${SERVICE_NAME}/${role}-${randomBytes(4).toString('hex')}`;

/** The names of the connected processes in these roles. A process keeps connections open for at least a minute. */
export async function connectedProcesses(
  query: (sql: string, parameters: string[]) => Promise<{ name: string }[]>,
  roles: readonly ProcessRole[],
): Promise<string[]> {
  const rows = await query(CONNECTED, [`^${SERVICE_NAME}/(${roles.join('|')})-`]);
  return rows.map(({ name }) => name);
}

const CONNECTED = `
  select distinct application_name as name
  from pg_stat_activity
  where datname = current_database() and application_name ~ $1`;
