import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from './config';
import { ensureDataDir } from '../database/embedded-database';
import { SETTINGS } from './settings';

/** `APP_SECRET`, or the content of `DATA_DIR/app-secret`. The first call creates the file; simultaneous processes get the same secret. */
export async function appSecretOf({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): Promise<string> {
  if (appSecret !== null) return appSecret;
  await ensureDataDir(dataDir);
  const file = fileIn(dataDir);
  return valid((await contentOf(file)) ?? (await createSecret(file)), file);
}

/** Like `appSecretOf`, but does not create the file: null before the first start with the embedded database. */
export async function existingAppSecretOf({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): Promise<string | null> {
  if (appSecret !== null) return appSecret;
  const content = await contentOf(fileIn(dataDir));
  return content === undefined ? null : valid(content, fileIn(dataDir));
}

const fileIn = (dataDir: string): string => join(dataDir, 'app-secret');

function valid(content: string, file: string): string {
  const secret = SETTINGS.APP_SECRET.read(content);
  if (secret === undefined) throw damaged(file);
  return secret;
}

async function contentOf(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates the file by a hard link, which is atomic and never replaces a file: no crash or other process can damage the secret. */
async function createSecret(file: string): Promise<string> {
  const staging = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(staging, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(staging, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(staging);
  }
  return (await readFile(file, 'utf8')).trim();
}

const damaged = (file: string) =>
  new ConfigError([{ setting: 'APP_SECRET', message: `The file ${file} is damaged. Restore it from a backup, or set this variable.` }]);
