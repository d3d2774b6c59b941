import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createMigrationSource, migrate, migrationStateOf } from '../../src/platform/database/migrations';
import type { TestDatabase } from '../support/database';
import { cloneDatabase } from '../support/database';

const NAMES = readdirSync(join(__dirname, '../../migrations')).filter((name) => name.endsWith('.ts'));

let database: TestDatabase;
beforeEach(async () => {
  database = await cloneDatabase();
});
afterEach(() => database.drop());

async function onDatabase<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** All tables, columns, constraints, indexes, functions and triggers, and the rows of plans, which a migration inserts. */
const schema = (): Promise<unknown[]> =>
  onDatabase(async (client) => {
    const results: unknown[] = [];
    for (const question of QUESTIONS) results.push((await client.query(question)).rows);
    return results;
  });

const QUESTIONS = [
  `select table_name, column_name, data_type, is_nullable, column_default, is_identity from information_schema.columns
    where table_schema = 'public' order by 1, 2`,
  `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
  `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  `select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`,
  `select to_jsonb(p) from plans p order by name`,
];

async function withSource<Result>(work: (source: DataSource) => Promise<Result>): Promise<Result> {
  const source = await createMigrationSource(database.url).initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

const undoAll = () =>
  withSource(async (source) => {
    for (let n = 0; n < NAMES.length; n += 1) await source.undoLastMigration();
  });

/** One node that has been rotated and one that has not; the workflow itself does not matter here. */
const SIGNING_SECRETS = `
  alter table workflow_signing_secrets drop constraint workflow_signing_secrets_workflow_id_fkey;
  insert into workflow_signing_secrets (workflow_id, node_id, sealed, previous_sealed, previous_valid_until, created_at) values
    ('019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f', 'rotated', 'now', 'old', '2100-01-01T00:00:00Z', now()),
    ('019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f', 'new', 'now', null, null, now())`;

describe('the migrations', () => {
  it('can be reverted to an empty schema and applied again with the same result', async () => {
    const before = await schema();
    await undoAll();
    const left = await onDatabase((client) =>
      client.query(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S', 'v') and relname !~ '^migrations'
         union all select proname from pg_proc where pronamespace = 'public'::regnamespace`,
      ),
    );
    expect(left.rows).toEqual([]);
    expect((await migrationStateOf(database.url)).pending).toHaveLength(NAMES.length);
    expect(await migrate(database.url)).toHaveLength(NAMES.length);
    expect(await schema()).toEqual(before);
    expect((await migrationStateOf(database.url)).pending).toEqual([]);
  });

  it('each revert exactly what they applied', async () => {
    const steps: unknown[] = [];
    for (let n = 0; n < NAMES.length; n += 1) {
      steps.unshift(await schema());
      await withSource((source) => source.undoLastMigration());
    }
    for (const [n, step] of steps.entries()) {
      await applyNext();
      expect({ n, schema: await schema() }).toEqual({ n, schema: step });
    }
  });

  it('carry the previous signing secret of a node up and down', async () => {
    await undoDownTo('WorkflowRuns1795213000000');
    await onDatabase((client) => client.query(SIGNING_SECRETS));
    await migrate(database.url);
    const carried = await onDatabase((client) =>
      client.query('select node_id, sealed, valid_until from workflow_previous_signing_secrets'),
    );
    const row = { node_id: 'rotated', sealed: Buffer.from('old'), valid_until: new Date('2100-01-01T00:00:00Z') };
    expect(carried.rows).toEqual([row]);
    await undoDownTo('WorkflowRuns1795213000000');
    const back = await onDatabase((client) =>
      client.query('select node_id, previous_sealed from workflow_signing_secrets order by node_id'),
    );
    expect(back.rows).toEqual([
      { node_id: 'new', previous_sealed: null },
      { node_id: 'rotated', previous_sealed: Buffer.from('old') },
    ]);
  });

  it('apply nothing when run a second time', async () => {
    const notices: string[] = [];
    expect(await migrate(database.url, (line) => notices.push(line))).toEqual([]);
    expect(notices).toEqual([]);
  });

  it('are applied once by processes that start at the same time', async () => {
    await undoAll();
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url)));
    expect(applied.map((names) => names.length).sort()).toEqual([0, 0, NAMES.length]);
  });

  it('leave out the index for searches where the role may not create the extension', async () => {
    await undoDownTo('SubmissionFiles1795311000000');
    await onDatabase(async (client) => {
      await client.query(`do $$ begin execute format('revoke create on database %I from current_user', current_database()); end $$`);
    });
    await migrate(database.url);
    const { rows } = await onDatabase((client) => client.query(INDEXES));
    expect(rows).toEqual([{ indexname: 'workflow_runs_ended_idx' }]);
  });

  const INDEXES = `
    select indexname from pg_indexes where indexname in ('forms_name_search_idx', 'workflow_runs_ended_idx') order by 1`;

  const undoDownTo = (name: string) =>
    withSource(async (source) => {
      const newest = 'select name from migrations order by id desc limit 1';
      while ((await source.query<{ name: string }[]>(newest))[0]?.name !== name) await source.undoLastMigration();
    });

  /** Only the oldest pending migration. */
  const applyNext = () =>
    withSource(async (source) => {
      const applied = await source.query<{ name: string }[]>('select name from migrations');
      const pending = source.migrations.filter(({ name }) => !applied.some((row) => row.name === name));
      source.migrations.splice(0, source.migrations.length, ...pending.slice(0, 1));
      await source.runMigrations();
    });
});

const SOURCES = join(__dirname, '../../src');
const SQL_FILES = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.sql'));

const functionOf = (path: string): string => basename(path, '.sql').replaceAll('-', '_');

/** By name: the definitions of all functions of a schema, trigger functions included, except those of extensions. */
const FUNCTIONS = `
  select proname as name, replace(pg_get_functiondef(p.oid), 'FUNCTION ' || $1 || '.', 'FUNCTION ') as definition
    from pg_proc p
    where pronamespace = $1::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    order by 1, 2`;

describe('the functions that the migrations leave', () => {
  const functionsIn = async (client: Client, schema: string) =>
    (await client.query<{ name: string; definition: string }>(FUNCTIONS, [schema])).rows;

  it('have a file of their name in src each, and no other file is there', async () => {
    const names = (await onDatabase((client) => functionsIn(client, 'public'))).map(({ name }) => name);
    expect(names).toContain('accept_submissions');
    expect(SQL_FILES.map(functionOf).sort()).toEqual(names);
  });

  it('are those that the files make, to the letter', async () => {
    const [left, made] = await onDatabase(async (client) => {
      await client.query('create schema made_by_files');
      await client.query('set search_path = made_by_files, public');
      for (const path of SQL_FILES) await client.query(readFileSync(join(SOURCES, path), 'utf8'));
      return [await functionsIn(client, 'public'), await functionsIn(client, 'made_by_files')];
    });
    expect(made).toEqual(left);
  });

  it('begin in their file with what they do, who calls them and how they are changed', () => {
    const others = SQL_FILES.filter((path) => {
      const text = readFileSync(join(SOURCES, path), 'utf8');
      const head = new RegExp(`^(-- .+\\n)+--\\n${CHANGE}\\ncreate or replace function ${functionOf(path)}\\(`);
      return !head.test(text) || !/\bcalls? it\b/.test(text);
    });
    expect(others).toEqual([]);
  });
});

const CHANGE = '-- To change it, edit this text and copy it into a new migration. A test compares it with what the migrations make.';
