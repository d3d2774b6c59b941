import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the point usage of an account: what it has consumed this month, and what its open runs hold. */
export class PointUsage1795310616273 implements MigrationInterface {
  name = 'PointUsage1795310616273';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index point_ledger_consumed_idx on point_ledger (account_id, created_at) include (points)
      where kind = 'consume'`);
    await runner.query(`
      create index workflow_runs_holding_idx on workflow_runs (account_id)
      where reserved_points > consumed_points + released_points`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index point_ledger_consumed_idx, workflow_runs_holding_idx');
  }
}
