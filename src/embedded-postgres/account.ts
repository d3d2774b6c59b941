import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError, USE_ANOTHER } from './embedded-postgres-error';

/** The account that PostgreSQL runs under; null is our own. As root it must be another one, since PostgreSQL refuses uid 0. */
export type Account = { uid: number; gid: number } | null;

/** The account for a new cluster: our own, or as root that of `postgres`, else of `nobody`. */
export async function accountForNewCluster(): Promise<Account> {
  if (!isRoot()) return null;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] =
    ['postgres', 'nobody'].map((name) => accounts.find((row) => row[0] === name)).find(Boolean) ?? [];
  if (uid === undefined || gid === undefined) {
    throw new EmbeddedPostgresError(
      `Root cannot run PostgreSQL, and there is no account "postgres" or "nobody". ${USE_ANOTHER}`,
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}

/** The account that owns a cluster's folder, which no other may start. */
export async function accountOfCluster(folder: string): Promise<Account> {
  const { uid, gid } = await stat(folder);
  if (uid === process.getuid?.()) return null;
  if (isRoot()) return { uid, gid };
  throw new EmbeddedPostgresError(
    `${folder} belongs to another account (uid ${uid}). Start the service as that account, or set DATA_DIR to another folder.`,
  );
}

const isRoot = () => process.getuid?.() === 0;

/** How to start a program under an account: nothing of our environment and no folder that it might not be allowed to see. */
export const spawnOptions = (account: Account) => ({
  env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
  cwd: '/',
  ...(account ?? {}),
});

/** Runs a program to its end and gives its output. Throws with its error output when it fails. */
export async function run(account: Account, program: string, parameters: string[]): Promise<string> {
  return (await promisify(execFile)(program, parameters, spawnOptions(account))).stdout;
}

/** Whether an account can reach a folder. The system is asked, because mode bits do not tell the whole truth. */
export async function canEnter(account: Account, folder: string): Promise<boolean> {
  return run(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder]).then(
    () => true,
    () => false,
  );
}
