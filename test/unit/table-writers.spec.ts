import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getMetadataArgsStorage } from 'typeorm';
import { ENTITIES } from '../../src/entities';

/** Files that write a table besides its repository, each with the reason. */
const FURTHER_WRITERS: Record<string, Record<string, string>> = {
  console_secrets: {
    'console/console-secrets.sql.ts': 'has the statements of its repository',
    'keys/keys.repository.ts': 'ends the sessions and links of a key whose earlier values end at once',
    'keys/people.repository.ts': 'ends the sessions and links of people who lose rights or leave',
  },
  form_stats: {
    'forms/forms.repository.ts': 'inserts the row of a new form, which every writer of submissions then locks and updates',
    'files/files.repository.ts': 'numbers the change of a submission that loses a file',
    'submissions/changes/changes.repository.ts': 'notes how far deletions are forgotten, in the statement that deletes them',
  },
  notices: {
    'notices/notice-mails.repository.ts': 'notes which recipients have been told of a notice',
  },
  notification_mails: {
    'workflows/runs/store/test-mails.repository.ts': 'counts the mails of tests for the same limit',
  },
  passkeys: {
    'keys/people.repository.ts': 'deletes those that open only a person who leaves',
  },
  point_ledger: {
    'accounts/point-ledger.entity.ts':
      'is the statement that accounts.repository.ts executes, and that workers combine with the write of a step',
  },
  sign_in_mails: { 'keys/people.repository.ts': 'ends the mails of people who leave' },
  submission_idempotency_keys: { 'forms/forms.repository.ts': 'deletes in batches what the deletion of a form would cascade to' },
  submission_deletions: {
    'submissions/changes/changes.repository.ts': 'forgets old deletions',
  },
  submissions: {
    'forms/forms.repository.ts': 'deletes in batches what the deletion of a form would cascade to',
    'files/files.repository.ts': 'counts a deleted file out of its submission in the statement that deletes it',
  },
  visitor_digest_keys: { 'start/app-secret.repository.ts': 'deletes what no secret opens any more' },
  visitor_mails: { 'start/app-secret.repository.ts': 'deletes what no secret opens any more' },
  visitor_stops: { 'start/app-secret.repository.ts': 'deletes what no secret opens any more' },
  workflow_run_steps: {
    'workflows/runs/store/run-progress.repository.ts': 'writes steps together with their runs',
  },
  workflow_runs: {
    'forms/forms.repository.ts': 'deletes in batches what the deletion of a form would cascade to',
    'workflows/runs/admission/blocked-runs.repository.ts': 'admits runs that were blocked, and fails those that were for too long',
    'workflows/runs/store/leased-runs.repository.ts': 'leases runs to workers',
    'workflows/runs/store/run-progress.repository.ts': 'holds the writes of workers, each fenced by the number of the lease',
  },
};

/** Functions of the database that write tables, with what calls them. */
const WRITING_FUNCTIONS: Record<string, { calledBy: string; tables: string[] }> = {
  give_back_places: {
    calledBy: 'submissions/submission-writes.repository.ts',
    tables: ['place_counts', 'unique_values'],
  },
  correct_submission: {
    calledBy: 'submissions/corrections/corrections.repository.ts',
    tables: ['form_stats', 'submissions', 'unique_values'],
  },
  hold_submission: {
    calledBy: 'submissions/quarantine.repository.ts',
    tables: ['address_confirmations', 'form_stats', 'notifications', 'submissions'],
  },
  restore_submission: {
    calledBy: 'submissions/trash/trash.repository.ts',
    tables: ['address_confirmations', 'form_stats', 'imported_sources', 'notifications', 'submissions'],
  },
  trash_submissions: {
    calledBy: 'submissions/trash/trash.repository.ts',
    tables: ['form_stats', 'imported_sources', 'notifications', 'submissions', 'trashed_submissions'],
  },
  is_repeated_text: { calledBy: 'judge_submissions', tables: ['repeated_texts'] },
  judge_submissions: { calledBy: 'accept_submissions', tables: ['spent_challenges'] },
  release_submission: {
    calledBy: 'submissions/quarantine.repository.ts',
    tables: ['address_confirmations', 'form_stats', 'submissions'],
  },
  confirm_address: {
    calledBy: 'confirmations/confirmations.repository.ts',
    tables: ['address_confirmations', 'form_stats', 'submissions'],
  },
  give_up_confirmation: { calledBy: 'confirmations/confirmation-mails.repository.ts', tables: ['address_confirmations'] },
  request_confirmations: { calledBy: 'accept_submissions', tables: ['address_confirmations', 'submission_idempotency_keys'] },
  end_unconfirmed: { calledBy: 'hold_submission', tables: ['form_stats', 'submissions'] },
  count_received_day: { calledBy: 'release_submission', tables: ['form_days', 'form_stats'] },
  take_places: { calledBy: 'judge_submissions', tables: ['place_counts', 'unique_values'] },
  claim_idempotency_keys: { calledBy: 'accept_submissions', tables: ['submission_idempotency_keys'] },
  attach_submission_files: { calledBy: 'accept_submissions', tables: ['form_stats', 'object_removals', 'submission_files'] },
  notify_of_submissions: { calledBy: 'accept_submissions', tables: ['notifications'] },
  start_submission_runs: { calledBy: 'accept_submissions', tables: ['accounts', 'point_ledger', 'workflow_runs'] },
  accept_submissions: {
    calledBy: 'submissions/submission-writes.repository.ts',
    tables: ['form_days', 'form_stats', 'submissions'],
  },
  delete_submissions_of_form: { calledBy: 'a trigger', tables: ['submission_idempotency_keys', 'submissions'] },
  import_submissions: {
    calledBy: 'submissions/submission-writes.repository.ts',
    tables: ['form_days', 'form_stats', 'imported_sources', 'submissions'],
  },
  fold_point_ledger: { calledBy: 'accounts/accounts.repository.ts', tables: ['point_ledger'] },
  remove_object_of_deleted_file: { calledBy: 'a trigger', tables: ['form_stats', 'object_removals'] },
  release_points_of_deleted_run: { calledBy: 'a trigger', tables: ['accounts', 'point_ledger'] },
};

