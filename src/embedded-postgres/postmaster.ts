import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import { execute, spawnOptions } from './os-user';

/** The running server of a cluster, as its `postmaster.pid` file describes it. */
export interface Postmaster {
  pid: number;
  port: number;
  /** True while the server accepts connections. It accepts none during recovery and during shutdown. */
  isReady: boolean;
}

/** The running server of a cluster, even if another process has started it; null when none runs. */
export async function postmasterOf(dataFolder: string): Promise<Postmaster | null> {
  const lines = (await readFile(pidFile(dataFolder), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !(await isPostgres(pid, dataFolder))) return null;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

const pidFile = (dataFolder: string) => join(dataFolder, 'postmaster.pid');

/** Like `postmasterOf`, but waits until a server that is starting, recovering or stopping has finished. */
export async function settledPostmasterOf(dataFolder: string): Promise<Postmaster | null> {
  for (const deadlineMs = performance.now() + READY_WITHIN_MS; ; await pause(POLL_MS)) {
    const running = await postmasterOf(dataFolder);
    if (running === null || running.isReady || performance.now() > deadlineMs) return running;
  }
}

/** Compares the command line, since the system reuses process ids, above all in containers. A dead process has an empty command line. */
async function isPostgres(pid: number, dataFolder: string): Promise<boolean> {
  const commandLine = await (
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : execute(null, '/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  ).catch(() => '');
  return `${commandLine} `.replaceAll('\0', ' ').includes(`postgres -D ${dataFolder} `);
}

/**
 * Starts the server of a cluster and waits until it accepts connections. Rejects with the end of its log when it exits early. The server
 * has a process group of its own: Ctrl-C in a terminal reaches this process only, which stops the server after its last query.
 */
export async function launch(cluster: Cluster, port: number, settings: string[]): Promise<void> {
  await clearForeignPid(cluster.dataFolder);
  const log = await open(join(cluster.home, 'start.log'), 'w', 0o600);
  const parameters = ['-D', cluster.dataFolder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(cluster.postgres, parameters, { ...spawnOptions(cluster.user), detached: true, stdio: ['ignore', log.fd, log.fd] });
  child.unref();
  const ended = once(child, 'exit').then(
    () => true,
    () => true,
  );
  await log.close();
  for (const deadlineMs = performance.now() + READY_WITHIN_MS; performance.now() < deadlineMs;) {
    if (await Promise.race([ended, pause(POLL_MS, false)])) throw await startFailure(cluster);
    const running = await postmasterOf(cluster.dataFolder);
    if (running?.pid === child.pid && running?.isReady) return;
  }
  throw await startFailure(cluster);
}

/** Time for the crash recovery of a large database. */
const READY_WITHIN_MS = 300_000;
const POLL_MS = 20;

/**
 * Removes a pid file that would keep PostgreSQL from starting. PostgreSQL itself replaces the file of a dead server, but not when the
 * process id now belongs to another process of the same user, or when a crash has left the file empty.
 */
async function clearForeignPid(dataFolder: string): Promise<void> {
  const file = pidFile(dataFolder);
  const found = await stat(file).catch(() => null);
  if (found === null || (await postmasterOf(dataFolder))) return;
  const isBeingWritten = found.size === 0 && Math.abs(Date.now() - found.mtimeMs) < 5000;
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0]);
  if (!isBeingWritten && (found.size === 0 || isAlive(pid))) await rm(file, { force: true });
}

const isAlive = (pid: number) => send(pid, 0);

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function startFailure({ home, dataFolder }: Cluster): Promise<EmbeddedPostgresError> {
  const log = await readFile(join(home, 'start.log'), 'utf8').catch(() => '');
  return new EmbeddedPostgresError(
    'start_failed',
    `The embedded PostgreSQL did not start. Its logs are in ${home} and ${join(dataFolder, 'log')}.\n${log.slice(-2000)}`,
  );
}

/** Stops the server by a fast shutdown, and after 30 s by an immediate one, which needs crash recovery. Resolves when it has ended. */
export async function stopPostmaster(dataFolder: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const running = await postmasterOf(dataFolder);
    if (running === null) return;
    send(running.pid, signal);
    for (const deadlineMs = performance.now() + STOP_WITHIN_MS; performance.now() < deadlineMs; await pause(POLL_MS)) {
      if (!(await isPostgres(running.pid, dataFolder))) return;
    }
  }
}

const STOP_WITHIN_MS = 30_000;

/**
 * A port of the loopback address that can be bound now. It is below the range from which systems take the ports of
 * outgoing connections (32768 on Linux), so that no connection takes it before its server listens.
 */
export async function freePort(): Promise<number> {
  const [lowest, end] = PORTS_OF_SERVERS;
  for (;;) {
    const port = randomInt(lowest, end);
    const server = createServer();
    const answer = once(server, 'listening').catch((error: unknown) => error as NodeJS.ErrnoException);
    server.listen(port, '127.0.0.1');
    const failure = await answer;
    if (failure instanceof Error) {
      if (failure.code === 'EADDRINUSE') continue;
      throw failure;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

const PORTS_OF_SERVERS = [20_000, 32_768] as const;
