import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports that can be undone, and the form into which an import runs. */
export class Imports1795920000003 implements MigrationInterface {
  name = 'Imports1795920000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
create table import_batches (
  form_id uuid not null references forms on delete cascade,
  import_id uuid not null,
  id uuid not null,
  submission_ids uuid[] not null check (cardinality(submission_ids) > 0),
  stored_at timestamptz(3) not null default now(),
  primary key (form_id, import_id, id)
);
create index import_batches_stored_idx on import_batches (stored_at);
comment on table import_batches is 'The submissions that an import has stored, so that it can be undone for a day.';
comment on column import_batches.submission_ids is 'Some of them may have been deleted since.';

alter table import_leases add column form_id uuid;
comment on column import_leases.form_id is 'The form into which it stores. Null for a dry run.';`;

const DOWN = `
drop table import_batches;
alter table import_leases drop column form_id;`;
