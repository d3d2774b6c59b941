import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a submission writes costs less: a run has two index entries fewer, and the tables that are only written under the lock of their form
 * or account do not look for it again for each row. Every step may be repeated.
 */
export class LighterSubmissions1795710739057 implements MigrationInterface {
  name = 'LighterSubmissions1795710739057';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const [{ key }] = (await runner.query(PRIMARY_KEY)) as [{ key: string }];
    if (!key.includes('(id, form_id)')) {
      await runner.query('drop index concurrently if exists workflow_runs_id_form_id_key'); // what an interruption has left
      await runner.query('create unique index concurrently workflow_runs_id_form_id_key on workflow_runs (id, form_id)');
      await runner.query(REPLACE_PRIMARY_KEY);
    }
    await runner.query('alter table workflow_run_steps validate constraint workflow_run_steps_run_id_form_id_fkey');
    await runner.query('drop index concurrently if exists workflow_runs_id_idx');
    await runner.query('drop index concurrently if exists workflow_runs_holding_idx');
    for (const statement of [DELETE_SUBMISSIONS_OF_FORM, KEEP_ACCOUNT_OF_LEDGER, ...DROP_FOREIGN_KEYS]) await runner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}

const PRIMARY_KEY = "select pg_get_constraintdef(oid) as key from pg_constraint where conname = 'workflow_runs_pkey'";

/** The steps refer to the key of their run, which is therefore checked again, without a lock that keeps workers from writing. */
const REPLACE_PRIMARY_KEY = `
  do $$ begin
    alter table workflow_run_steps drop constraint workflow_run_steps_run_id_form_id_fkey;
    alter table workflow_runs drop constraint workflow_runs_pkey,
      add constraint workflow_runs_pkey primary key using index workflow_runs_id_form_id_key;
    alter table workflow_run_steps add constraint workflow_run_steps_run_id_form_id_fkey
      foreign key (run_id, form_id) references workflow_runs (id, form_id) on delete cascade not valid;
  end $$`;

/** As in `src/submissions/delete-submissions-of-form.sql`, which is applied after the migrations. */
const DELETE_SUBMISSIONS_OF_FORM = `
  do $do$ begin
    create or replace function delete_submissions_of_form() returns trigger language plpgsql as $$
      begin
        delete from submissions where form_id = old.id;
        delete from submission_idempotency_keys where form_id = old.id;
        return null;
      end $$;
    create or replace trigger forms_delete_their_submissions after delete on forms
      for each row execute function delete_submissions_of_form();
  end $do$`;

/** As in `src/accounts/keep-account-of-ledger.sql`. */
const KEEP_ACCOUNT_OF_LEDGER = `
  do $do$ begin
    create or replace function keep_account_of_ledger() returns trigger language plpgsql as $$
      begin
        if exists (select from point_ledger where account_id = old.id) then
          raise exception 'the ledger has movements of the account' using errcode = 'foreign_key_violation';
        end if;
        return old;
      end $$;
    create or replace trigger accounts_with_movements_stay before delete on accounts
      for each row execute function keep_account_of_ledger();
  end $do$`;

const DROP_FOREIGN_KEYS = [
  'alter table submissions drop constraint if exists submissions_form_id_fkey',
  'alter table submission_idempotency_keys drop constraint if exists submission_idempotency_keys_form_id_fkey',
  'alter table workflow_runs drop constraint if exists workflow_runs_account_id_fkey',
  'alter table point_ledger drop constraint if exists point_ledger_account_id_fkey',
];
