import { execFile } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { openCluster } from '../../src/embedded-postgres/cluster';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres';
import { killServersBelow } from '../../src/embedded-postgres/embedded-postgres.fixture';
import { freePort, launch, postmasterOf, stopPostmaster } from '../../src/embedded-postgres/postmaster';
import { atEnd } from './at-end';
import { putClusterInto } from './ready-cluster';

/** A PostgreSQL server of one test, which can be stopped and started on the same port. */
export interface RestartablePostgres {
  url: string;
  start(): Promise<void>;
  /** Starts it as a standby, which only lets read until it is promoted. */
  startAsStandby(): Promise<void>;
  promote(): Promise<void>;
  asSuperuser(...statements: string[]): Promise<void>;
  /** Fast shutdown: open transactions are rolled back and clients are notified. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Suspends all processes with their connections open; resolves with the function that resumes them. */
  freeze(): Promise<() => void>;
  remove(): Promise<void>;
  /** A server of its own with the data of this one, which is stopped, that follows this one once both are started. */
  copyAsStandby(): Promise<RestartablePostgres>;
}

const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', 'timezone=UTC'];

export async function prepareRestartablePostgres(): Promise<RestartablePostgres> {
  const folder = await newFolder();
  await putClusterInto(folder.path);
  const first = await startEmbeddedPostgres({ dataDir: folder.path, name: 'forms', onNotice }); // creates the role and the database
  await first.stop();
  return serverIn(folder, first.url);
}

interface Folder {
  path: string;
  remove(): Promise<void>;
}

async function newFolder(): Promise<Folder> {
  const path = await mkdtemp(join(await realpath(tmpdir()), 'restartable-'));
  await chmod(path, 0o755);
  const remove = atEnd(async () => {
    await killServersBelow(path);
    await rm(path, { recursive: true, force: true, maxRetries: 5 });
  });
  return { path, remove };
}

const onNotice = () => undefined;

async function serverIn(folder: Folder, url: string, settings = SETTINGS): Promise<RestartablePostgres> {
  const superuser = Object.assign(new URL(url), { username: 'postgres', pathname: '/postgres' });
  const port = Number(superuser.port);
  const asSuperuser = async (...statements: string[]) => {
    const client = await connected(superuser.href);
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const cluster = await openCluster(folder.path, onNotice);
  return {
    url,
    start: () => launch(cluster, port, settings),
    async startAsStandby() {
      await writeFile(join(cluster.dataFolder, 'standby.signal'), '');
      await launch(cluster, port, settings);
    },
    promote: () => asSuperuser('select pg_promote()'),
    asSuperuser,
    stop: () => stopPostmaster(cluster.dataFolder),
    async kill() {
      process.kill((await postmasterOf(cluster.dataFolder))!.pid, 'SIGKILL');
    },
    async freeze() {
      const client = await connected(url);
      const postmaster = (await postmasterOf(cluster.dataFolder))!.pid;
      process.kill(postmaster, 'SIGSTOP'); // first, since it starts new ones
      const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()');
      await client.end();
      const all = [postmaster, ...rows.map(({ pid }) => pid)];
      all.forEach((pid) => process.kill(pid, 'SIGSTOP'));
      return () => all.forEach((pid) => process.kill(pid, 'SIGCONT'));
    },
    remove: folder.remove,
    async copyAsStandby() {
      const copy = await newFolder();
      await promisify(execFile)('cp', ['-a', `${folder.path}/.`, copy.path]);
      const { hostname, username, password } = superuser;
      const source = `host=${hostname} port=${port} user=${username} password=${password}`;
      const copyUrl = Object.assign(new URL(url), { port: String(await freePort()) }).href;
      return serverIn(copy, copyUrl, [...SETTINGS, `primary_conninfo=${source}`]);
    },
  };
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}
