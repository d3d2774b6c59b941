import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm, statfs } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { postgresBinaries } from '../../src/embedded-postgres/binaries';
import { initializeCluster } from '../../src/embedded-postgres/cluster';
import { EmbeddedPostgresError } from '../../src/embedded-postgres/embedded-postgres-error';
import type { OsUser } from '../../src/embedded-postgres/os-user';
import { canEnter, spawnOptions, userForNewCluster } from '../../src/embedded-postgres/os-user';
import { freePort, postmasterOf } from '../../src/embedded-postgres/postmaster';
import { sharedFolder } from '../../src/embedded-postgres/shared-folder';

/** A PostgreSQL server for tests, which is fast because it writes nothing durably. */
export interface ThrowawayPostgres {
  /** The address of the database for its owner, who may create more databases. The superuser is `postgres`; no role needs a password. */
  url: string;
  /** Stops the server and deletes its files. Both also happen when this process ends without calling it, even by SIGKILL. */
  stop(): Promise<void>;
}

export interface ThrowawayPostgresOptions {
  /** Name of the database and of the role that owns it. */
  name: string;
}

export async function startThrowawayPostgres({ name }: ThrowawayPostgresOptions): Promise<ThrowawayPostgres> {
  const user = await userForNewCluster();
  const { initdb, postgres } = await postgresBinaries(user);
  const place = (await hasRoomInMemory()) ? MEMORY : (await canEnter(user, tmpdir())) ? tmpdir() : await sharedFolder();
  const home = await initializeCluster(join(place, 'throwaway-postgres-'), user, [initdb, '--auth=trust', '--no-sync']);
  const port = await freePort();
  const stop = await launchGuarded(home, user, [postgres, '-D', join(home, 'data'), '-p', String(port), ...SETTINGS]);
  try {
    await waitUntilReady(home);
    await createDatabase(port, name);
    return { url: `postgres://${encodeURIComponent(name)}@127.0.0.1:${port}/${encodeURIComponent(name)}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const MEMORY = '/dev/shm';
/** Thirty times what the databases of the tests take at a time. */
const ROOM_BYTES = 4 * 2 ** 30;

/** A database is made of its template in memory in a tenth of the time that it takes on ext4 soon after the files of another one were deleted. */
async function hasRoomInMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, freemem()) > ROOM_BYTES;
}

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=128MB',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=256MB',
  'timezone=UTC',
].flatMap((setting) => ['-c', setting]);

/**
 * Runs the server below a shell that stops it when its standard input ends, which happens at the latest when this process ends. The shell
 * has a process group of its own, so that Ctrl-C does not stop the server before the tests that use it.
 */
async function launchGuarded(home: string, user: OsUser, command: string[]): Promise<() => Promise<void>> {
  const log = await open(join(home, 'start.log'), 'w');
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', home, ...command], {
    ...spawnOptions(user),
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

async function waitUntilReady(home: string): Promise<void> {
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await pause(20)) {
    if ((await postmasterOf(join(home, 'data')))?.isReady) return;
    if (/FATAL|PANIC/.test(await readFile(join(home, 'start.log'), 'utf8'))) break;
  }
  const log = await readFile(join(home, 'start.log'), 'utf8');
  throw new EmbeddedPostgresError('start_failed', `The PostgreSQL for tests did not start.\n${log.slice(-2000)}`);
}

const READY_WITHIN_MS = 300_000; // only ends what hangs

async function createDatabase(port: number, name: string): Promise<void> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', ssl: false });
  await client.connect();
  const identifier = client.escapeIdentifier(name);
  await client.query(`create role ${identifier} login createdb`);
  await client.query(`create database ${identifier} owner ${identifier}`);
  await client.end();
}
