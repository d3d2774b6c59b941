import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ask, startElsewhere } from '../../src/embedded-postgres/embedded-postgres.fixture';
import { postmasterOf } from '../../src/embedded-postgres/postmaster';
import type { ThrowawayPostgres } from './throwaway-postgres';
import { startThrowawayPostgres } from './throwaway-postgres';
import { waitUntil } from './wait-until';

describe('a throwaway database', () => {
  let postgres: ThrowawayPostgres;
  let dataFolder: string;

  beforeAll(async () => {
    postgres = await startThrowawayPostgres({ name: 'app' });
    dataFolder = await dataFolderOf(postgres.url);
  });

  afterAll(() => postgres.stop());

  it('accepts the connections of many tests, and does not wait for the disk', async () => {
    const sql = `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'max_connections')`;
    expect(await ask(postgres.url, sql)).toEqual([
      { name: 'fsync', setting: 'off' },
      { name: 'max_connections', setting: '200' },
      { name: 'synchronous_commit', setting: 'off' },
    ]);
  });

  it('lets its owner, who is no superuser, copy a database and drop the copy', async () => {
    await ask(postgres.url, 'create table original as select 1 as one');
    const superuser = new URL(postgres.url);
    superuser.username = 'postgres';
    superuser.pathname = '/postgres';
    const maintenance = postgres.url.replace(/app$/, 'postgres');
    await ask(maintenance, 'create database copy template app');
    expect(await ask(postgres.url.replace(/app$/, 'copy'), 'select one from original')).toEqual([{ one: 1 }]);
    await ask(maintenance, 'drop database copy');
    await expect(ask(postgres.url, 'create role another')).rejects.toThrow('permission denied');
    expect(await ask(superuser.href, 'select current_user::text as name')).toEqual([{ name: 'postgres' }]);
  });

  it('is removed with its files when it is stopped', async () => {
    await postgres.stop();
    expect(await postmasterOf(dataFolder)).toBeNull();
    expect(existsSync(dirname(dataFolder))).toBe(false);
  });
});

describe('a throwaway database whose process is killed', () => {
  it('is removed with its files as well', async () => {
    const owner = await startElsewhere(join(__dirname, 'throwaway-postgres'), 'startThrowawayPostgres', {
      name: 'app',
    });
    const dataFolder = await dataFolderOf(owner.url);
    expect(await postmasterOf(dataFolder)).not.toBeNull();

    await owner.kill();
    await waitUntil(() => !existsSync(dirname(dataFolder)));
    expect(await postmasterOf(dataFolder)).toBeNull();
  });
});

async function dataFolderOf(url: string): Promise<string> {
  const [row] = await ask(url.replace('app@', 'postgres@'), `select current_setting('data_directory') as folder`);
  return String(row?.['folder']);
}
