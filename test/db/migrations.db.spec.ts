import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { Baseline1795635911000 } from '../../src/migrations/1795635911000-baseline';
import { INVARIANTS } from '../../src/cli/verify/invariants.sql';
import { functionsOfBuild } from '../../src/platform/database/functions';
import { migrate, migrationStateOf } from '../../src/platform/database/migrations';
import { atEnd } from '../support/at-end';
import type { TestDatabase } from '../support/database';
import { cloneDatabase, emptyDatabase } from '../support/database';
import { schemaText } from '../support/schema-text';
import { waitUntil } from '../support/wait-until';
import { seedRows } from './seed-rows';

const FUNCTIONS = functionsOfBuild().map(({ name }) => name);
/** Files are named by the digits and words of their class. */
const MIGRATIONS = readdirSync(join(__dirname, '../../src/migrations'))
  .sort()
  .map((file) => classNameOf(basename(file, '.ts').split('-')));

function classNameOf([digits, ...words]: string[]): string {
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('') + digits!;
}

const ALL = [...MIGRATIONS, ...FUNCTIONS];

async function connectedTo({ url }: Pick<TestDatabase, 'url'>): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  atEnd(() => client.end());
  return client;
}

async function aDatabase(create: () => Promise<TestDatabase>): Promise<{ url: string; client: Client }> {
  const database = await create();
  atEnd(() => database.drop());
  return { url: database.url, client: await connectedTo(database) };
}

describe('the migrations', () => {
  it('apply nothing when run a second time', async () => {
    const { url } = await aDatabase(cloneDatabase);
    const notices: string[] = [];
    expect(await migrate(url, (line) => notices.push(line))).toEqual([]);
    expect(notices).toEqual([]);
  });

  it('are applied once by processes that start at the same time', async () => {
    const { url } = await aDatabase(emptyDatabase);
    const applied = await Promise.all([1, 2, 3].map(() => migrate(url)));
    expect(applied.filter((names) => names.length > 0)).toEqual([ALL]);
  });

  it('leave out the index for searches where the role may not create the extension', async () => {
    const { url, client } = await aDatabase(emptyDatabase);
    await client.query(`do $$ begin execute format('revoke create on database %I from current_user', current_database()); end $$`);
    await migrate(url);
    expect((await client.query(INDEXES)).rows).toEqual([{ indexname: 'workflow_runs_ended_idx' }]);
  });

  const INDEXES = `
    select indexname from pg_indexes where indexname in ('forms_name_search_idx', 'workflow_runs_ended_idx') order by 1`;
});

/** Names of migrations that the baseline replaces. */
const LAST_BEFORE = 'ErasuresTakeTurns1795624732232';
const EARLIER = 'SourceCheck1795490100000';

/** With the tables of the baseline, as the last build before it has left them, or an earlier one. */
async function aDatabaseOf(latest: string): Promise<{ url: string; client: Client }> {
  const database = await aDatabase(emptyDatabase);
  const runner = { hasTable: () => Promise.resolve(false), query: (statements: string) => database.client.query(statements) };
  await new Baseline1795635911000().up(runner as unknown as QueryRunner);
  for (const statement of BEFORE) await database.client.query(statement);
  await database.client.query(`insert into migrations (timestamp, name) values (0, $1)`, [latest]);
  return database;
}

const BEFORE = [
  'create table migrations (id serial primary key, timestamp bigint not null, name varchar not null)',
  `insert into migrations (timestamp, name) values (0, 'Initial1795212000000')`,
  `create function add_form_of_step() returns trigger language plpgsql as 'begin return new; end'`,
  `create trigger workflow_run_steps_add_form before insert on workflow_run_steps for each row when (new.form_id is null)
    execute function add_form_of_step()`,
];

