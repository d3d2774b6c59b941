import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Account } from './account';
import { accountForNewCluster, canEnter, spawnOptions } from './account';
import { postgresBinaries } from './binaries';
import { initialised } from './cluster';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import { sharedFolder } from './shared-folder';
import { freePort, postmasterOf } from './postmaster';

/** A PostgreSQL for tests, fast because it forgets everything when the machine stops. */
export interface ThrowawayPostgres {
  /** Of the database `forms`, as its owner, who may make more databases. The user `postgres` is its superuser; none needs a password. */
  url: string;
  /** Stops the server and deletes its files. That also happens when this process ends without calling it, in whatever way. */
  stop(): Promise<void>;
}

export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const account = await accountForNewCluster();
  const { initdb, postgres } = await postgresBinaries(account);
  const place = (await canEnter(account, tmpdir())) ? tmpdir() : await sharedFolder();
  const home = await initialised(join(place, 'throwaway-postgres-'), account, [initdb, '--auth=trust', '--no-sync']);
  const port = await freePort();
  const stop = await guarded(home, account, [postgres, '-D', join(home, 'data'), '-p', String(port), ...SETTINGS]);
  try {
    await ready(home);
    await makeFormsDatabase(port);
    return { url: `postgres://forms@127.0.0.1:${port}/forms`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=128MB',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'timezone=UTC',
].flatMap((setting) => ['-c', setting]);

/**
 * Runs the server under a shell that waits for the end of its input, which comes with our end at the latest. The shell is no part
 * of our process group, so that Ctrl-C does not take the server away from tests that are still ending.
 */
async function guarded(home: string, account: Account, command: string[]): Promise<() => Promise<void>> {
  const log = await open(join(home, 'start.log'), 'w');
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', home, ...command], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['pipe', log.fd, log.fd],
  });
  await log.close();
  const ended = once(guard, 'exit');
  guard.unref();
  (guard.stdin as Socket).unref();
  return async () => {
    guard.stdin?.end();
    guard.ref();
    await ended;
    await rm(home, { recursive: true, force: true });
  };
}

const GUARD = 'home=$1; shift; "$@" & read -r _; kill -INT $!; wait; rm -rf "$home"';

async function ready(home: string): Promise<void> {
  for (const giveUpAt = Date.now() + READY_WITHIN_MS; Date.now() < giveUpAt; await pause(20)) {
    if ((await postmasterOf(join(home, 'data')))?.isReady) return;
    if (/FATAL|PANIC/.test(await readFile(join(home, 'start.log'), 'utf8'))) break;
  }
  const log = await readFile(join(home, 'start.log'), 'utf8');
  throw new EmbeddedPostgresError(`The PostgreSQL for tests did not start.\n${log.slice(-2000)}`);
}

const READY_WITHIN_MS = 20_000;

async function makeFormsDatabase(port: number): Promise<void> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', ssl: false });
  await client.connect();
  await client.query('create role forms login createdb');
  await client.query('create database forms owner forms');
  await client.end();
}
