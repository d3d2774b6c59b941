import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keys that contain the form. PostgreSQL can then partition by `form_id` every table whose rows belong to a form and grow with its
 * submissions, and Citus can distribute it, since both require the column in each unique key.
 *
 * Tables with millions of rows are locked for moments only: indexes are built concurrently, and the constraint is validated after it was
 * added. Every statement can be repeated, so that an interrupted migration continues.
 */
export class KeysByForm1795340300000 implements MigrationInterface {
  name = 'KeysByForm1795340300000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    if (((await runner.query(OLD_KEYS)) as unknown[]).length === 0) return; // it was interrupted after its last statement
    for (const [name, definition] of INDEXES) await createIndex(runner, name, definition);
    for (const statement of REFER_TO_RUN) await runner.query(statement);
    await runner.query(EXCHANGE_KEYS);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

/** The key of steps begins with the run, whose id ascends with time, so that new entries share the last pages of the index. */
const INDEXES = [
  ['workflow_runs_id_idx', 'index on workflow_runs (id)'],
  ['workflow_runs_form_id_id_key', 'unique index on workflow_runs (form_id, id)'],
  ['workflow_run_steps_run_id_form_id_node_id_key', 'unique index on workflow_run_steps (run_id, form_id, node_id)'],
  ['submission_files_object_name_idx', 'index on submission_files (object_name)'],
] as const;

/** Keeps what an interrupted attempt has completed. The index that it was building is invalid. */
async function createIndex(runner: QueryRunner, name: string, definition: string): Promise<void> {
  const valid = (await runner.query('select from pg_index where indexrelid = to_regclass($1) and indisvalid', [name])) as unknown[];
  if (valid.length > 0) return;
  await runner.query('set lock_timeout = 0'); // building waits for the statements in progress, and blocks none
  await runner.query(`drop index concurrently if exists ${name}`);
  await runner.query(`create ${definition.replace('index', `index concurrently ${name}`)}`);
  await runner.query(`set lock_timeout = '1500ms'`);
}

const REFER_TO_RUN = [
  'alter table workflow_run_steps drop constraint if exists workflow_run_steps_run_id_form_id_fkey',
  `alter table workflow_run_steps add constraint workflow_run_steps_run_id_form_id_fkey
    foreign key (run_id, form_id) references workflow_runs (id, form_id) on delete cascade not valid`,
  'alter table workflow_run_steps validate constraint workflow_run_steps_run_id_form_id_fkey',
];

const OLD_KEYS = `select from pg_constraint where conrelid = 'submission_files'::regclass and conname = 'submission_files_object_name_key'`;

/** One transaction, whose locks are taken in the order of all others. The index becomes the constraint and takes over its name. */
const EXCHANGE_KEYS = `
  do $$ begin
    lock table submission_files, workflow_runs, workflow_run_steps in access exclusive mode;
    alter table submission_files drop constraint submission_files_object_name_key;
    alter table workflow_run_steps drop constraint workflow_run_steps_run_id_fkey,
      drop constraint workflow_run_steps_pkey, drop constraint workflow_run_steps_run_id_node_id_key,
      add constraint workflow_run_steps_pkey primary key using index workflow_run_steps_run_id_form_id_node_id_key;
    alter table workflow_runs drop constraint workflow_runs_pkey,
      add constraint workflow_runs_pkey primary key using index workflow_runs_form_id_id_key;
  end $$`;

const DOWN = [
  `alter table workflow_run_steps drop constraint workflow_run_steps_run_id_form_id_fkey, drop constraint workflow_run_steps_pkey,
    add constraint workflow_run_steps_pkey primary key (id),
    add constraint workflow_run_steps_run_id_node_id_key unique (run_id, node_id)`,
  'alter table workflow_runs drop constraint workflow_runs_pkey, add constraint workflow_runs_pkey primary key (id)',
  'drop index workflow_runs_id_idx, submission_files_object_name_idx',
  'alter table submission_files add constraint submission_files_object_name_key unique (object_name)',
  `alter table workflow_run_steps add constraint workflow_run_steps_run_id_fkey
    foreign key (run_id) references workflow_runs on delete cascade`,
];
