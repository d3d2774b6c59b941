import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import { execute, type OsUser } from './os-user';
import { sharedFolder } from './shared-folder';

export interface Binaries {
  postgres: string;
  initdb: string;
}

/**
 * The programs of the optional package `embedded-postgres`, ready to run as a user. Only the files of the package are used: its class
 * installs signal handlers and cannot adopt a server that outlived the process which started it.
 */
export async function postgresBinaries(user: OsUser): Promise<Binaries> {
  const { folder, version } = await installedPackage();
  await restoreLinks(folder);
  const failure = await runFailure(folder, user);
  if (failure === null) return binariesIn(folder);
  if (user === null) throw notRunnable(failure);
  const copy = await copyForAllUsers(folder, join(await sharedFolder(), `postgresql-${version}`));
  const failureOfCopy = await runFailure(copy, user);
  if (failureOfCopy !== null) throw notRunnable(failureOfCopy);
  return binariesIn(copy);
}

const binariesIn = (folder: string): Binaries => ({ postgres: join(folder, 'bin', 'postgres'), initdb: join(folder, 'bin', 'initdb') });

/** Throws an `EmbeddedPostgresError` when the package is not installed. */
export async function installedPackage(): Promise<{ folder: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    if (!SUPPORTED.includes(platform)) throw new Error(`There is no package for ${platform}.`);
    const from = dirname(require.resolve('embedded-postgres'));
    const root = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`, { paths: [from] })));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'unsupported',
      `No embedded PostgreSQL is installed for ${platform}. On ${SUPPORTED.join(', ')}, "npm ci --include=optional" installs it.`,
      { cause },
    );
  }
}

const SUPPORTED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** Creates the symbolic links that an npm package cannot contain, since the install script that does so may be disabled. */
export async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(dirname(folder), target)).catch(ignoring('EEXIST'));
  }
}

/** The error output of `postgres --version`; null when the program runs. */
async function runFailure(folder: string, user: OsUser): Promise<string | null> {
  return execute(user, binariesIn(folder).postgres, ['--version']).then(
    () => null,
    (error: Error) => error.message.trim(),
  );
}

const notRunnable = (failure: string) =>
  new EmbeddedPostgresError('unsupported', `The embedded PostgreSQL does not run on this machine: ${failure}`);

/** Copies the programs of one version to a folder that every user can reach. The final rename keeps others from seeing a partial copy. */
export async function copyForAllUsers(folder: string, target: string): Promise<string> {
  if (existsSync(target)) return target;
  const staging = await mkdtemp(`${target}.new-`);
  // Without verbatimSymlinks the links would become absolute links into the folder that the user cannot reach.
  await cp(folder, staging, { recursive: true, verbatimSymlinks: true });
  await execute(null, '/bin/chmod', ['-R', 'a+rX', staging]);
  await rename(staging, target).catch(ignoring('ENOTEMPTY', 'EEXIST'));
  await rm(staging, { recursive: true, force: true });
  return target;
}

/** An error handler that ignores these codes, which show that another process has won a race, and rethrows every other error. */
export const ignoring =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
