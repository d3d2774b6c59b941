import { readSetting } from '../../platform/config/config';
import { migrationStateOf } from '../migration-state';
import { withConnection } from '../database-connection';
import { failed, ok, warning } from './finding.rules';
import type { Finding } from './finding.rules';

/** Whether the database answers, is new enough, and has the tables of this build. */
export async function checkDatabase(url: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const version = await versionOf(url);
  if (version < OLDEST_VERSION)
    return failed(`It is PostgreSQL ${version}.`, `Update it to ${OLDEST_VERSION} or newer.`);
  const { pending } = await migrationStateOf(url);
  if (pending.length === 0) return ok(`PostgreSQL ${version} answers, and all migrations are applied.`);
  const finding = `PostgreSQL ${version} answers, but ${pending.length} migrations are pending.`;
  const isAutomatic = readSetting(env, 'MIGRATE_ON_START') === true;
  return isAutomatic
    ? warning(finding, 'The service applies them at its next start.')
    : failed(finding, 'Apply them with "migrate".');
}

const OLDEST_VERSION = 14;

const versionOf = (url: string): Promise<number> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ number: number }>(
      `select current_setting('server_version_num')::int as number`,
    );
    return Math.floor(rows[0]!.number / 10_000);
  });
