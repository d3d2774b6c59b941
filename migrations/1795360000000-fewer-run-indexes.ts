import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Two thirds of what the insertion of a run wrote: new runs get no entries for their version and their points any more, and one entry for
 * their submission instead of two.
 *
 * Indexes are built and dropped concurrently, so that the service can write meanwhile, and every statement can be repeated, so that an
 * interrupted migration continues. A table with partitions allows neither, and is locked.
 */
export class FewerRunIndexes1795360000000 implements MigrationInterface {
  name = 'FewerRunIndexes1795360000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const [table] = (await runner.query(RUNS)) as { is_partitioned: boolean }[];
    const concurrently = table!.is_partitioned ? '' : 'concurrently';
    if (concurrently) await runner.query('set lock_timeout = 0'); // it waits for the statements in progress, and blocks none
    for (const [name, definition] of NEW) {
      if (((await runner.query(VALID_INDEX, [name])) as unknown[]).length > 0) continue; // of an interrupted attempt
      await runner.query(`drop index ${concurrently} if exists ${name}`);
      await runner.query(`create ${definition.replace('index', `index ${concurrently} ${name}`)}`);
    }
    for (const [name] of OLD) await runner.query(`drop index ${concurrently} if exists ${name}`);
    await runner.query(`set lock_timeout = '1500ms'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of OLD) await runner.query(`create ${definition.replace('index', `index ${name}`)}`);
    for (const [name] of NEW) await runner.query(`drop index if exists ${name}`);
  }
}

const RUNS = `select relkind = 'p' as is_partitioned from pg_class where oid = 'workflow_runs'::regclass`;
const VALID_INDEX = 'select from pg_index where indexrelid = to_regclass($1) and indisvalid';

const HAS_ENDED = `status in ('succeeded', 'partially_failed', 'failed', 'cancelled')`;

/** The key has the same value for all runs that a submission may have one of, and another for each retry and test. */
const NEW = [
  [
    'workflow_runs_of_submission_key',
    `unique index on workflow_runs (form_id, submission_id, (case when run_kind = 'production' and retry_of_run_id is null
      then '00000000-0000-0000-0000-000000000000'::uuid else id end))`,
  ],
  ['workflow_runs_ended_version_idx', `index on workflow_runs (form_id, workflow_version, created_at desc, id desc) where ${HAS_ENDED}`],
  ['workflow_runs_ended_points_idx', `index on workflow_runs (form_id, consumed_points, created_at desc, id desc) where ${HAS_ENDED}`],
] as const;

const OLD = [
  [
    'workflow_runs_submission_key',
    `unique index on workflow_runs (form_id, submission_id) where run_kind = 'production' and retry_of_run_id is null`,
  ],
  ['workflow_runs_by_submission_idx', 'index on workflow_runs (form_id, submission_id, created_at desc, id desc)'],
  ['workflow_runs_version_idx', 'index on workflow_runs (form_id, workflow_version, created_at desc, id desc)'],
  ['workflow_runs_consumed_idx', 'index on workflow_runs (form_id, consumed_points, created_at desc, id desc)'],
] as const;
