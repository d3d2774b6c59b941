import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails of tests count like notifications, apart from what is decided by the last or the first notification of a form. */
export class CountMailsOfTests1795878797395 implements MigrationInterface {
  name = 'CountMailsOfTests1795878797395';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table notification_mails add is_test boolean not null default false;
      comment on column notification_mails.is_test is 'The mail of a step that a test sends: limited by itself, and no mail of the form to those who wait for one.';
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}
