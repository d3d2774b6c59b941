import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Forms with a retention are found without a look at the others, and the audit trail has room for what an event did. */
export class Retention1795450000000 implements MigrationInterface {
  name = 'Retention1795450000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table audit_events add column if not exists details jsonb');
    await runner.query(`create index if not exists forms_retention_idx on forms (id) where settings ? 'retention' and deleted_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index forms_retention_idx');
    await runner.query('alter table audit_events drop column details');
  }
}
