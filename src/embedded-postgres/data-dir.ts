import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error';

/**
 * Makes `DATA_DIR` if it is missing, with access for our own account only. As root it must let others pass through (but not list it), because
 * PostgreSQL refuses to run as root and reaches its data under another account; the files in it are closed one by one.
 */
export async function ensureDataDir(dataDir: string): Promise<void> {
  await makeWritable(dataDir);
  const { uid, mode } = await stat(dataDir);
  const isRoots = process.getuid?.() === 0 && uid === 0;
  if (isRoots && (mode & 0o001) === 0) await chmod(dataDir, (mode & 0o777) | 0o011);
}

async function makeWritable(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(`${dataDir}/.`, constants.W_OK); // which a file does not have
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new EmbeddedPostgresError(
      `DATA_DIR cannot be used (${code}). Set it to a folder that this user may write to.`,
      {
        cause,
      },
    );
  }
}

/** Folder by folder: Node's own recursion comes to no end where a file system takes no new ones and says ENOENT, as /proc does. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error; // of another process
  });
}
