import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the notifications that were not sent, or only perhaps, among those of a form, of which most were delivered. */
export class FailedNotifications1795920000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index notifications_unsent_idx on notifications (form_id, submission_id) where status in ('failed', 'uncertain')
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index notifications_unsent_idx');
  }
}
