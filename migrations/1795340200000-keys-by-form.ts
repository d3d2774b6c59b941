import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keys that contain the form. PostgreSQL can then partition by `form_id` every table whose rows belong to a form and grow with its
 * submissions, and Citus can distribute it, since both require the column in each unique key.
 *
 * Tables with millions of rows are locked for moments only: indexes are built concurrently, constraints are validated after they were added,
 * and steps get their form in batches. Every statement can be repeated, so that an interrupted migration continues.
 */
export class KeysByForm1795340200000 implements MigrationInterface {
  name = 'KeysByForm1795340200000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    if (((await runner.query(OLD_KEYS)) as unknown[]).length === 0) return; // it was interrupted after its last statement
    await runner.query('alter table workflow_run_steps add column if not exists form_id uuid');
    await runner.query(FORM_OF_NEW_STEP);
    await runner.query(FORM_OF_NEW_STEP_TRIGGER);
    await fillForms(runner);
    for (const statement of REQUIRE_FORM) await runner.query(statement);
    for (const [name, definition] of INDEXES) {
      await runner.query('set lock_timeout = 0'); // building waits for the statements in progress, and blocks none
      await runner.query(`drop index concurrently if exists ${name}`); // of an attempt that was interrupted
      await runner.query(`create ${definition.replace('index', `index concurrently ${name}`)}`);
    }
    await runner.query(`set lock_timeout = '1500ms'`);
    for (const statement of REFER_TO_RUN) await runner.query(statement);
    await runner.query(EXCHANGE_KEYS);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

/** Steps that the previous version inserts lack their form. The release after this one removes function and trigger. */
const FORM_OF_NEW_STEP = `
  create or replace function add_form_of_step() returns trigger language plpgsql as $$
    begin
      select form_id into new.form_id from workflow_runs where id = new.run_id;
      return new;
    end $$`;
const FORM_OF_NEW_STEP_TRIGGER = `
  create or replace trigger workflow_run_steps_add_form before insert on workflow_run_steps
    for each row when (new.form_id is null) execute function add_form_of_step()`;

/** Runs are locked in the order of their ids, as the workers do, before their steps. Those that have ended need no lock. */
async function fillForms(runner: QueryRunner): Promise<void> {
  for (let last: string | null = '00000000-0000-0000-0000-000000000000'; last !== null;) {
    const [batch] = (await runner.query(FILL, [last])) as { last: string | null }[];
    last = batch!.last;
  }
}

const FILL = `
  with runs as materialized (
    select id, form_id, completed_at from workflow_runs where id > $1 order by id limit 1000
  ), held as materialized (
    select id from workflow_runs where id = any(array(select id from runs where completed_at is null)) order by id for no key update
  ), filled as (
    update workflow_run_steps s set form_id = runs.form_id from runs
    where s.run_id = runs.id and s.run_id = any(array(select id from runs)) and s.form_id is null and (select count(*) from held) >= 0
  )
  select (select id from runs order by id desc limit 1) as last`;

/** A validated check spares the scan of the table under the lock that \`set not null\` takes. */
const REQUIRE_FORM = [
  'alter table workflow_run_steps drop constraint if exists workflow_run_steps_form_id_check',
  'alter table workflow_run_steps add constraint workflow_run_steps_form_id_check check (form_id is not null) not valid',
  'alter table workflow_run_steps validate constraint workflow_run_steps_form_id_check',
  'alter table workflow_run_steps alter column form_id set not null',
  'alter table workflow_run_steps drop constraint workflow_run_steps_form_id_check',
];

/** The key of steps begins with the run, whose id ascends with time, so that new entries share the last pages of the index. */
const INDEXES = [
  ['workflow_runs_id_idx', 'index on workflow_runs (id)'],
  ['workflow_runs_form_id_id_key', 'unique index on workflow_runs (form_id, id)'],
  ['workflow_run_steps_run_id_form_id_node_id_key', 'unique index on workflow_run_steps (run_id, form_id, node_id)'],
  ['submission_files_object_name_idx', 'index on submission_files (object_name)'],
] as const;

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
  'drop trigger workflow_run_steps_add_form on workflow_run_steps',
  'drop function add_form_of_step',
  `alter table workflow_run_steps drop column form_id, add constraint workflow_run_steps_run_id_fkey
    foreign key (run_id) references workflow_runs on delete cascade`,
];
