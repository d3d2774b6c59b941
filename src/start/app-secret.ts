import type { Client } from 'pg';
import { appSecretOf } from '../platform/config/app-secret';
import type { Config } from '../platform/config/config';
import { sameDigest } from '../platform/crypto/digests.rules';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { withConnection } from '../platform/database/open-database';
import { OperatorError } from '../platform/errors/operator-error';
import { digestKeySealer } from '../visitor-mails/digest-key-sealer';
import { AppSecretRepository } from './app-secret.repository';

export type SecretSettings = Pick<Config, 'appSecret' | 'appSecretPrevious' | 'dataDir'>;

/** The database was marked with this secret, its predecessor or another one. An `unmarked` database has no data yet. */
export type SecretState = 'right' | 'replaced' | 'unmarked' | 'another';

/**
 * Returns the secret of a process, and marks the database with it when the database has no mark, or that of `APP_SECRET_PREVIOUS`. Throws
 * an `OperatorError` when the database is marked with another secret.
 */
export async function checkedAppSecret(databaseUrl: string, settings: SecretSettings): Promise<string> {
  const appSecret = await appSecretOf(settings);
  const keys = new SecretKeys(appSecret, settings.appSecretPrevious);
  await withConnection(databaseUrl, (client) => markDatabase(client, keys));
  return appSecret;
}

/** Another process may mark an unmarked database first, possibly with another secret. */
async function markDatabase(client: Client, keys: SecretKeys): Promise<void> {
  const rows = new AppSecretRepository(client);
  const value = checkValuesOf(keys)[0]!;
  switch (await secretStateOf(client, keys)) {
    case 'right':
      return;
    case 'replaced':
      return rows.replace(value);
    case 'unmarked':
      return (await rows.insert(value)) ? undefined : markDatabase(client, keys);
    case 'another':
      throw new OperatorError(`${ANOTHER_SECRET}\n${RIGHT_SECRET_REMEDY}`);
  }
}

export async function secretStateOf(client: Client, keys: SecretKeys): Promise<SecretState> {
  const rows = new AppSecretRepository(client);
  const stored = await rows.value();
  if (!stored) return 'unmarked';
  const position = checkValuesOf(keys).findIndex((value) => sameDigest(value, stored));
  return (['right', 'replaced'] as const)[position] ?? 'another';
}

/** The number of accounts whose lists of stopped mails were sealed under another secret than the present one. */
export const stopListsOfOthers = (client: Client, keys: SecretKeys): Promise<number> =>
  new AppSecretRepository(client).otherDigestKeys(digestKeySealer(keys).prefix);

/** Marks the database with this secret, and overwrites any other mark. Lists of stopped mails that it cannot read begin anew. */
export const adoptAppSecret = (databaseUrl: string, appSecret: string): Promise<void> =>
  withConnection(databaseUrl, async (client) => {
    const [rows, keys] = [new AppSecretRepository(client), new SecretKeys(appSecret)];
    await rows.replace(checkValuesOf(keys)[0]!);
    await rows.deleteOtherDigestKeys(digestKeySealer(keys).prefix);
  });

const checkValuesOf = (keys: SecretKeys): Buffer[] => keys.derive('app-secret-check').map(({ key }) => key);

export const ANOTHER_SECRET =
  'The data of this database was made under another APP_SECRET than this one: API keys would be refused, and sealed values could not be opened.';

export const RIGHT_SECRET_REMEDY =
  'Set APP_SECRET to the secret of this database (without that setting it is the file app-secret in DATA_DIR). ' +
  'To replace it with a new one, set APP_SECRET_PREVIOUS to the secret of this database as well. ' +
  'If that one is lost, "npm run cli -- adopt-secret" lets the service go on with this one, and says what does not work any more.';
