import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The check of sources holds for the submissions of before too, which is looked at while the service writes. */
export class SourceCheck1795490100000 implements MigrationInterface {
  name = 'SourceCheck1795490100000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table submissions validate constraint submissions_source_check');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table submissions drop constraint submissions_source_check, add constraint submissions_source_check
      check (source in ('api', 'form_submit', 'hosted_form', 'import')) not valid`);
  }
}
