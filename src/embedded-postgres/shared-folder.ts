import { constants } from 'node:fs';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, USE_ANOTHER } from './embedded-postgres-error';

/**
 * A folder that outlives reboots and that every account can reach: for root, whose checkout or `DATA_DIR` may be closed to the
 * account that PostgreSQL runs under. A folder that anyone else could have written to is not taken, since programs run from it.
 */
export async function sharedFolder(parents = ['/var/lib', '/var/tmp']): Promise<string> {
  for (const parent of parents) {
    const folder = join(parent, 'form-collection-service');
    if (await isOurs(folder)) return folder;
  }
  throw new EmbeddedPostgresError(
    `There is no folder that PostgreSQL could use, not even in ${parents.join(' or ')}. ${USE_ANOTHER}`,
  );
}

const { S_IFMT, S_IFDIR } = constants;

async function isOurs(folder: string): Promise<boolean> {
  try {
    const isNew = (await mkdir(folder, { recursive: true, mode: 0o755 })) !== undefined;
    if (isNew) await chmod(folder, 0o755);
    const { uid, mode } = await lstat(folder);
    return uid === process.getuid?.() && (mode & (S_IFMT | 0o022)) === S_IFDIR;
  } catch {
    return false;
  }
}
