import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { readSetting } from '../../platform/config/config';
import { ensureDataDir } from '../../platform/database/embedded-database';
import { ok, unreadable } from './finding.rules';
import type { Finding } from './finding.rules';

/** Checks that files can be stored in `DATA_DIR`, or that the S3 endpoint is reachable where an `S3_*` setting is set. */
export async function checkStorage(env: NodeJS.ProcessEnv): Promise<Finding> {
  const settings = S3_SETTINGS.map((name) => [name, readSetting(env, name)] as const);
  if (settings.every(([, value]) => value === null)) return checkDataDir(resolve(readSetting(env, 'DATA_DIR')!));
  const invalid = settings.filter(([, value]) => !value).map(([name]) => name);
  return invalid.length > 0 ? unreadable(...invalid) : checkEndpoint(new URL(readSetting(env, 'S3_ENDPOINT')!));
}

const S3_SETTINGS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

async function checkDataDir(dataDir: string): Promise<Finding> {
  await ensureDataDir(dataDir);
  const probe = join(dataDir, `doctor-${randomUUID()}`);
  await writeFile(probe, 'x', { mode: 0o600, flag: 'wx' });
  await rm(probe);
  return ok(`Files can be written to ${dataDir}.`);
}

async function checkEndpoint({ hostname, port, protocol }: URL): Promise<Finding> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(5000) });
    return ok('The S3 endpoint accepts connections. Access to the bucket is not checked.');
  } finally {
    socket.destroy();
  }
}
