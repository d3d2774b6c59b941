import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index by which searches find words in submissions. A background task fills it, also for submissions that are there already. */
export class SearchTexts1795920000021 implements MigrationInterface {
  name = 'SearchTexts1795920000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table search_positions; drop table submission_texts');
  }
}

const TABLES = `
  create table submission_texts (
    form_id uuid not null,
    submission_id uuid not null,
    received_at timestamptz(3) not null,
    body text not null,
    primary key (form_id, submission_id),
    foreign key (form_id, submission_id) references submissions on delete cascade
  );
  comment on table submission_texts is 'The values of submissions in the letters by which searches find them. Written in the background, after the submission.';
  comment on column submission_texts.body is 'In lower case, without diacritics and names, and with the code of each character that is not ASCII.';
  create table search_positions (
    form_id uuid primary key references forms on delete cascade,
    change_number bigint not null,
    submission_id uuid not null
  );
  comment on table search_positions is 'The last change of each form whose submissions are in submission_texts.';`;

/** Where the role may not create the extension, searches read the submissions themselves. */
const INDEX = `
  do $$ begin
    create extension if not exists pg_trgm;
    create index submission_texts_body_idx on submission_texts using gin (body gin_trgm_ops);
  exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object
    or object_not_in_prerequisite_state then
    raise notice 'Searches for submissions have no index, since the extension pg_trgm is not available: %', sqlerrm;
  end $$`;
