import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config';
import { ConfigError } from './config';
import { ensureDataDir } from '../../embedded-postgres/data-dir';
import { SETTINGS } from './settings';

/**
 * The secret that every key is derived from: `APP_SECRET`, else the one in `DATA_DIR/app-secret`, which is made on the first
 * call. Processes that start at the same time get the same one.
 */
export async function appSecretOf({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): Promise<string> {
  if (appSecret !== null) return appSecret;
  await ensureDataDir(dataDir);
  const file = join(dataDir, 'app-secret');
  const secret = SETTINGS.APP_SECRET.read((await contentOf(file)) ?? (await madeSecret(file)));
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

/** A link appears whole or not at all and never replaces a file, so neither a crash nor a second process can spoil the secret. */
async function madeSecret(file: string): Promise<string> {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return (await readFile(file, 'utf8')).trim();
}

const damaged = (file: string) =>
  new ConfigError([
    { setting: 'APP_SECRET', message: `Restore ${file} from a backup, or set this variable: the file is damaged.` },
  ]);
