import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index that finds the runs which ended longest ago. A run gets its entry when it ends. */
export class EndedRuns1795340000000 implements MigrationInterface {
  name = 'EndedRuns1795340000000';
  /** Indexes are built concurrently, so that the service can write meanwhile, and that is not possible in a transaction. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('set lock_timeout = 0'); // it waits for the statements in progress, and blocks none
    await runner.query('drop index concurrently if exists workflow_runs_completed_idx'); // of an attempt that was interrupted
    await runner.query(`create index concurrently workflow_runs_completed_idx on workflow_runs (completed_at)
      where completed_at is not null`);
    await runner.query(`set lock_timeout = '1500ms'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index workflow_runs_completed_idx');
  }
}
