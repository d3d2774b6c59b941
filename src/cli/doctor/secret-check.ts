import { resolve } from 'node:path';
import { existingAppSecretOf } from '../../platform/config/app-secret';
import { readSetting } from '../../platform/config/config';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { migrationStateOf } from '../../platform/database/migrations';
import { ANOTHER_SECRET, RIGHT_SECRET_REMEDY, type SecretState, secretStateOf, stopListsOfOthers } from '../../start/app-secret';
import { ask } from './database-check';
import { BEFORE_MIGRATIONS, failed, type Finding, off, ok, unreadable, warning } from './finding.rules';

/** Checks that the database belongs to the configured APP_SECRET. A missing secret is not created. */
export async function checkSecret(url: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const [appSecret, previous] = [readSetting(env, 'APP_SECRET'), readSetting(env, 'APP_SECRET_PREVIOUS')];
  const isMissing = appSecret === null && readSetting(env, 'DATABASE_URL') !== null;
  if (appSecret === undefined || previous === undefined || isMissing)
    return unreadable(previous === undefined ? 'APP_SECRET_PREVIOUS' : 'APP_SECRET');
  const { pending } = await migrationStateOf(url);
  if (pending.length > 0) return off(BEFORE_MIGRATIONS);
  const secret = await existingAppSecretOf({ appSecret, dataDir: resolve(readSetting(env, 'DATA_DIR')!) });
  const keys = new SecretKeys(secret ?? '', previous);
  const [state, lists] = await ask(
    url,
    async (client) => [await secretStateOf(client, keys), await stopListsOfOthers(client, keys)] as const,
  );
  if (state === 'right' && lists > 0) return previous === null ? failed(LISTS, LISTS_REMEDY) : warning(LISTS, UNSEALED_REMEDY);
  return secret === null && state === 'unmarked' ? off('The first start makes one.') : FINDINGS[state];
}

const LISTS = 'Lists of visitors who want no mail are sealed under another APP_SECRET.';
const LISTS_REMEDY = 'Set APP_SECRET_PREVIOUS to that secret and start a worker, which seals them again. Until then visitors get no mails.';
const UNSEALED_REMEDY = 'Start a worker, which seals them again, before you remove APP_SECRET_PREVIOUS.';

const FINDINGS: Record<SecretState, Finding> = {
  right: ok('The data of this database was made under this APP_SECRET.'),
  replaced: ok('The data was made under APP_SECRET_PREVIOUS. The next start makes APP_SECRET the secret of this database.'),
  unmarked: ok('The next start makes this APP_SECRET the secret of this database.'),
  another: failed(ANOTHER_SECRET, RIGHT_SECRET_REMEDY),
};
