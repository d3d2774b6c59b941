import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, open, readFile, readdir, realpath, rename, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoring, postgresBinaries } from './binaries';
import { ensureDataDir } from './data-dir';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import { canEnter, execute, type OsUser, ownerOfCluster, userForNewCluster } from './os-user';
import { sharedFolder } from './shared-folder';

export interface Cluster {
  /** Contains `data`, `password` and `start.log`. */
  home: string;
  dataFolder: string;
  /** Password of the superuser `postgres` and of the role that owns the database. */
  password: string;
  /** The only user that may start the server. */
  user: OsUser;
  /** Path of the server program, reachable for that user. */
  postgres: string;
}

export type NoticeHandler = (line: string) => void;

/** Opens the cluster of a data folder. The first call creates it under a temporary name, so that a crash leaves no partial cluster. */
export async function openCluster(dataDir: string, onNotice: NoticeHandler): Promise<Cluster> {
  const place = join(dataDir, 'postgres');
  if (isCluster(place)) await ensureDataDir(dataDir);
  else await unlessInterrupted(dataDir, (signal) => createCluster(dataDir, place, onNotice, signal));
  const home = await realpath(place);
  const dataFolder = join(home, 'data');
  const user = await ownerOfCluster(dataFolder);
  const { postgres } = await postgresBinaries(user);
  return { home, dataFolder, user, postgres, password: await readFile(join(home, 'password'), 'utf8') };
}

export const hasCluster = (dataDir: string): boolean => isCluster(join(dataDir, 'postgres'));

const isCluster = (place: string) => existsSync(join(place, 'data', 'PG_VERSION'));

/** Aborts the work at a signal that would otherwise end the process, and so leave a partial cluster behind. */
async function unlessInterrupted(dataDir: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const isNew = !existsSync(dataDir);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  for (const signal of SIGNALS) process.on(signal, interrupt);
  try {
    await work(interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    if (isNew) await rmdir(dataDir).catch(() => undefined); // `rmdir` keeps a folder with content
    throw new EmbeddedPostgresError('interrupted', `Stopped. No database has been created in ${dataDir}.`, { cause: error });
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function createCluster(dataDir: string, place: string, onNotice: NoticeHandler, signal: AbortSignal): Promise<void> {
  await ensureDataDir(dataDir);
  const user = await userForNewCluster();
  const { initdb } = await postgresBinaries(user);
  onNotice(`Creating the embedded database in ${place}.`);
  await removeAbandonedStaging(dataDir);
  if (await canEnter(user, dataDir)) {
    const staging = await initializeCluster(join(dataDir, STAGING_PREFIX), user, [initdb, ...PASSWORDS], signal);
    await rename(staging, place).catch(ignoring('ENOTEMPTY', 'EEXIST', 'ENOTDIR'));
    await rm(staging, { recursive: true, force: true });
  } else {
    const elsewhere = await initializeCluster(join(await sharedFolder(), 'data-'), user, [initdb, ...PASSWORDS], signal);
    onNotice(`The user that PostgreSQL runs as cannot enter ${dataDir}, so the database is kept in ${elsewhere}.`);
    await symlink(elsewhere, place).catch(async (error: NodeJS.ErrnoException) => {
      await rm(elsewhere, { recursive: true });
      ignoring('EEXIST')(error);
    });
  }
  await syncFolder(dataDir);
  if (isCluster(place)) return;
  throw new EmbeddedPostgresError(
    'folder_occupied',
    `${place} exists but contains no database. Move it away, or restore it from a backup.`,
  );
}

const STAGING_PREFIX = 'postgres.new-';

const PASSWORDS = ['--auth=scram-sha-256'];

/** Creates a cluster with a random password in a new folder whose name begins with `prefix`. Removes the folder when `initdb` fails. */
export async function initializeCluster(
  prefix: string,
  user: OsUser,
  [initdb, ...options]: [string, ...string[]],
  signal?: AbortSignal,
): Promise<string> {
  const home = await mkdtemp(prefix);
  try {
    const passwordFile = join(home, 'password');
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
    if (user) await Promise.all([home, passwordFile].map((path) => chown(path, user.uid, user.gid)));
    const target = ['-D', join(home, 'data'), '-U', 'postgres', `--pwfile=${passwordFile}`];
    await execute(user, initdb, [...target, ...LOCALE, ...options], signal);
    return home;
  } catch (error) {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

/** The built-in locale provider of PostgreSQL, so that sorting and case do not depend on the locales of the machine. */
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Removes the staging folders of killed starts. A recent one may belong to a start that is in progress. */
async function removeAbandonedStaging(dataDir: string): Promise<void> {
  for (const name of (await readdir(dataDir)).filter((entry) => entry.startsWith(STAGING_PREFIX))) {
    const staging = join(dataDir, name);
    const isOld = await stat(staging).then(
      ({ mtimeMs }) => Date.now() - mtimeMs > ABANDONED_AFTER_MS,
      () => false,
    );
    if (isOld) await rm(staging, { recursive: true, force: true });
  }
}

const ABANDONED_AFTER_MS = 600_000;

/** Makes a rename durable. Otherwise a power failure could undo the rename, and everything stored since would be lost. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
