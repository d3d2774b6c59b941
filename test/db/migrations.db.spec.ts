import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { INVARIANTS } from '../../src/cli/verify/invariants.sql';
import { functionsOfBuild } from '../../src/platform/database/functions';
import { migrate, migrationStateOf } from '../../src/platform/database/migrations';
import { prepareQueueSchema } from '../../src/platform/queue/queue-schema';
import type { Api } from '../support/api';
import { startOn } from '../support/app';
import { atEnd } from '../support/at-end';
import type { TestDatabase } from '../support/database';
import { cloneDatabase, emptyDatabase } from '../support/database';
import { submit } from '../support/forms';
import { schemaText } from '../support/schema-text';
import { waitUntil } from '../support/wait-until';

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

describe('a database of the build before the baseline', () => {
  const DUMP = readFileSync(join(__dirname, 'last-build.sql'), 'utf8');
  const LAST = 'CountStoredBytes1795881350263';
  const EARLIER = 'VisitorsOfUnmatchedNames1795879792763';
  const RENAMED: Record<string, string> = {
    api_key_forms: 'api_key_grants',
    claim_jobs: 'unique_value_jobs',
    erasure_ledger: 'erasure_log',
    restore_check: 'database_epoch',
    submission_claims: 'unique_values',
    submission_keys: 'submission_idempotency_keys',
    workflow_channels: 'failing_destinations',
  };

  async function aFormerDatabase(): Promise<{ url: string; client: Client }> {
    const database = await aDatabase(emptyDatabase);
    await database.client.query(DUMP);
    return database;
  }

  it('keeps every row, has the schema of a new one, and everything adds up', async () => {
    const [{ url, client }, fresh] = [await aFormerDatabase(), await aDatabase(cloneDatabase)];
    const before = await rowsOf(client);
    for (const table of [...Object.keys(RENAMED), ...GROWING]) expect([table, before[table]!.count > 0]).toEqual([table, true]);
    const notices: string[] = [];
    const { pending } = await migrationStateOf(url);
    expect(await migrate(url, (line) => notices.push(line))).toEqual(pending);
    expect(pending[0]).toBe(MIGRATIONS[0]);
    expect(notices).toEqual([
      `Applying migrations: ${pending.join(', ')}.`,
      expect.stringMatching(/^The migrations have been applied in [\d.]+ s\.$/),
    ]);
    expect(await migrationStateOf(url)).toEqual({ applied: [...MIGRATIONS].reverse(), pending: [] });
    const after = await rowsOf(client);
    const added = Object.fromEntries(Object.keys(after).map((table) => [table, { count: 0, digest: null }]));
    const kept = Object.fromEntries(Object.entries(before).map(([table, rows]) => [RENAMED[table] ?? table, rows]));
    expect(after).toEqual({ ...added, ...kept });
    expect(await schemaText(client)).toBe(await schemaText(fresh.client));
    for (const invariant of Object.values(INVARIANTS)) expect((await client.query(invariant)).rows).toEqual([]);
  });

  it('has no name of a former table in any constraint, index or function, and none of its tables is written again', async () => {
    const { url, client } = await aFormerDatabase();
    const files = await client.query<{ name: string; file: string }>(FILES);
    await migrate(url, undefined, []); // the migration itself applies the functions that it needs
    const { rows } = await client.query<{ name: string }>(NAMED, [`\\m(${Object.keys(RENAMED).join('|')})(_|\\M)`]);
    expect(rows).toEqual([]);
    const later = new Map((await client.query<{ name: string; file: string }>(FILES)).rows.map(({ name, file }) => [name, file]));
    for (const { name, file } of files.rows) expect([name, later.get(RENAMED[name] ?? name)]).toEqual([name, file]);
  });

  const NAMED = `
    select conname as name from pg_constraint where conname ~ $1
    union all select relname from pg_class where relname ~ $1
    union all select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ $1`;

  const FILES = `
    select relname as name, pg_relation_filenode(oid)::text as file from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`;

  describe('with submissions before and after', () => {
    const KEY = 'fck_txZI5asyyJOmZBRdc1gOc1lpCCPqbI21zUwlBfptZaYw01ajS1'; // of the dump, under the secret of tests
    const SIGNUP = { id: '01a22423-004d-73f8-8ab0-12cbae197d1c' };
    const WEBHOOKS = { id: '01a22423-1083-7123-8d64-5186be6e1966' };
    /** The service, after the step. */
    async function startedOn(url: string): Promise<Api> {
      await migrate(url);
      await prepareQueueSchema(url);
      return (await startOn(url)).api;
    }

    const ADA = { email: 'ada@example.com', day: 'Monday' };

    it('goes on with its keys, unique values, places, receipts and failing destinations', async () => {
      const { url } = await aFormerDatabase();
      const api = (await startedOn(url)).as(KEY);
      const repeated = await submit(api, SIGNUP, ADA, { 'idempotency-key': 'order-1' });
      expect(repeated.body.data).toMatchObject({ id: '01a22423-0d2b-7723-839a-c8a5818f2ecd', received_at: '2026-11-28T21:50:06.697Z' });
      expect((await submit(api, SIGNUP, ADA)).body).toMatchObject({ error: { code: 'duplicate_submission' } });
      const stored = await submit(api, SIGNUP, { email: 'barbara@example.com', day: 'Monday' }, { 'idempotency-key': 'order-2' });
      expect(stored.status).toBe(201);
      const again = await submit(api, SIGNUP, { email: 'barbara@example.com', day: 'Monday' }, { 'idempotency-key': 'order-2' });
      expect(again.body.data).toEqual(stored.body.data);
      expect((await submit(api, SIGNUP, { email: 'alan@example.com', day: 'Monday' })).body).toMatchObject({
        error: { code: 'no_places_left' },
      });

      const released = await api.post(`/v1/forms/${SIGNUP.id}/submissions/01a22423-0eaa-714e-9bdf-dce336b1b9fd/release`);
      expect(released.status).toBe(200);
      expect((await submit(api, SIGNUP, { email: 'spam@example.com' })).body).toMatchObject({ error: { code: 'duplicate_submission' } });

      expect((await submit(api, WEBHOOKS, { name: 'Ada' })).status).toBe(201);
      const workflow = await api.get<{ published: { channels: object[] } }>(`/v1/forms/${WEBHOOKS.id}/workflow`);
      expect(workflow.body.data.published.channels).toContainEqual(expect.objectContaining({ node_id: 'crm', status: 'auto_disabled' }));
    });

    it('tells copies of the form what has changed since', async () => {
      const { url, client } = await aFormerDatabase();
      const anybody = await startedOn(url);
      await submit(anybody, SIGNUP, { email: 'barbara@example.com' });
      const changes = await anybody.as(KEY).get<{ type: string }[]>(`/v1/forms/${SIGNUP.id}/changes`);
      expect(changes.body.data.map(({ type }) => type)).toEqual(['upserted', 'upserted', 'upserted', 'erased', 'upserted']);
      for (const invariant of Object.values(INVARIANTS)) expect((await client.query(invariant)).rows).toEqual([]);
    });
  });

  it('takes writes while a migration waits for a table that a long transaction reads', async () => {
    const { url, client } = await aFormerDatabase();
    const reader = await connectedTo({ url });
    await reader.query('begin');
    await reader.query('lock table workflow_channels in access share mode');
    const migrated = migrate(url);
    await waitUntil(async () => (await client.query(WAITS)).rowCount === 1);
    await client.query('update submission_keys set file_count = file_count');
    await reader.query('commit');
    expect(await migrated).toContain(MIGRATIONS[0]);
  });

  const WAITS = `
    select from pg_locks where relation = 'workflow_channels'::regclass and mode = 'AccessExclusiveLock' and not granted`;

  it('is refused and left as it is when it lacks some of its migrations, with what to do', async () => {
    const { url, client } = await aFormerDatabase();
    await client.query('delete from migrations where name = $1', [LAST]);
    const before = await schemaText(client);
    await expect(migrate(url)).rejects.toThrow(
      `after the migration ${EARLIER}, and this build cannot bring it up to date. ` +
        'Run "npm run migrate" of the build of commit b6f14c5, the last one that can, and then that of this build.',
    );
    expect(await schemaText(client)).toBe(before);
  });

  const GROWING = ['accounts', 'forms', 'submissions', 'submission_files', 'notifications', 'workflow_runs', 'point_ledger'];

  /** Number and digest of the rows of each table. */
  async function rowsOf(client: Client): Promise<Record<string, { count: number }>> {
    const { rows } = await client.query<{ name: string }>(TABLES);
    const found: Record<string, { count: number }> = {};
    for (const { name } of rows) {
      const digest = await client.query<{ count: number }>(
        `select count(*)::int as count, md5(string_agg(row::text, '' order by row::text)) as digest
         from (select to_jsonb(t) - $1::text[] as row from public.${name} t) rows`,
        [ADDED_COLUMNS[name] ?? []],
      );
      found[name] = digest.rows[0]!;
    }
    return found;
  }

  /** The columns that migrations after the baseline have added, which are null at first. */
  const ADDED_COLUMNS: Record<string, string[]> = {
    accounts: ['time_zone', 'owner_asked_at'],
    api_keys: ['person_address', 'joined_at'],
    forms: ['retention_before'],
    notifications: ['dismissed_at'],
    plans: ['trash_days'],
    submission_jobs: ['permanently'],
    submission_idempotency_keys: ['asks_confirmation'],
    submissions: [
      'other_values_dropped',
      ...['is_unconfirmed', 'address_confirmed_at', 'deleted_at', 'state_before', 'edit_count', 'edited_at', 'edited_by'],
    ],
  };

  const TABLES = `
    select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'applied_functions', 'notice_passes')`;
});
