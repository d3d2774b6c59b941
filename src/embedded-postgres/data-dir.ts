import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error';

/** Creates a data folder that other users cannot read. They may enter a folder of root, since PostgreSQL then runs as another user. */
export async function ensureDataDir(dataDir: string): Promise<void> {
  await ensureWritable(dataDir);
  const { uid, mode } = await stat(dataDir);
  const belongsToRoot = process.getuid?.() === 0 && uid === 0;
  if (belongsToRoot && (mode & 0o001) === 0) await chmod(dataDir, (mode & 0o777) | 0o011);
}

/** Throws when a data folder can be neither used nor created. Creates nothing. */
export async function assertUsable(dataDir: string): Promise<void> {
  let nearest = dataDir;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  await asDataDirError(dataDir, () => assertWritable(nearest));
}

const ensureWritable = (dataDir: string): Promise<void> =>
  asDataDirError(dataDir, async () => {
    await makeFolder(dataDir);
    await assertWritable(dataDir);
  });

const assertWritable = (folder: string): Promise<void> => access(`${folder}/.`, constants.W_OK); // `/.` makes the check fail for a file

async function asDataDirError(dataDir: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new EmbeddedPostgresError('folder_not_writable', `The data folder ${dataDir} cannot be used (${code}).`, { cause });
  }
}

/** The recursive `mkdir` of Node never returns on a file system that answers ENOENT for every new folder, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error; // another process may create it at the same time
  });
}
