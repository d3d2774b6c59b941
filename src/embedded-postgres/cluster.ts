import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chown,
  mkdtemp,
  open,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account';
import { accountForNewCluster, accountOfCluster, canEnter, run } from './account';
import { postgresBinaries, unless } from './binaries';
import { ensureDataDir } from './data-dir';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import { sharedFolder } from './shared-folder';

/** The files of one embedded database. */
export interface Cluster {
  /** Holds `data`, `password` and `start.log`. */
  home: string;
  /** What PostgreSQL calls its data directory. */
  dataFolder: string;
  /** Of the roles `postgres` and `forms`. */
  password: string;
  /** The only account that may start it. */
  account: Account;
  /** The program, as that account can reach it. */
  postgres: string;
}

export type Notice = (line: string) => void;

/**
 * Opens the cluster at `DATA_DIR/postgres`, which is made on the first call. It is made under another name and appears whole:
 * neither a crash nor a second process that starts at the same time can leave half of one.
 */
export async function openCluster(dataDir: string, onNotice: Notice): Promise<Cluster> {
  await ensureDataDir(dataDir);
  const place = join(dataDir, 'postgres');
  if (!isCluster(place)) await makeCluster(dataDir, place, onNotice);
  const home = await realpath(place);
  const dataFolder = join(home, 'data');
  const account = await accountOfCluster(dataFolder);
  const { postgres } = await postgresBinaries(account);
  return { home, dataFolder, account, postgres, password: await readFile(join(home, 'password'), 'utf8') };
}

const isCluster = (place: string) => existsSync(join(place, 'data', 'PG_VERSION'));

async function makeCluster(dataDir: string, place: string, onNotice: Notice): Promise<void> {
  const account = await accountForNewCluster();
  const { initdb } = await postgresBinaries(account);
  onNotice(`Creating the embedded database in ${place}.`);
  await removeAbandonedDrafts(dataDir);
  if (await canEnter(account, dataDir)) {
    const draft = await initialised(join(dataDir, DRAFT), account, [initdb, ...PASSWORDS]);
    await rename(draft, place).catch(unless('ENOTEMPTY', 'EEXIST', 'ENOTDIR'));
    await rm(draft, { recursive: true, force: true });
  } else {
    const elsewhere = await initialised(join(await sharedFolder(), 'data-'), account, [initdb, ...PASSWORDS]);
    onNotice(`The account of PostgreSQL cannot reach ${dataDir}, so the database is kept in ${elsewhere}.`);
    await symlink(elsewhere, place).catch(async (error: NodeJS.ErrnoException) => {
      await rm(elsewhere, { recursive: true });
      unless('EEXIST')(error);
    });
  }
  await flush(dataDir);
  if (isCluster(place)) return;
  throw new EmbeddedPostgresError(`${place} is there but holds no database. Move it away, or restore it.`);
}

const DRAFT = 'postgres.new-';

const PASSWORDS = ['--auth=scram-sha-256'];

/** Makes a folder whose name begins with `prefix`, and in it a fresh cluster by `initdb`, with a random password. */
export async function initialised(
  prefix: string,
  account: Account,
  [initdb, ...options]: [string, ...string[]],
): Promise<string> {
  const home = await mkdtemp(prefix);
  const passwordFile = join(home, 'password');
  await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
  if (account) await Promise.all([home, passwordFile].map((path) => chown(path, account.uid, account.gid)));
  const where = ['-D', join(home, 'data'), '-U', 'postgres', `--pwfile=${passwordFile}`];
  await run(account, initdb, [...where, ...LOCALE, ...options]);
  return home;
}

/** Unicode rules that PostgreSQL brings along, so that nothing depends on the locales of the machine. */
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Drafts of starts that were killed. Younger ones may be those of a start that goes on right now. */
async function removeAbandonedDrafts(dataDir: string): Promise<void> {
  for (const name of (await readdir(dataDir)).filter((entry) => entry.startsWith(DRAFT))) {
    const draft = join(dataDir, name);
    const isOld = await stat(draft).then(
      ({ mtimeMs }) => Date.now() - mtimeMs > ABANDONED_AFTER_MS,
      () => false,
    );
    if (isOld) await rm(draft, { recursive: true, force: true });
  }
}

const ABANDONED_AFTER_MS = 600_000;

/** Makes a rename durable: without it a power cut could undo it, and with it everything that was stored since. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
