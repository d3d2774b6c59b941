import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A process can tell whether its `APP_SECRET` is the one that the data was made under. */
export class AppSecretCheck1795350000000 implements MigrationInterface {
  name = 'AppSecretCheck1795350000000';

  /** The service writes the row, since a migration does not know the secret. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table app_secret_check (
        is_only boolean primary key default true check (is_only),
        value bytea not null check (octet_length(value) = 32)
      )`);
    await runner.query(`
      comment on table app_secret_check is 'One row: a key derived from APP_SECRET for nothing but this check.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table app_secret_check');
  }
}
