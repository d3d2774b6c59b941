import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSetting, type S3Config } from '../../platform/config/config';
import { assertUsableDataDir } from '../../platform/database/embedded-database';
import type { ObjectStore } from '../../platform/storage/object-store';
import { checkObjectStore, openObjectStore } from '../../platform/storage/storage.module';
import { type Finding, ok, unreadable, warning } from './finding.rules';

/** Writes, reads and deletes a file in the store of uploads: in the bucket if any `S3_*` setting is set, else in `DATA_DIR`. */
export async function checkStorage(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Finding> {
  const settings = S3_SETTINGS.map((name) => [name, readSetting(env, name)] as const);
  if (settings.every(([, value]) => value === null)) return checkDataDir(env);
  const invalid = settings.filter(([, value]) => !value).map(([name]) => name);
  return invalid.length > 0 ? unreadable(...invalid) : checkBucket(env, signal);
}

const S3_SETTINGS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

async function checkDataDir(env: NodeJS.ProcessEnv): Promise<Finding> {
  const dataDir = resolve(readSetting(env, 'DATA_DIR')!);
  await assertUsableDataDir(dataDir);
  const exists = existsSync(dataDir);
  if (exists) await checkObjectStore(await openObjectStore({ s3: null, dataDir }));
  const finding = exists ? `Files can be written to ${dataDir}.` : `${dataDir} can be created by the first start.`;
  return readSetting(env, 'DATABASE_URL') ? warning(finding, SHARED_FOLDER) : ok(finding);
}

/** Several processes may share the database, and none of them can tell whether the others see the same folder. */
const SHARED_FOLDER = 'With more than one process of the service, set S3_*, or give all of them the same folder as DATA_DIR.';

async function checkBucket(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Finding> {
  await checkObjectStore(await openObjectStore({ s3: bucketOf(env), dataDir: '' }), signal);
  return ok('Files can be written to the bucket.');
}

const bucketOf = (env: NodeJS.ProcessEnv): S3Config => ({
  endpoint: readSetting(env, 'S3_ENDPOINT')!,
  bucket: readSetting(env, 'S3_BUCKET')!,
  region: readSetting(env, 'S3_REGION')!,
  accessKeyId: readSetting(env, 'S3_ACCESS_KEY_ID')!,
  secretAccessKey: readSetting(env, 'S3_SECRET_ACCESS_KEY')!,
});

/** Opens the store of uploads; null if its settings are invalid or its folder does not exist yet. */
export async function openStoreOf(env: NodeJS.ProcessEnv): Promise<ObjectStore | null> {
  const values = S3_SETTINGS.map((name) => readSetting(env, name));
  if (values.every(Boolean)) return openObjectStore({ s3: bucketOf(env), dataDir: '' });
  const dataDir = resolve(readSetting(env, 'DATA_DIR')!);
  return values.every((value) => value === null) && existsSync(dataDir) ? openObjectStore({ s3: null, dataDir }) : null;
}
