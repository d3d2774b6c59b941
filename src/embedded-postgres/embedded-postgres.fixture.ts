import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { execute } from './os-user';

/** For tests only: another process that starts a database and runs until it is killed or told to stop. */
export interface OtherProcess {
  url: string;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export const startEmbeddedElsewhere = (dataDir: string, user: { uid?: number; gid?: number } = {}): Promise<OtherProcess> =>
  startElsewhere(join(__dirname, 'embedded-postgres'), 'startEmbeddedPostgres', { dataDir, name: 'app' }, user);

/** Calls an exported function, such as `startEmbeddedPostgres`, in another process. */
export async function startElsewhere(
  file: string,
  name: string,
  options: object,
  user: { uid?: number; gid?: number } = {},
): Promise<OtherProcess> {
  const parameters = ['--require', LOADER, '-e', PROGRAM, file, name, JSON.stringify(options)];
  const child = spawn(process.execPath, parameters, {
    ...user,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  running.add(child);
  const exit = once(child, 'exit').then(() => running.delete(child));
  const [url] = (await once(child, 'message')) as [string];
  const end = async (how: () => boolean) => {
    how();
    await exit;
  };
  return { url, stop: () => end(() => child.send('stop')), kill: () => end(() => child.kill('SIGKILL')) };
}

const running = new Set<ChildProcess>();

export const killAllElsewhere = () => running.forEach((child) => child.kill('SIGKILL'));

const LOADER = require.resolve('@swc-node/register');

const PROGRAM = `
  const [, file, name, options] = process.argv;
  require(file)[name]({ ...JSON.parse(options), onNotice: () => undefined }).then((postgres) => {
    process.once('message', () => postgres.stop().then(() => process.exit(0)));
    process.send(postgres.url);
  });
`;

export async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The process ids of the servers whose data is below a folder. */
export async function serversBelow(folder: string): Promise<number[]> {
  const processes = existsSync('/proc/self') ? await processesOfProc() : await processesOfPs();
  return processes.filter((line) => line.includes(`postgres -D ${folder}/`)).map((line) => parseInt(line, 10));
}

async function processesOfProc(): Promise<string[]> {
  const lineOf = async (pid: string) => `${pid} ${await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')}`;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return (await Promise.all(pids.map(lineOf))).map((line) => line.replaceAll('\0', ' '));
}

const processesOfPs = async () => (await execute(null, '/bin/ps', ['-Aww', '-o', 'pid=,command='])).split('\n');

export async function killServersBelow(folder: string): Promise<void> {
  for (const pid of await serversBelow(folder)) process.kill(pid, 'SIGKILL');
}
