import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index by which the task of notices finds the refusals that owners are told of, among all that are counted. */
export class IndexOfToldRefusals1795920000011 implements MigrationInterface {
  name = 'IndexOfToldRefusals1795920000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index form_refusals_told_idx on form_refusals (form_id, day) where kind in ('origin', 'closed', 'dropped')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index form_refusals_told_idx');
  }
}
