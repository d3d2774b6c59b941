import { resolve } from 'node:path';
import { existingAppSecretOf } from '../../platform/config/app-secret';
import { readSetting } from '../../platform/config/config';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { migrationStateOf } from '../../platform/database/migrations';
import { ANOTHER_SECRET, RIGHT_SECRET_REMEDY, type SecretState, secretStateOf } from '../../start/app-secret';
import { ask } from './database-check';
import { BEFORE_MIGRATIONS, failed, type Finding, off, ok, unreadable } from './finding.rules';

/** Checks that the database belongs to the configured APP_SECRET. A missing secret is not created. */
export async function checkSecret(url: string, env: NodeJS.ProcessEnv): Promise<Finding> {
  const [appSecret, previous] = [readSetting(env, 'APP_SECRET'), readSetting(env, 'APP_SECRET_PREVIOUS')];
  const isMissing = appSecret === null && readSetting(env, 'DATABASE_URL') !== null;
  if (appSecret === undefined || previous === undefined || isMissing)
    return unreadable(previous === undefined ? 'APP_SECRET_PREVIOUS' : 'APP_SECRET');
  const { pending } = await migrationStateOf(url);
  if (pending.length > 0) return off(BEFORE_MIGRATIONS);
  const secret = await existingAppSecretOf({ appSecret, dataDir: resolve(readSetting(env, 'DATA_DIR')!) });
  const state = await ask(url, (client) => secretStateOf(client, new SecretKeys(secret ?? '', previous)));
  return secret === null && state === 'unmarked' ? off('The first start makes one.') : FINDINGS[state];
}

const FINDINGS: Record<SecretState, Finding> = {
  right: ok('The data of this database was made under this APP_SECRET.'),
  replaced: ok('The data was made under APP_SECRET_PREVIOUS. The next start makes APP_SECRET the secret of this database.'),
  unmarked: ok('The next start makes this APP_SECRET the secret of this database.'),
  another: failed(ANOTHER_SECRET, RIGHT_SECRET_REMEDY),
};
