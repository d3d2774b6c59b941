import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run, spawnOptions } from './account';
import type { Cluster } from './cluster';
import { EmbeddedPostgresError } from './embedded-postgres-error';

/** A running server, as its file `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Whether it takes connections: not yet while it recovers, no more while it stops. */
  isReady: boolean;
}

/** The server that runs on a cluster, whoever started it; null when there is none. */
export async function postmasterOf(dataFolder: string): Promise<Postmaster | null> {
  const lines = (await readFile(pidFile(dataFolder), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !(await isPostgres(pid, dataFolder))) return null;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

const pidFile = (dataFolder: string) => join(dataFolder, 'postmaster.pid');

/** As `postmasterOf`, but a server that starts, recovers or stops is given the time to come to an end with it. */
export async function settledPostmasterOf(dataFolder: string): Promise<Postmaster | null> {
  for (const giveUpAt = Date.now() + READY_WITHIN_MS; ; await pause(POLL_MS)) {
    const running = await postmasterOf(dataFolder);
    if (running === null || running.isReady || Date.now() > giveUpAt) return running;
  }
}

/** Numbers of processes are used again, above all in containers, so the command line decides. That of a dead process is empty. */
async function isPostgres(pid: number, dataFolder: string): Promise<boolean> {
  const commandLine = await (
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : run(null, '/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  ).catch(() => '');
  return `${commandLine} `.replaceAll('\0', ' ').includes(`postgres -D ${dataFolder} `);
}

/**
 * Starts the server of a cluster, and waits until it takes connections. Throws with the end of its log when it ends before.
 * It is no part of our process group, so that Ctrl-C in a terminal reaches us alone and we can stop it after our last query.
 */
export async function launch(cluster: Cluster, port: number, settings: string[]): Promise<void> {
  await clearForeignPid(cluster.dataFolder);
  const log = await open(join(cluster.home, 'start.log'), 'w', 0o600);
  const parameters = ['-D', cluster.dataFolder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(cluster.postgres, parameters, {
    ...spawnOptions(cluster.account),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  const ended = once(child, 'exit').then(
    () => true,
    () => true,
  );
  await log.close();
  for (const giveUpAt = Date.now() + READY_WITHIN_MS; Date.now() < giveUpAt;) {
    if (await Promise.race([ended, pause(POLL_MS, false)])) throw await didNotStart(cluster);
    const running = await postmasterOf(cluster.dataFolder);
    if (running?.pid === child.pid && running?.isReady) return;
  }
  throw await didNotStart(cluster);
}

/** Long enough for the recovery of a big database. */
const READY_WITHIN_MS = 300_000;
const POLL_MS = 20;

/**
 * PostgreSQL removes the pid file of a server that is dead, but waits for ever when the number has been given to another process
 * of the same account, or when a crash left the file empty.
 */
async function clearForeignPid(dataFolder: string): Promise<void> {
  const file = pidFile(dataFolder);
  const found = await stat(file).catch(() => null);
  if (found === null || (await postmasterOf(dataFolder))) return;
  const isBeingWritten = found.size === 0 && Date.now() - found.mtimeMs < 5000;
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0]);
  if (!isBeingWritten && (found.size === 0 || isAlive(pid))) await rm(file, { force: true });
}

const isAlive = (pid: number) => send(pid, 0);

/** Sends a signal, and answers whether there is such a process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function didNotStart({ home, dataFolder }: Cluster): Promise<EmbeddedPostgresError> {
  const log = await readFile(join(home, 'start.log'), 'utf8').catch(() => '');
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL did not start. Its logs are in ${home} and ${join(dataFolder, 'log')}.\n${log.slice(-2000)}`,
  );
}

/** Stops the server of a cluster and waits until it is gone: in order, and after half a minute the hard way, which it recovers from. */
export async function stopPostmaster(dataFolder: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const running = await postmasterOf(dataFolder);
    if (running === null) return;
    send(running.pid, signal);
    for (const giveUpAt = Date.now() + STOP_WITHIN_MS; Date.now() < giveUpAt; await pause(POLL_MS)) {
      if (!(await isPostgres(running.pid, dataFolder))) return;
    }
  }
}

const STOP_WITHIN_MS = 30_000;

/** A port of the loopback interface that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
