import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The build before neither reads nor writes the column. */
export class RunsCanBeDismissed1795712850081 implements MigrationInterface {
  name = 'RunsCanBeDismissed1795712850081';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
alter table workflow_runs add column if not exists dismissed_at timestamptz(3);
comment on column workflow_runs.dismissed_at is
  'When somebody decided that nothing more has to be done about it. A run that ends later needs attention again.';
`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}
