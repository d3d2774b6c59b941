import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index of the runs that need attention, built concurrently, so that the service can write meanwhile. It can be repeated, so that an
 * interrupted migration continues. A table with partitions allows neither, and is locked.
 */
export class RunsThatNeedAttention1795450100000 implements MigrationInterface {
  name = 'RunsThatNeedAttention1795450100000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    if (((await runner.query(VALID_INDEX)) as unknown[]).length > 0) return; // of an interrupted attempt
    const [table] = (await runner.query(RUNS)) as { is_partitioned: boolean }[];
    const concurrently = table!.is_partitioned ? '' : 'concurrently';
    if (concurrently) await runner.query('set lock_timeout = 0'); // it waits for the statements in progress, and blocks none
    await runner.query(`drop index ${concurrently} if exists workflow_runs_attention_idx`);
    await runner.query(`create index ${concurrently} workflow_runs_attention_idx on workflow_runs (form_id, created_at desc, id desc)
      where status in ('failed', 'partially_failed') or has_uncertain`);
    await runner.query(`set lock_timeout = '1500ms'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index workflow_runs_attention_idx');
  }
}

const RUNS = `select relkind = 'p' as is_partitioned from pg_class where oid = 'workflow_runs'::regclass`;
const VALID_INDEX = `select from pg_index where indexrelid = to_regclass('workflow_runs_attention_idx') and indisvalid`;
