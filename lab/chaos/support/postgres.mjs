import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { builtFile } from '../../../scripts/build-if-changed.mjs';
import { atEnd } from '../../support/at-end.mjs';
import { portToKeep } from '../../support/ports.mjs';

const require = createRequire(import.meta.url);
/** The log is written by commits, and not a moment later by the server itself: a commit that does not wait for it is lost in a crash. */
const SETTINGS = [
  ...['wal_writer_delay=10s', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=150'],
  ...['timezone=UTC', 'max_wal_size=512MB'],
];

/** A PostgreSQL server that writes durably, with its data in a folder, and that can be killed and started on the same port. */
export async function startPostgres(folder) {
  const module = (name) => require(builtFile(`embedded-postgres/${name}.js`));
  const { startEmbeddedPostgres } = module('embedded-postgres');
  const { launch, postmasterOf, stopPostmaster } = module('postmaster');
  chmodSync(folder, 0o755);
  const embedded = { dataDir: folder, name: 'forms', onNotice: () => undefined };
  const first = await startEmbeddedPostgres(embedded); // creates the role and the database
  await first.stop();
  const cluster = await module('cluster').openCluster(folder, embedded.onNotice);
  const port = await portToKeep();
  const pidOf = async () => (await postmasterOf(cluster.dataFolder))?.pid ?? null;
  const server = {
    port,
    /** The address of the database of the service, for a role with the password of all roles; directly, and not through a proxy. */
    urlAs: (role, throughPort = port) => Object.assign(new URL(first.url), { username: role, port: String(throughPort) }).href,
    password: cluster.password,
    pid: pidOf,
    /** Repeats the start, since the remaining processes of a killed server may hold its memory for a moment. */
    start: async () => {
      for (let attempt = 1; (await pidOf()) === null; attempt += 1) {
        await launch(cluster, port, SETTINGS).catch((error) => {
          if (attempt === 100) throw error;
          return pause(100);
        });
      }
      while (!(await postmasterOf(cluster.dataFolder))?.isReady) await pause(20);
    },
    kill: async () => process.kill(await pidOf(), 'SIGKILL'),
    /** Resolves once the killed server is gone, without which a start would find it running. */
    gone: async () => {
      while ((await pidOf()) !== null) await pause(5);
    },
    stop: () => stopPostmaster(cluster.dataFolder),
    /** Suspends all processes; resolves with the function that resumes them. The postmaster is the first, since it starts new ones. */
    freeze: async () => {
      const postmaster = await pidOf();
      process.kill(postmaster, 'SIGSTOP');
      const all = [...childrenOf(postmaster), postmaster];
      all.forEach((pid) => signal(pid, 'SIGSTOP'));
      return () => all.forEach((pid) => signal(pid, 'SIGCONT'));
    },
  };
  atEnd(server.stop);
  await server.start();
  return server;
}

const childrenOf = (pid) => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended meanwhile
  }
}

/** A pool of the superuser, whose connections are replaced after each outage. */
export function superuserPool(server) {
  const pool = new pg.Pool({ connectionString: server.urlAs('postgres'), max: 4, connectionTimeoutMillis: 10_000 });
  pool.on('error', () => undefined);
  atEnd(() => pool.end());
  return pool;
}

/** Statements of the superuser that are repeated until the database answers. Only for statements that may be executed twice. */
export async function untilAnswered(pool, sql, parameters) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await pool.query(sql, parameters)).rows;
    } catch (error) {
      if (attempt === 300) throw error;
      await pause(200);
    }
  }
}

/** A file system of its own for the database, so that it can be full; null where this process may not mount one. */
export function mountVolume(folder, name, bytes) {
  const image = join(folder, name);
  const mountPoint = join(folder, 'volume');
  const quiet = { stdio: 'ignore' };
  try {
    execFileSync('truncate', ['-s', String(bytes), image], quiet);
    execFileSync('mkfs.ext4', ['-q', '-m', '0', image], quiet);
    execFileSync('mkdir', [mountPoint], quiet);
    execFileSync('mount', ['-o', 'loop', image, mountPoint], quiet);
  } catch {
    return null;
  }
  atEnd(() => execFileSync('umount', [mountPoint], quiet));
  return mountPoint;
}
