import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of the pages and notifications of a form. */
export class FormSettings1795330000000 implements MigrationInterface {
  name = 'FormSettings1795330000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table forms add column settings jsonb not null default '{}'`);
    await runner.query(`comment on column forms.settings is 'By section, as in the API; only members that differ from their defaults.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table forms drop column settings');
  }
}
