import { chmod, mkdir, mkdtemp, readdir, realpath, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { waitUntil } from '../../test/support/wait-until';
import { startEmbeddedPostgres } from './embedded-postgres';
import { ask, killAllElsewhere, killServersBelow, serversBelow, startEmbeddedElsewhere } from './embedded-postgres.fixture';
import { runningDatabaseUrl } from './database-address';
import { execute, userForNewCluster } from './os-user';
import { postmasterOf } from './postmaster';

const asRoot = process.getuid?.() === 0 ? it : it.skip;

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

const notices: string[] = [];
const start = (folder = dataDir, name = 'app') => startEmbeddedPostgres({ dataDir: folder, name, onNotice: (line) => notices.push(line) });

describe('an embedded database', () => {
  it('is created in an empty folder, and keeps its data across restarts', async () => {
    const first = await start();
    expect(first.adopted).toBe(false);
    await ask(first.url, 'create table kept (line text); insert into kept values ($$a$$)');
    await first.stop();

    const second = await start();
    expect(await ask(second.url, 'select line from kept')).toEqual([{ line: 'a' }]);
    await second.stop();
  });

  it('leaves nothing behind when a signal to end arrives while it is created', async () => {
    const folder = join(parent, 'interrupted');
    const listeners = process.listenerCount('SIGHUP');
    const refused = expect(start(folder)).rejects.toMatchObject({ code: 'interrupted', message: expect.stringContaining(folder) });
    await waitUntil(async () => (await readdir(folder)).length > 0);
    process.emit('SIGHUP');
    await refused;
    await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(process.listenerCount('SIGHUP')).toBe(listeners);
  });

  it('leaves neither a server nor its URL behind when it is stopped, even twice', async () => {
    const postgres = await start();
    await Promise.all([postgres.stop(), postgres.stop()]);
    expect(await serversBelow(dataDir)).toEqual([]);
    expect(await readdir(dataDir)).toEqual(['postgres']);
    expect(await runningDatabaseUrl(dataDir)).toBeNull();
  });

  it('is durable, accepts 100 connections, and listens on the loopback interface only', async () => {
    const postgres = await start();
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'max_connections', 'listen_addresses', 'TimeZone'];
    const rows = await ask(postgres.url, `select name, setting from pg_settings where name in ('${names.join("', '")}')`);
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      max_connections: '100',
      listen_addresses: '127.0.0.1',
      TimeZone: 'UTC',
    });
    await postgres.stop();
  });

  it('is used by the owner of the database, who is no superuser and needs the password', async () => {
    const postgres = await start();
    expect(await ask(postgres.url, 'select rolname, rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolname: 'app', rolsuper: false },
    ]);
    await expect(ask(postgres.url.replace(/:\w+@/, ':guess@'), 'select 1')).rejects.toThrow('password authentication failed');
    await postgres.stop();
  });

  it('folds case by Unicode rules, whatever the locale of the machine', async () => {
    const postgres = await start();
    expect(await ask(postgres.url, "select lower('ÄÖ') as lower")).toEqual([{ lower: 'äö' }]);
    await postgres.stop();
  });

  it('closes its files to other users', async () => {
    const postgres = await start();
    const modeOf = async (name: string) => (await stat(join(dataDir, name))).mode & 0o777;
    expect(await modeOf('database.url')).toBe(0o600);
    expect(await modeOf('postgres')).toBe(0o700);
    expect(await modeOf('postgres/password')).toBe(0o600);
    await postgres.stop();
  });
});

