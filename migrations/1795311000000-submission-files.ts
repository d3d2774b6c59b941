import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The files of submissions, and the removal of their objects from the store. */
export class SubmissionFiles1795311000000 implements MigrationInterface {
  name = 'SubmissionFiles1795311000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table submission_files, object_removals');
    await runner.query('drop function remove_object_of_deleted_file()');
  }
}

const STATEMENTS = [
  `create table submission_files (
    form_id uuid not null,
    submission_id uuid not null,
    id uuid not null,
    position integer not null check (position >= 0),
    field text not null,
    filename text not null check (char_length(filename) between 1 and 200),
    content_type text not null,
    size_bytes bigint not null check (size_bytes > 0),
    sha256 bytea not null check (octet_length(sha256) = 32),
    object_name text not null unique,
    created_at timestamptz(3) not null,
    primary key (form_id, submission_id, id),
    foreign key (form_id, submission_id) references submissions on delete cascade
  )`,
  `create table object_removals (
    object_name text primary key,
    due_at timestamptz(3) not null
  )`,
  `comment on table object_removals is 'Objects of the store that are to be removed: those of deleted files, and those of uploads that no submission has taken over by then.'`,
  `create index object_removals_due_at_idx on object_removals (due_at)`,

  `create function remove_object_of_deleted_file() returns trigger language plpgsql as $$
    begin
      insert into object_removals (object_name, due_at) select object_name, now() from deleted;
      return null;
    end $$`,
  `create trigger submission_files_remove_objects after delete on submission_files
    referencing old table as deleted for each statement execute function remove_object_of_deleted_file()`,
];
