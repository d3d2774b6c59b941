import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../src/embedded-postgres/postmaster';

/** A Redis of a test, which forgets everything when it ends. It ends with this process at the latest. */
export interface RedisServer {
  url: string;
  /** As `kill -9` does. */
  kill(): Promise<void>;
  /** After a kill, at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The reply to a command on a connection of its own. */
  ask(command: string, ...words: string[]): Promise<unknown>;
}

/** Whether this machine has the program. */
export const hasRedisServer = (process.env['PATH'] ?? '')
  .split(delimiter)
  .some((folder) => existsSync(join(folder, 'redis-server')));

/** `settings` are arguments of the program, such as `--cluster-enabled yes`. */
export async function startRedisServer(...settings: string[]): Promise<RedisServer> {
  const home = await mkdtemp(join(tmpdir(), 'redis-'));
  const port = String(await freePort());
  const url = `redis://127.0.0.1:${port}`;
  const start = () => {
    const guard = guarded(['--bind', '127.0.0.1', '--port', port, '--dir', home, ...FORGETFUL, ...settings]);
    return { guard, isUp: ask(url, 'ping') };
  };
  let running = start();
  await running.isUp;
  const kill = () => killed(running.guard);
  return {
    url,
    kill,
    start: async () => {
      running = start();
      await running.isUp;
    },
    stop: async () => {
      await kill();
      await rm(home, { recursive: true, force: true });
    },
    ask: (...words) => ask(url, ...words),
  };
}

const FORGETFUL = ['--save', '', '--appendonly', 'no'];

/** Runs the server under a shell that kills it at the end of its input, which comes with our end at the latest. */
function guarded(settings: string[]): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', ...settings], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  return guard;
}

const GUARD = 'redis-server "$@" & read -r _; kill -9 $!; wait 2> /dev/null';

async function killed(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null) return;
  const ended = once(guard, 'exit');
  guard.ref();
  guard.stdin?.end();
  await ended;
}

/** Waits for a server that is about to start. */
async function ask(url: string, command: string, ...words: string[]): Promise<unknown> {
  const client = new Redis(url, {
    retryStrategy: (attempt) => (attempt > 200 ? null : 50),
    maxRetriesPerRequest: null,
  });
  client.on('error', () => undefined);
  return client.call(command, ...words).finally(() => client.disconnect());
}
