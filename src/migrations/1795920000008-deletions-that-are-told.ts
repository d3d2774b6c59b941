import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a shorter retention leaves in force for a day. The default of a new column changes no row. */
export class DeletionsThatAreTold1795920000008 implements MigrationInterface {
  name = 'DeletionsThatAreTold1795920000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table forms add column retention_before jsonb;
      comment on column forms.retention_before is
        'The retention that is in force until a shorter one begins: {"days": 30 or null for ever, "until": time}. Null, or past, when the settings are in force.';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table forms drop column retention_before');
  }
}
