import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embedded-postgres-error';

/** The operating system user that PostgreSQL runs as; null is the user of this process. PostgreSQL refuses to run as root. */
export type OsUser = { uid: number; gid: number } | null;

/** The user for a new cluster: the user of this process, or for root the user `postgres`, else `nobody`. */
export async function userForNewCluster(): Promise<OsUser> {
  if (!isRoot()) return null;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = ['postgres', 'nobody'].map((name) => users.find((row) => row[0] === name)).find(Boolean) ?? [];
  if (uid === undefined || gid === undefined) {
    throw new EmbeddedPostgresError(
      'unsupported',
      'PostgreSQL cannot run as root, and this machine has neither a user "postgres" nor a user "nobody".',
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}

/** The user that owns the folder of a cluster. PostgreSQL lets no other user start it. */
export async function ownerOfCluster(folder: string): Promise<OsUser> {
  const { uid, gid } = await stat(folder);
  if (uid === process.getuid?.()) return null;
  if (isRoot()) return { uid, gid };
  throw new EmbeddedPostgresError('folder_of_another_user', `${folder} belongs to another user (uid ${uid}).`);
}

const isRoot = () => process.getuid?.() === 0;

/** Options that start a program as a user, without the environment of this process and in a folder that every user can enter. */
export const spawnOptions = (user: OsUser) => ({ env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' }, cwd: '/', ...(user ?? {}) });

/** Runs a program and returns its output. Rejects with its error output when it fails. `signal` ends the program early. */
export async function execute(user: OsUser, program: string, parameters: string[], signal?: AbortSignal): Promise<string> {
  const running = promisify(execFile)(program, parameters, { ...spawnOptions(user), signal });
  try {
    return (await running).stdout;
  } catch (error) {
    const { pid, exitCode, signalCode } = running.child;
    if (pid !== undefined && exitCode === null && signalCode === null) await once(running.child, 'exit');
    throw error;
  }
}

/** True when a user can enter a folder. The system decides, because mode bits leave out ACLs and mount options. */
export async function canEnter(user: OsUser, folder: string): Promise<boolean> {
  return execute(user, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder]).then(
    () => true,
    () => false,
  );
}
