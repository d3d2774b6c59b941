import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EscapeValuesInTemplatesOfJson1795697026628 implements MigrationInterface {
  name = 'EscapeValuesInTemplatesOfJson1795697026628';

  /** Versions that exist, and those that a process of the version before still publishes, are sent as they were. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow_versions add column if not exists escapes_json boolean not null default false');
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}
