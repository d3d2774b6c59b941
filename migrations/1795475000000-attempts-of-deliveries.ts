import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Steps keep when each attempt to deliver began and how it ended. Processes of the version before write steps without it, which leaves what
 * is there; theirs have no attempts.
 */
export class AttemptsOfDeliveries1795475000000 implements MigrationInterface {
  name = 'AttemptsOfDeliveries1795475000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow_run_steps add column if not exists attempts json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow_run_steps drop column if exists attempts');
  }
}