describe('after a crash', () => {
  it('the server of a killed process is adopted with its data, and can be stopped', async () => {
    const owner = await startEmbeddedElsewhere(dataDir);
    await ask(owner.url, 'create table adopted as select 1 as one');
    await owner.kill();
    const server = await postmasterOf(join(dataDir, 'postgres', 'data'));

    const postgres = await start();
    expect(postgres).toMatchObject({ adopted: true, url: owner.url });
    expect(await postmasterOf(join(dataDir, 'postgres', 'data'))).toEqual(server);
    expect(await ask(postgres.url, 'select one from adopted')).toEqual([{ one: 1 }]);
    await postgres.stop();
    expect(await serversBelow(dataDir)).toEqual([]);
  });

  it('of every process, committed data is still there', async () => {
    const owner = await startEmbeddedElsewhere(dataDir);
    await ask(owner.url, 'create table committed as select 1 as one');
    await owner.kill();
    await killServersBelow(dataDir);
    expect(await runningDatabaseUrl(dataDir)).toBeNull();

    const postgres = await start();
    expect(postgres).toMatchObject({ adopted: false, url: owner.url });
    expect(await ask(postgres.url, 'select one from committed')).toEqual([{ one: 1 }]);
    await postgres.stop();
  });

  it('of the server alone, it is restarted at the same URL', async () => {
    const postgres = await start();
    await killServersBelow(dataDir);
    await waitUntil(() => notices.at(-1) === 'The embedded database is running again.');
    expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    expect(await serversBelow(dataDir)).toEqual([]);
  });

  it('a pid file whose process id now belongs to another program does not prevent a start', async () => {
    const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
    await writeFile(pidFile, `${process.pid}\n${join(dataDir, 'postgres', 'data')}\n1\n5432\n\n127.0.0.1\n\nready\n`);
    const postgres = await start();
    expect(postgres.adopted).toBe(false);
    await postgres.stop();
  });

  it('an empty pid file does not prevent a start', async () => {
    const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
    await writeFile(pidFile, '');
    await utimes(pidFile, 1, 1);
    const postgres = await start();
    await postgres.stop();
  });

  it('the files of an interrupted first start are removed by the next one', async () => {
    const folder = join(parent, 'interrupted');
    const staging = join(folder, 'postgres.new-killed');
    await mkdir(join(staging, 'data'), { recursive: true });
    await utimes(staging, 1, 1);
    const postgres = await start(folder);
    await postgres.stop();
    expect(await readdir(folder)).toEqual(['postgres']);
  });
});

describe('the operating system user', () => {
  asRoot('of the server is that of the process, unless it is root (needs root)', async () => {
    const user = await userForNewCluster();
    const home = join(parent, 'home');
    await mkdir(home);
    await execute(null, '/bin/chown', [`${user?.uid}:${user?.gid}`, home]);
    const owner = await startEmbeddedElsewhere(join(home, 'data'), user ?? {});
    expect((await stat(join(home, 'data'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(home, 'data/postgres/data'))).uid).toBe(user?.uid);
    await owner.stop();
  });

  asRoot('that cannot enter the data folder has its data elsewhere, and finds it again (needs root)', async () => {
    const closed = join(parent, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const first = await start(join(closed, 'data'));
    const elsewhere = await realpath(join(closed, 'data/postgres'));
    expect(elsewhere.startsWith(closed)).toBe(false);
    expect(notices.at(-1)).toContain(elsewhere);
    await ask(first.url, 'create table found_again as select 1 as one');
    await first.stop();

    const second = await start(join(closed, 'data'));
    expect(await ask(second.url, 'select one from found_again')).toEqual([{ one: 1 }]);
    await second.stop();
    await rm(elsewhere, { recursive: true });
    await rmdir(dirname(elsewhere)).catch(() => undefined);
  });
});

describe('a folder with something else in the place of the database', () => {
  it('is refused and left as it was', async () => {
    const folder = join(parent, 'foreign');
    await mkdir(join(folder, 'postgres'), { recursive: true });
    await writeFile(join(folder, 'postgres', 'other.txt'), 'other');
    await expect(start(folder)).rejects.toThrow('exists but contains no database');
    expect(await readdir(folder, { recursive: true })).toEqual(['postgres', 'postgres/other.txt']);
  });
});
