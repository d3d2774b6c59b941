import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the filters of run lists, and for the search in the names of forms. */
export class ReadIndexes1795321000000 implements MigrationInterface {
  name = 'ReadIndexes1795321000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists forms_name_search_idx');
    await runner.query(DROP_EXTENSION);
    await runner.query(`drop index workflow_runs_consumed_idx, workflow_runs_version_idx, workflow_runs_uncertain_idx,
      workflow_runs_tests_idx, workflow_runs_ended_idx`);
  }
}

/**
 * A filter that matches few runs or none would otherwise read all runs of the form. Three indexes are partial, since each entry costs time:
 * a run gets none in them when it is created, and one at its end. Open runs are found by the indexes on due and on blocked runs.
 */
const RUN_INDEXES = [
  `create index workflow_runs_ended_idx on workflow_runs (form_id, status, created_at desc, id desc)
    where status in ('succeeded', 'partially_failed', 'failed', 'cancelled')`,
  `create index workflow_runs_tests_idx on workflow_runs (form_id, created_at desc, id desc) where run_kind = 'test'`,
  `create index workflow_runs_uncertain_idx on workflow_runs (form_id, created_at desc, id desc) where has_uncertain`,
  `create index workflow_runs_version_idx on workflow_runs (form_id, workflow_version, created_at desc, id desc)`,
  `create index workflow_runs_consumed_idx on workflow_runs (form_id, consumed_points, created_at desc, id desc)`,
];

/**
 * The extension belongs to the contrib modules of PostgreSQL, which a server may lack or refuse to the role. The search then reads the names
 * of all forms of the account.
 */
const SEARCH_INDEX = `
  do $$ begin
    create extension if not exists pg_trgm;
    create index forms_name_search_idx on forms using gin (name gin_trgm_ops) with (fastupdate = off) where deleted_at is null;
  exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object
    or object_not_in_prerequisite_state then
    raise notice 'Searches for forms have no index, since the extension pg_trgm is not available: %', sqlerrm;
  end $$`;

/** Stays where something else depends on it, or where it belongs to another role. */
const DROP_EXTENSION = `
  do $$ begin
    drop extension if exists pg_trgm;
  exception when dependent_objects_still_exist or insufficient_privilege then null;
  end $$`;

const STATEMENTS = [...RUN_INDEXES, SEARCH_INDEX];
