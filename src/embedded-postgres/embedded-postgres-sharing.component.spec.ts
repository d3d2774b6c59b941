import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../../test/support/wait-until';
import { runningDatabaseUrl } from './database-address';
import { startEmbeddedPostgres } from './embedded-postgres';
import { ask, killAllElsewhere, killServersBelow, serversBelow, startEmbeddedElsewhere } from './embedded-postgres.fixture';

let parent: string;
let dataDir: string;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  await chmod(parent, 0o755);
  dataDir = join(parent, 'data');
});

afterAll(async () => {
  killAllElsewhere();
  const left = await serversBelow(parent);
  await killServersBelow(parent);
  await rm(parent, { recursive: true });
  expect(left).toEqual([]);
});

const start = () => startEmbeddedPostgres({ dataDir, name: 'app', onNotice: () => undefined });

describe('several processes on one data folder', () => {
  it('share one server, which the last one stops', async () => {
    const [one, two, ours] = await Promise.all([
      startEmbeddedElsewhere(dataDir),
      startEmbeddedElsewhere(dataDir),
      start(), // each of them finds no database, and creates one
    ]);
    expect(new Set([one.url, two.url, ours.url]).size).toBe(1);
    expect(await serversBelow(dataDir)).toHaveLength(1);

    await one.stop();
    await ours.stop();
    expect(await ask(two.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await runningDatabaseUrl(dataDir)).toBe(two.url);
    await two.stop();
    expect(await serversBelow(dataDir)).toEqual([]);
    expect(await readdir(dataDir)).toEqual(['postgres']);
  });

  it('have it restarted at the same URL when it is killed', async () => {
    const [other, ours] = await Promise.all([startEmbeddedElsewhere(dataDir), start()]);
    await killServersBelow(dataDir);
    await waitUntil(async () => (await ask(ours.url, USAGE_LOCKS)).length === 2);
    expect(await ask(other.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await ours.stop();
    expect(await ask(other.url, 'select 2 as two')).toEqual([{ two: 2 }]);
    await other.stop();
    expect(await serversBelow(dataDir)).toEqual([]);
  });

  it('leave no server behind when all stop at the same time', async () => {
    const sharers = await Promise.all([startEmbeddedElsewhere(dataDir), startEmbeddedElsewhere(dataDir), start()]);
    await Promise.all(sharers.map((sharer) => sharer.stop()));
    expect(await serversBelow(dataDir)).toEqual([]);
  });
});

/** One row for each process with a usage lock. */
const USAGE_LOCKS = `select pid from pg_locks where locktype = 'advisory' and mode = 'ShareLock'`;