describe('a database of the build before the baseline', () => {
  it('keeps every row, has the schema of a new one, and everything adds up', async () => {
    const [{ url, client }, fresh] = [await aDatabaseOf(LAST_BEFORE), await aDatabase(cloneDatabase)];
    await seedRows(client);
    const before = await rowsOf(client);
    for (const table of GROWING) expect({ table, count: before[table]!.count > 0 }).toEqual({ table, count: true });
    const notices: string[] = [];
    expect(await migrate(url, (line) => notices.push(line))).toEqual(ALL);
    expect(notices).toEqual([
      `Applying migrations: ${ALL.join(', ')}.`,
      expect.stringMatching(/^The migrations have been applied in [\d.]+ s\.$/),
    ]);
    expect((await migrationStateOf(url)).pending).toEqual([]);
    expect(await rowsOf(client)).toMatchObject(before);
    expect(await schemaText(client)).toBe(await schemaText(fresh.client));
    for (const invariant of Object.values(INVARIANTS)) expect((await client.query(invariant)).rows).toEqual([]);
  });

  it('gets numbers for the submissions from before changes were numbered, after all others of their forms', async () => {
    const { url, client } = await aDatabaseOf(LAST_BEFORE);
    await seedRows(client);
    await client.query('update submissions set change_number = 0 where change_number in (1, 2)');
    await client.query('update form_stats set change_number = 400');
    await migrate(url);
    const { rows } = await client.query(
      'select distinct change_number::int as number from submissions where inserted_number in (1, 2) order by 1',
    );
    expect(rows).toEqual([{ number: 401 }, { number: 402 }]);
    for (const invariant of Object.values(INVARIANTS)) expect((await client.query(invariant)).rows).toEqual([]);
  });

  it('has the time of each imported submission, also of those that the build before stores later', async () => {
    const { url, client } = await aDatabaseOf(LAST_BEFORE);
    await seedRows(client);
    await client.query(
      `update submissions set source = case change_number when 3 then 'import' else 'form_submit' end where change_number in (3, 4)`,
    );
    await client.query(IMPORT_BY_THE_BUILD_BEFORE);
    const numbers = async () =>
      (await client.query<{ last: number }>('select sum(change_number)::int as last from form_stats')).rows[0]!.last;
    const before = await numbers();
    await migrate(url);
    const { rows } = await client.query(
      `select distinct source, imported_at is not null as imported, case when state = 'quarantined' then imported_at end as at from submissions order by 1, 2, 3`,
    );
    expect(rows).toEqual([
      { source: 'api', imported: false, at: null },
      { source: 'api', imported: true, at: new Date(1_770_000_000_123) },
      { source: 'api', imported: true, at: null },
      { source: 'form_submit', imported: false, at: null },
    ]);
    expect(await numbers()).toBe(before + 24); // two in each of the twelve forms
    for (const invariant of Object.values(INVARIANTS)) expect((await client.query(invariant)).rows).toEqual([]);
    await client.query('delete from submissions');
    await client.query(IMPORT_BY_THE_BUILD_BEFORE);
    const later = await client.query(`select distinct source, now() - imported_at < interval '1 hour' as is_now from submissions`);
    expect(later.rows).toEqual([{ source: 'api', is_now: true }]);
  });

  /** Held ones, which nothing counts, with ids of version 7 that were made at one moment. */
  const IMPORT_BY_THE_BUILD_BEFORE = `
    with numbered as (update form_stats set change_number = change_number + 1 returning form_id, change_number as number)
    insert into submissions (id, form_id, source, fields, received_at, state, held_at, inserted_number, change_number)
      select overlay(gen_random_uuid()::text placing '019c1c38-a47b' from 1 for 13)::uuid, form_id, 'import', '{}', now() - interval '1 year', 'quarantined', now(),
          number, number from numbered`;

  it('takes writes while a migration waits for a table that a long transaction reads', async () => {
    const { url, client } = await aDatabaseOf(LAST_BEFORE);
    await seedRows(client);
    const reader = await connectedTo({ url });
    await reader.query('begin');
    await reader.query('lock table workflow_run_steps in access share mode');
    const migrated = migrate(url);
    await waitUntil(async () => (await client.query(WAITS_FOR_STEPS)).rowCount === 1);
    await client.query('update workflow_run_steps set attempt_count = attempt_count');
    await reader.query('commit');
    expect(await migrated).toHaveLength(ALL.length);
  });

  const WAITS_FOR_STEPS = `
    select from pg_locks where relation = 'workflow_run_steps'::regclass and mode = 'AccessExclusiveLock' and not granted`;

  it('is refused and left as it is when it lacks some of its migrations, with what to do', async () => {
    const { url, client } = await aDatabaseOf(EARLIER);
    const before = await schemaText(client);
    await expect(migrate(url)).rejects.toThrow(
      `after the migration ${EARLIER}, and this build cannot bring it up to date. ` +
        'Run "npm run migrate" of the build of commit aaed1f0, the last one that can, and then that of this build.',
    );
    expect(await schemaText(client)).toBe(before);
  });

  const GROWING = [
    'accounts',
    'forms',
    'submissions',
    'submission_idempotency_keys',
    'submission_files',
    'notifications',
    'workflow_runs',
    'point_ledger',
  ];

  /** Number and digest of the rows of each table, without columns that are new: what is null in them, and those with a default. */
  async function rowsOf(client: Client): Promise<Record<string, { count: number }>> {
    const { rows } = await client.query<{ name: string }>(TABLES);
    const found: Record<string, { count: number }> = {};
    for (const { name } of rows) {
      const digest = await client.query<{ count: number }>(
        `select count(*)::int as count, md5(string_agg(row, '' order by row)) as digest
          from (select jsonb_strip_nulls(to_jsonb(t) - '{is_test,stored_bytes,stored_bytes_max}'::text[])::text as row from ${name} t) rows`,
      );
      found[name] = digest.rows[0]!;
    }
    return found;
  }

  const TABLES = `
    select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'applied_functions')`;
});
