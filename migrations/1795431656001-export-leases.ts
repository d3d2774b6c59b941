import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One export at a time for each key. */
export class ExportLeases1795431656001 implements MigrationInterface {
  name = 'ExportLeases1795431656001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table export_leases (
        api_key_id uuid primary key references api_keys on delete cascade,
        holder uuid not null,
        expires_at timestamptz(3) not null
      )`,
    );
    await runner.query(
      `comment on table export_leases is 'The export that is running for a key. The process that writes it renews its lease until the end.'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table export_leases');
  }
}
