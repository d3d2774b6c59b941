import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Steps get the form of their run, in batches. Every statement can be repeated, so that an interrupted migration continues. */
export class FormOfSteps1795340200000 implements MigrationInterface {
  name = 'FormOfSteps1795340200000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow_run_steps add column if not exists form_id uuid');
    await runner.query(FORM_OF_NEW_STEP);
    await runner.query(FORM_OF_NEW_STEP_TRIGGER);
    await fillForms(runner);
    for (const statement of REQUIRE_FORM) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger workflow_run_steps_add_form on workflow_run_steps');
    await runner.query('drop function add_form_of_step');
    await runner.query('alter table workflow_run_steps drop column form_id');
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
