import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './embedded-postgres';
import {
  ask,
  killAllElsewhere,
  killServersBelow,
  serversBelow,
  startEmbeddedElsewhere,
  until,
} from './embedded-postgres.fixture';
import { runningDatabaseUrl } from './database-address';

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

const start = (folder = dataDir) => startEmbeddedPostgres({ dataDir: folder, onNotice: () => undefined });

describe('several processes on one folder', () => {
  it('share one server from an empty folder on, and the last to leave stops it', async () => {
    const folder = join(parent, 'shared');
    const [one, two, ours] = await Promise.all([
      startEmbeddedElsewhere(folder),
      startEmbeddedElsewhere(folder),
      start(folder),
    ]);
    expect(new Set([one.url, two.url, ours.url]).size).toBe(1);
    expect(await serversBelow(folder)).toHaveLength(1);

    await one.stop();
    await ours.stop();
    expect(await ask(two.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await runningDatabaseUrl(folder)).toBe(two.url);
    await two.stop();
    expect(await serversBelow(folder)).toEqual([]);
    expect(await readdir(folder)).toEqual(['postgres']);
  });

  it('get it back at the same address when it is killed under them', async () => {
    const [other, ours] = await Promise.all([startEmbeddedElsewhere(dataDir), start()]);
    await killServersBelow(dataDir);
    await until(async () => (await ask(ours.url, HOLDS)).length === 2);
    expect(await ask(other.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await ours.stop();
    expect(await ask(other.url, 'select 2 as two')).toEqual([{ two: 2 }]);
    await other.stop();
    expect(await serversBelow(dataDir)).toEqual([]);
  });

  it('all stop at the same time, and no server is left', async () => {
    const sharers = await Promise.all([startEmbeddedElsewhere(dataDir), startEmbeddedElsewhere(dataDir), start()]);
    await Promise.all(sharers.map((sharer) => sharer.stop()));
    expect(await serversBelow(dataDir)).toEqual([]);
  });
});

/** One row for each process that has taken hold of the server. */
const HOLDS = `select pid from pg_locks where locktype = 'advisory' and mode = 'ShareLock'`;
