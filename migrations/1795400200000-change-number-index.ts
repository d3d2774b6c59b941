import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index of the change feed, built concurrently, so that the service can write meanwhile. It can be repeated, so that an interrupted
 * migration continues. A table with partitions allows neither, and is locked.
 */
export class ChangeNumberIndex1795400200000 implements MigrationInterface {
  name = 'ChangeNumberIndex1795400200000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    if (((await runner.query(VALID_INDEX)) as unknown[]).length > 0) return; // of an interrupted attempt
    const [table] = (await runner.query(SUBMISSIONS)) as { is_partitioned: boolean }[];
    const concurrently = table!.is_partitioned ? '' : 'concurrently';
    if (concurrently) await runner.query('set lock_timeout = 0'); // it waits for the statements in progress, and blocks none
    await runner.query(`drop index ${concurrently} if exists submissions_changes_idx`);
    await runner.query(`create index ${concurrently} submissions_changes_idx on submissions (form_id, change_number, id)`);
    await runner.query(`set lock_timeout = '1500ms'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index submissions_changes_idx');
  }
}

const SUBMISSIONS = `select relkind = 'p' as is_partitioned from pg_class where oid = 'submissions'::regclass`;
const VALID_INDEX = `select from pg_index where indexrelid = to_regclass('submissions_changes_idx') and indisvalid`;
