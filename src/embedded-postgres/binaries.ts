import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account';
import { run } from './account';
import { EmbeddedPostgresError, USE_ANOTHER } from './embedded-postgres-error';
import { sharedFolder } from './shared-folder';

/** Where the programs of PostgreSQL are. */
export interface Binaries {
  postgres: string;
  initdb: string;
}

/**
 * The programs from the optional package `embedded-postgres`, ready to run under an account. Only its files are used: its class
 * installs signal handlers of its own and cannot take over a server that survived us.
 */
export async function postgresBinaries(account: Account): Promise<Binaries> {
  const { folder, version } = await installedPackage();
  await restoreLinks(folder);
  const reason = await whyNotRunnable(folder, account);
  if (reason === null) return binariesIn(folder);
  if (account === null) throw notRunnable(reason);
  const copy = await copyForAll(folder, join(await sharedFolder(), `postgresql-${version}`));
  const reasonOfCopy = await whyNotRunnable(copy, account);
  if (reasonOfCopy !== null) throw notRunnable(reasonOfCopy);
  return binariesIn(copy);
}

const binariesIn = (folder: string): Binaries => ({
  postgres: join(folder, 'bin', 'postgres'),
  initdb: join(folder, 'bin', 'initdb'),
});

async function installedPackage(): Promise<{ folder: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    if (!SUPPORTED.includes(platform)) throw new Error(`No PostgreSQL is packed for ${platform}.`);
    const from = dirname(require.resolve('embedded-postgres'));
    const root = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`, { paths: [from] })));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is installed for ${platform}. ${USE_ANOTHER} Or install the optional dependencies: npm ci --include=optional.`,
      { cause },
    );
  }
}

const SUPPORTED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** Packages cannot hold links, so a script makes them after the installation; where scripts are turned off we do. */
export async function restoreLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(dirname(folder), target)).catch(unless('EEXIST'));
  }
}

async function whyNotRunnable(folder: string, account: Account): Promise<string | null> {
  return run(account, binariesIn(folder).postgres, ['--version']).then(
    () => null,
    (error: Error) => error.message.trim(),
  );
}

const notRunnable = (reason: string) =>
  new EmbeddedPostgresError(`The embedded PostgreSQL does not run on this machine: ${reason}\n${USE_ANOTHER}`);

/** Copies the programs to where every account can reach them, once for each version; a half-made copy is never seen. */
export async function copyForAll(folder: string, target: string): Promise<string> {
  if (existsSync(target)) return target;
  const draft = await mkdtemp(`${target}.new-`);
  // Without verbatimSymlinks the links would be rewritten to absolute ones into the folder that cannot be reached.
  await cp(folder, draft, { recursive: true, verbatimSymlinks: true });
  await run(null, '/bin/chmod', ['-R', 'a+rX', draft]);
  await rename(draft, target).catch(unless('ENOTEMPTY', 'EEXIST'));
  await rm(draft, { recursive: true, force: true });
  return target;
}

/** Swallows the errors that say that somebody else was first. */
export const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
