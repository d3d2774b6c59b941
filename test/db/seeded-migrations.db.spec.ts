import { Client } from 'pg';
import { INVARIANTS } from '../../src/cli/verify/invariants.sql';
import { createMigrationSource, migrate } from '../../src/platform/database/migrations';
import { atEnd } from '../support/at-end';
import { cloneDatabase } from '../support/database';
import { waitUntil } from '../support/wait-until';
import { seedRows } from './seed-rows';

/** The last migration before rows got a retention and keys by form. */
const BEFORE = 'Notifications1795331000000';

const TABLES = [
  'accounts',
  'forms',
  'form_stats',
  'submissions',
  'submission_keys',
  'submission_files',
  'notifications',
  'workflow_runs',
  'workflow_run_steps',
  'point_ledger',
];

let url: string;
let client: Client;
beforeAll(async () => {
  const database = await cloneDatabase();
  atEnd(() => database.drop());
  ({ url } = database);
  await undoDownTo(BEFORE);
  client = new Client({ connectionString: url });
  await client.connect();
  atEnd(() => client.end());
  await seedRows(client);
});

/** How many migrations have been undone. */
async function undoDownTo(name: string): Promise<number> {
  const source = await createMigrationSource(url).initialize();
  const newest = 'select name from migrations order by id desc limit 1';
  let count = 0;
  for (; (await source.query<{ name: string }[]>(newest))[0]?.name !== name; count++) await source.undoLastMigration();
  await source.destroy();
  return count;
}

const NEW_COLUMNS: Record<string, string> = {
  form_stats: '{change_number,forgotten_number,day,day_accepted,day_quarantined}',
  workflow_run_steps: '{form_id,attempts}',
  submissions: '{state,held_at,released_at,spam_reasons,signals,inserted_number,change_number,changed_at}',
};

/** Number and digest of the rows of each table, without the columns that they get. */
async function content(): Promise<Record<string, { count: number; digest: string }>> {
  const found: Record<string, { count: number; digest: string }> = {};
  for (const table of TABLES) {
    const row = `(to_jsonb(t) - '${NEW_COLUMNS[table] ?? '{}'}'::text[])::text`;
    const { rows } = await client.query<{ count: number; digest: string }>(
      `select count(*)::int as count, md5(string_agg(${row}, '' order by ${row})) as digest from ${table} t`,
    );
    found[table] = rows[0]!;
  }
  return found;
}

async function violations(invariants = Object.values(INVARIANTS)): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const invariant of invariants) found.push(...(await client.query(invariant)).rows);
  return found;
}

/** Before submissions had a state all of them were accepted, forms had no limits, and changes had no numbers. */
const { 'values and places': _places, 'change numbers': _numbers, 'counters of days': _days, ...others } = INVARIANTS;
const INVARIANTS_BEFORE = Object.values(others).map((sql) => sql.replaceAll("where state = 'accepted'", ''));

it('a filled database keeps every row, and everything adds up, up and down and after an interruption', async () => {
  const before = await content();
  for (const table of TABLES) expect({ table, count: before[table]!.count > 0 }).toEqual({ table, count: true });
  expect(await violations(INVARIANTS_BEFORE)).toEqual([]);

  await client.query(`alter table workflow_run_steps add column form_id uuid`);
  await expect(client.query(INTERRUPTED_INDEX)).rejects.toThrow('could not create unique index');
  await migrate(url);
  expect(await content()).toEqual(before);
  expect(await violations()).toEqual([]);
  expect((await client.query(STEPS_OF_OTHER_FORMS)).rows).toEqual([]);
  expect((await client.query(ID_INDEX)).rows).toEqual([{ columns: '(id)' }]);

  await undoDownTo(BEFORE);
  expect(await content()).toEqual(before);
  expect(await violations(INVARIANTS_BEFORE)).toEqual([]);
  await migrate(url);
  expect(await content()).toEqual(before);
});

const INTERRUPTED_INDEX = 'create unique index concurrently workflow_runs_id_idx on workflow_runs (form_id)';

const STEPS_OF_OTHER_FORMS = `
  select s.id from workflow_run_steps s join workflow_runs r on r.id = s.run_id where s.form_id is distinct from r.form_id`;

const ID_INDEX = `
  select substring(indexdef from '\\([^)]*\\)') as columns from pg_indexes where indexname = 'workflow_runs_id_idx'`;

it('writes go on while a migration waits for a table that a long transaction reads', async () => {
  const undone = await undoDownTo(BEFORE);
  const reader = new Client({ connectionString: url });
  await reader.connect();
  atEnd(() => reader.end());
  await reader.query('begin');
  await reader.query('lock table workflow_runs in access share mode');
  const migrated = migrate(url);
  await waitUntil(async () => (await client.query(WAITS_FOR_RUNS)).rowCount === 1);
  await client.query('update workflow_runs set due_at = due_at');
  await reader.query('commit');
  expect(await migrated).toHaveLength(undone);
  expect(await violations()).toEqual([]);
});

const WAITS_FOR_RUNS = `
  select from pg_locks where relation = 'workflow_runs'::regclass and mode = 'AccessExclusiveLock' and not granted`;

it('an opening balance becomes a grant or a consumption again', async () => {
  await client.query('alter table point_ledger disable trigger user');
  await client.query(`update point_ledger set created_at = created_at - interval '100 days'`);
  await client.query('alter table point_ledger enable trigger user');
  await client.query(`delete from workflow_runs where completed_at is not null`);
  for (let next: string | null = '0'; next !== null;) {
    next = (await client.query<{ next: string | null }>('select fold_point_ledger(50, $1) as next', [next])).rows[0]!.next;
  }
  const sums = async () => (await client.query(SUMS)).rows;
  const folded = await sums();
  expect(folded.map(({ openings }) => openings)).toEqual([1, 1, 1]);
  expect(await violations()).toEqual([]);
  await undoDownTo(BEFORE);
  expect(await sums()).toEqual(folded.map((row) => ({ ...row, openings: 0 })));
  expect(await violations(INVARIANTS_BEFORE)).toEqual([]);
  await migrate(url);
});

const SUMS = `
  select account_id, sum(case kind when 'consume' then 0 when 'reserve' then -points else points end)::int as points,
    (count(*) filter (where kind = 'opening'))::int as openings
  from point_ledger group by account_id order by account_id`;

describe('partitions by form', () => {
  it.each(['submissions', 'submission_keys', 'submission_files', 'notifications', 'workflow_runs', 'workflow_run_steps'])(
    'can hold %s with all of its keys',
    async (table) => {
      await client.query(`create table ${table}_parts (like ${table} including all) partition by hash (form_id)`);
      for (const n of [0, 1, 2, 3]) {
        await client.query(`create table ${table}_part_${n} partition of ${table}_parts for values with (modulus 4, remainder ${n})`);
      }
      const { rowCount } = await client.query(`insert into ${table}_parts select * from ${table}`);
      expect(rowCount).toBeGreaterThan(0);
      const again = client.query(`insert into ${table}_parts select * from ${table} limit 1`);
      await expect(again).rejects.toThrow('duplicate key');
    },
  );

  it('keep one run for each submission, and delete steps with their run', async () => {
    await client.query(`alter table workflow_run_steps_parts add foreign key (run_id, form_id)
      references workflow_runs_parts (id, form_id) on delete cascade`);
    const second = client.query(`insert into workflow_runs_parts
      select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).* from workflow_runs_parts r limit 1`);
    await expect(second).rejects.toThrow('duplicate key');
    await client.query('delete from workflow_runs_parts');
    expect((await client.query('select from workflow_run_steps_parts')).rowCount).toBe(0);
  });
});
