import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { openCluster } from '../../src/embedded-postgres/cluster';
import { startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres';
import { killServersBelow } from '../../src/embedded-postgres/embedded-postgres.fixture';
import { launch, postmasterOf, stopPostmaster } from '../../src/embedded-postgres/postmaster';

/** A PostgreSQL that belongs to nobody but a test, which stops and starts it at will on one port. */
export interface RestartablePostgres {
  url: string;
  start(): Promise<void>;
  /** In order: open transactions are rolled back, and everybody is told. */
  stop(): Promise<void>;
  /** With no time for anything. */
  kill(): Promise<void>;
  /** All of its processes stand still, with everything open; the answer lets them go on. */
  freeze(): Promise<() => void>;
  remove(): Promise<void>;
}

const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', 'timezone=UTC'];

export async function prepareRestartablePostgres(): Promise<RestartablePostgres> {
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), 'restartable-'));
  await chmod(dataDir, 0o755);
  const onNotice = () => undefined;
  const first = await startEmbeddedPostgres({ dataDir, name: 'forms', onNotice }); // which makes the role and the database
  await first.stop();
  const cluster = await openCluster(dataDir, onNotice);
  return {
    url: first.url,
    start: () => launch(cluster, Number(new URL(first.url).port), SETTINGS),
    stop: () => stopPostmaster(cluster.dataFolder),
    async kill() {
      process.kill((await postmasterOf(cluster.dataFolder))!.pid, 'SIGKILL');
    },
    async freeze() {
      const client = await connected(first.url);
      const postmaster = (await postmasterOf(cluster.dataFolder))!.pid;
      process.kill(postmaster, 'SIGSTOP'); // before the others, since it makes new ones
      const { rows } = await client.query<{ pid: number }>(
        'select pid from pg_stat_activity where pid <> pg_backend_pid()',
      );
      await client.end();
      const all = [postmaster, ...rows.map(({ pid }) => pid)];
      all.forEach((pid) => process.kill(pid, 'SIGSTOP'));
      return () => all.forEach((pid) => process.kill(pid, 'SIGCONT'));
    },
    async remove() {
      await killServersBelow(dataDir);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}
