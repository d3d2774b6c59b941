import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { run } from './account';

/** For tests only: another process that calls a function of this folder and lives on until it is killed or told to stop. */
export interface OtherProcess {
  /** Of the database that it started. */
  url: string;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export async function startEmbeddedElsewhere(
  dataDir: string,
  account: { uid?: number; gid?: number } = {},
): Promise<OtherProcess> {
  return startElsewhere(['embedded-postgres', 'startEmbeddedPostgres', dataDir], account);
}

export async function startThrowawayElsewhere(): Promise<OtherProcess> {
  return startElsewhere(['throwaway-postgres', 'startThrowawayPostgres'], {});
}

async function startElsewhere(call: string[], account: { uid?: number; gid?: number }): Promise<OtherProcess> {
  const child = spawn(process.execPath, ['-e', PROGRAM, __dirname, ...call], {
    ...account,
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

/** For the end of a test file: no process that it started goes on. */
export const killAllElsewhere = () => running.forEach((child) => child.kill('SIGKILL'));

const PROGRAM = `
  const { transformFileSync } = require('@swc/core');
  const options = { swcrc: false, module: { type: 'commonjs' }, jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } };
  require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, options).code, file);
  const [, folder, file, name, dataDir] = process.argv;
  require(folder + '/' + file)[name]({ dataDir, onNotice: () => undefined }).then((postgres) => {
    process.once('message', () => postgres.stop().then(() => process.exit(0)));
    process.send(postgres.url);
  });
`;

/** The rows of a query on a connection of its own. */
export async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Waits until something becomes true; errors on the way count as not yet. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const holds = async () => isTrue();
  for (const giveUpAt = Date.now() + 10_000; !(await holds().catch(() => false)); await pause(10)) {
    if (Date.now() > giveUpAt) throw new Error('It did not become true within ten seconds.');
  }
}

/** Numbers of the servers whose data is below a folder. */
export async function serversBelow(folder: string): Promise<number[]> {
  const processes = existsSync('/proc/self') ? await processesOfProc() : await processesOfPs();
  return processes.filter((line) => line.includes(`postgres -D ${folder}/`)).map((line) => parseInt(line, 10));
}

async function processesOfProc(): Promise<string[]> {
  const lineOf = async (pid: string) => `${pid} ${await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')}`;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return (await Promise.all(pids.map(lineOf))).map((line) => line.replaceAll('\0', ' '));
}

const processesOfPs = async () => (await run(null, '/bin/ps', ['-Aww', '-o', 'pid=,command='])).split('\n');

export async function killServersBelow(folder: string): Promise<void> {
  for (const pid of await serversBelow(folder)) process.kill(pid, 'SIGKILL');
}
