import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddFormMismatches1795696645378 implements MigrationInterface {
  name = 'AddFormMismatches1795696645378';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
create table if not exists form_mismatches (
  form_id uuid not null references forms on delete cascade,
  kind text not null check (kind in ('unknown_name', 'foreign_setting', 'missing_field')),
  name text not null check (char_length(name) between 1 and 64),
  day date not null,
  count integer not null check (count > 0),
  seen_at timestamptz(3) not null,
  primary key (form_id, kind, name, day)
);
comment on table form_mismatches is 'How pages and their forms disagree, by day of UTC, for 30 days. Names only, never values.';
comment on column form_mismatches.kind is
  'unknown_name: no field has it. foreign_setting: it has a meaning for other services. missing_field: a required field did not come, since a refused submission last had it.';
create index if not exists form_mismatches_day_idx on form_mismatches (day);
`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}
