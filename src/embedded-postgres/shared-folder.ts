import { constants } from 'node:fs';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error';

/**
 * A folder that survives reboots and that every user can enter. Root needs such a folder when the user that PostgreSQL runs as cannot enter
 * the checkout or the data folder. Programs are run from this folder, so one that another user could have written to is rejected.
 */
export async function sharedFolder(parents = ['/var/lib', '/var/tmp']): Promise<string> {
  for (const parent of parents) {
    const folder = join(parent, 'embedded-postgres');
    if (await isOwnFolder(folder)) return folder;
  }
  throw new EmbeddedPostgresError(
    'unsupported',
    `PostgreSQL needs a folder that its user can enter, and none can be created in ${parents.join(' or ')}.`,
  );
}

const { S_IFMT, S_IFDIR } = constants;

async function isOwnFolder(folder: string): Promise<boolean> {
  try {
    const isNew = (await mkdir(folder, { recursive: true, mode: 0o755 })) !== undefined;
    if (isNew) await chmod(folder, 0o755);
    const { uid, mode } = await lstat(folder);
    return uid === process.getuid?.() && (mode & (S_IFMT | 0o022)) === S_IFDIR;
  } catch {
    return false;
  }
}
