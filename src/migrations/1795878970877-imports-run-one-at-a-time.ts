import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ImportsRunOneAtATime1795878970877 implements MigrationInterface {
  name = 'ImportsRunOneAtATime1795878970877';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
create table if not exists import_leases (
  account_id uuid primary key references accounts on delete cascade,
  holder uuid not null,
  expires_at timestamptz(3) not null
);
comment on table import_leases is 'The import that is running for an account. The process that does it renews its lease until the end.';
`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}