const SRC = join(__dirname, '../../src');

const SOURCES = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts') && !path.startsWith('migrations'))
  .sort();

const MIGRATIONS = readdirSync(join(SRC, 'migrations'))
  .sort()
  .map((file) => readFileSync(join(SRC, 'migrations', file), 'utf8'));

const TABLES = new Set(
  MIGRATIONS.flatMap((text) => [...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table!)),
);

/** The text of each function of the database. */
const FUNCTIONS = new Map(
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql'))
    .map((path) => [basename(path, '.sql').replaceAll('-', '_'), readFileSync(join(SRC, path), 'utf8')]),
);

const TABLE_OF_ENTITY = new Map(
  getMetadataArgsStorage()
    .tables.filter(({ target }) => ENTITIES.includes(target as never))
    .map(({ target, name }) => [(target as { name: string }).name, name!]),
);

const SQL_WRITE = /\b(?:insert into|update|delete from)\s+(\w+)/g;
/** Calls whose first argument is the table that their statements write. */
const CALL_WITH_TABLE = /\b(?:deleteBatch|leaseStatements)\(\s*'(\w+)'/g;
const ENTITY_WRITE = /\brepository\((\w+)\)\s*\.(?:insert|update|upsert|delete|remove|save|increment|decrement)\b/g;
/** A repository in a variable may be used for anything. */
const ENTITY_IN_VARIABLE = /=\s*this\.database\.repository\((\w+)\);/g;

function tablesWrittenIn(source: string): Set<string> {
  const named = [SQL_WRITE, CALL_WITH_TABLE].flatMap((pattern) => [...source.matchAll(pattern)].map(([, table]) => table!));
  const mapped = [ENTITY_WRITE, ENTITY_IN_VARIABLE].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, entity]) => TABLE_OF_ENTITY.get(entity!) ?? `the table of ${entity}`),
  );
  return new Set([...named.filter((table) => TABLES.has(table)), ...mapped]);
}

const writers = new Map<string, string[]>();
for (const path of SOURCES) {
  for (const table of tablesWrittenIn(readFileSync(join(SRC, path), 'utf8'))) {
    writers.set(table, [...(writers.get(table) ?? []), path]);
  }
}

const writersOf = (table: string): string[] => writers.get(table) ?? [];
const repositoriesOf = (table: string): string[] => writersOf(table).filter((path) => FURTHER_WRITERS[table]?.[path] === undefined);
const READ_ONLY = ['plans'];

describe('each table', () => {
  const written = [...TABLES].filter((table) => !READ_ONLY.includes(table));

  it.each(written)('%s is written by one repository', (table) => {
    expect(repositoriesOf(table)).toEqual([expect.stringMatching(/\.repository\.ts$/)]);
  });

  it.each(READ_ONLY)('%s is written by migrations only', (table) => {
    expect(writersOf(table)).toEqual([]);
  });
});

it('functions of the database write these tables', () => {
  const writing = [...FUNCTIONS]
    .map(([name, body]) => [name, [...tablesWrittenIn(body)].sort()] as const)
    .filter(([, tables]) => tables.length > 0);
  const listed = Object.entries(WRITING_FUNCTIONS).map(([name, { tables }]) => [name, tables] as const);
  expect(Object.fromEntries(writing)).toEqual(Object.fromEntries(listed));
});

it('every further writer still writes', () => {
  const stale = Object.entries(FURTHER_WRITERS).flatMap(([table, paths]) =>
    Object.keys(paths).filter((path) => !writersOf(table).includes(path)),
  );
  expect(stale).toEqual([]);
});

describe('tablesWrittenIn', () => {
  it.each([
    ['insert into forms (id) values ($1)', 'forms'],
    ['with old as (delete from forms returning 1)', 'forms'],
    ['update form_stats s set unread_count = 0', 'form_stats'],
    [`this.database.deleteBatch('audit_events', 'true', 'id')`, 'audit_events'],
    [`leaseStatements('export_leases', 'api_key_id', 30)`, 'export_leases'],
    ['this.database.repository(FormEntity).update({ id }, edit)', 'forms'],
    ['this.database\n  .repository(FieldEntity)\n  .insert(rows)', 'fields'],
    ['const keys = this.database.repository(ApiKeyEntity);', 'api_keys'],
  ])('finds the write in %j', (source, table) => {
    expect([...tablesWrittenIn(source)]).toEqual([table]);
  });

  it.each([
    'select id from forms for update of forms',
    'this.database.repository(FormEntity).findOne({ where })',
    'on conflict (id) do update set name = excluded.name',
  ])('finds none in %j', (source) => {
    expect([...tablesWrittenIn(source)]).toEqual([]);
  });
});
