import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../src/embedded-postgres/postmaster';
import { atEnd } from './at-end';

/** A Redis server without persistence. It ends with this process at the latest. */
export interface RedisServer {
  url: string;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGSTOP: connections stay open, and nothing is answered. */
  freeze(): void;
  /** SIGCONT. */
  thaw(): void;
  /** Restarts a killed server at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Sends a command on a new connection and resolves with the reply. */
  ask(command: string, ...words: string[]): Promise<unknown>;
  /** The same as another user, who needs no password. */
  askAs(user: string, command: string, ...words: string[]): Promise<unknown>;
}

/** True when `redis-server` is installed. */
export const hasRedisServer = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'redis-server')));

/** `settings` are arguments of the program, such as `--cluster-enabled yes`. */
export async function startRedisServer(...settings: string[]): Promise<RedisServer> {
  const home = await mkdtemp(join(tmpdir(), 'redis-'));
  const file = join(home, 'redis.conf'); // empty; Sentinels write to theirs
  await writeFile(file, '');
  const port = String(await freePort());
  const url = `redis://127.0.0.1:${port}`;
  const start = () => {
    const guard = spawnGuarded([file, '--bind', '127.0.0.1', '--port', port, '--dir', home, ...NO_PERSISTENCE, ...settings]);
    return { guard, isReady: ask(url, 'ping') };
  };
  let running = start();
  const kill = () => killGuard(running.guard);
  const stop = atEnd(async () => {
    await kill();
    await rm(home, { recursive: true, force: true });
  });
  await running.isReady;
  return {
    url,
    kill,
    freeze: () => void process.kill(-running.guard.pid!, 'SIGSTOP'),
    thaw: () => void process.kill(-running.guard.pid!, 'SIGCONT'),
    start: async () => {
      running = start();
      await running.isReady;
    },
    stop,
    ask: (...words) => ask(url, ...words),
    askAs: (user, ...words) => ask(url.replace('//', `//${user}:any@`), ...words),
  };
}

const NO_PERSISTENCE = ['--save', '', '--appendonly', 'no'];

/** Runs the server under a shell that kills it at the end of its input, at the latest when this process ends. */
function spawnGuarded(settings: string[]): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', ...settings], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  return guard;
}

const GUARD = 'redis-server "$@" & read -r _; kill -9 $!; wait 2> /dev/null';

async function killGuard(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null) return;
  const ended = once(guard, 'exit');
  process.kill(-guard.pid!, 'SIGCONT'); // it may be frozen
  guard.ref();
  guard.stdin?.end();
  await ended;
}

/** Retries the connection while the server starts. */
async function ask(url: string, command: string, ...words: string[]): Promise<unknown> {
  const client = new Redis(url, {
    retryStrategy: (attempt) => (attempt > 200 ? null : 50),
    maxRetriesPerRequest: null,
  });
  client.on('error', () => undefined);
  return client.call(command, ...words).finally(() => client.disconnect());
}
