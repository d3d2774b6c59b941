import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Submissions keep values whose names no field of their form has. */
export class AddValuesOfUnknownNames1795696585361 implements MigrationInterface {
  name = 'AddValuesOfUnknownNames1795696585361';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OTHER_VALUES);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}

const OTHER_VALUES = `
alter table submissions add column if not exists other_values json;
comment on column submissions.other_values is 'Values whose names no field of a form that validates has; null for none.';
`;
