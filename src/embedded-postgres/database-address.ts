import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

/** The URL of the running database of a data folder, else null: a killed process leaves its URL behind. */
export async function runningDatabaseUrl(dataDir: string): Promise<string | null> {
  const url = await writtenAddress(dataDir);
  return url !== null && (await isAnswering(url)) ? url : null;
}

/** The last URL that was written, whether or not a server answers there. */
export async function writtenAddress(dataDir: string): Promise<string | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '');
  return text.trim() || null;
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 2000, ssl: false });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Writes the URL, which contains a password, for the current user only. The rename keeps readers from reading half of the file. */
export async function writeAddress(dataDir: string, url: string): Promise<void> {
  const staging = `${fileOf(dataDir)}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(staging, `${url}\n`, { mode: 0o600, flag: 'wx' });
  await rename(staging, fileOf(dataDir));
}

export const removeAddress = (dataDir: string) => rm(fileOf(dataDir), { force: true });

const fileOf = (dataDir: string) => join(dataDir, 'database.url');
