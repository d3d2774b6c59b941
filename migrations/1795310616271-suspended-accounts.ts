import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Suspension of accounts. */
export class SuspendedAccounts1795310616271 implements MigrationInterface {
  name = 'SuspendedAccounts1795310616271';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table accounts add column suspended_at timestamptz(3)');
    await runner.query(`comment on column accounts.suspended_at is 'Set while keys may only read, forms accept nothing and runs wait.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table accounts drop column suspended_at');
  }
}
