import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFile } from '../../scripts/build-if-changed.mjs';
import { atEnd } from './at-end.mjs';
import { openPool } from './pool.mjs';
import { childrenOf, parentOf, processorTimeOfFamily } from './processor-time.mjs';

const require = createRequire(import.meta.url);

/** A PostgreSQL server that writes durably. It is stopped, and its databases are deleted, at the end. */
export async function startPostgres() {
  const { startEmbeddedPostgres } = require(builtFile('embedded-postgres/embedded-postgres.js'));
  const dataDir = await mkdtemp(join(tmpdir(), 'forms-bench-'));
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const starting = startEmbeddedPostgres({ dataDir, name: 'forms', onNotice: () => undefined });
  atEnd(async () => (await starting.catch(() => null))?.stop());
  const { url } = await starting;
  const admin = openPool(asSuperuser(url), 1);
  return serverOf(url, admin);
}

async function serverOf(url, admin) {
  const { rows } = await admin.query(`select pg_backend_pid() as pid, current_setting('server_version') as version`);
  const postmaster = parentOf(rows[0].pid);
  return {
    version: rows[0].version,
    /** The process ids of the server and its present backends. */
    pids: () => [postmaster, ...childrenOf(postmaster).split(' ')],
    /** The time of the server with all its backends, in microseconds. */
    processorTime: () => processorTimeOfFamily(postmaster),
    /** Creates a database and returns its address. */
    createDatabase: async (name) => {
      await admin.query(`create database ${name} owner forms`);
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    /** Transactions of a database since its creation. A backend reports its own up to 10 s later, or when it ends. */
    transactionsOf: async (name) => {
      const text = 'select xact_commit::int as committed from pg_stat_database where datname = $1';
      return (await admin.query(text, [name])).rows[0].committed;
    },
  };
}

const asSuperuser = (url) => Object.assign(new URL(url), { username: 'postgres', pathname: '/postgres' }).href;
