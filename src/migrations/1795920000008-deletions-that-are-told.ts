import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The retention that a shorter one leaves in force for a day, and actions on all submissions that fit a filter. No row is written. */
export class DeletionsThatAreTold1795920000008 implements MigrationInterface {
  name = 'DeletionsThatAreTold1795920000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table forms add column retention_before jsonb;
      comment on column forms.retention_before is
        'The retention that is in force until a shorter one begins: {"days": 30 or null for ever, "until": time}. Null, or past, when the settings are in force.';`);
    await runner.query(JOBS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table submission_jobs');
    await runner.query('alter table forms drop column retention_before');
  }
}

const JOBS = `
  create table submission_jobs (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    api_key_id uuid not null,
    actor text not null check (actor in ('key', 'console')),
    form_id uuid,
    action text not null check (action in ('read', 'unread', 'release', 'spam', 'delete')),
    filter json,
    form_ids uuid[] not null,
    up_to bigint[] not null,
    status text not null default 'running' check (status in ('running', 'done', 'cancelled', 'stopped')),
    reason text,
    total integer,
    found integer not null default 0,
    changed integer not null default 0,
    refused integer not null default 0,
    form_position integer not null default 1,
    after_at timestamptz(3),
    after_id uuid,
    tries integer not null default 0,
    due_at timestamptz(3) not null default now(),
    created_at timestamptz(3) not null default now(),
    completed_at timestamptz(3),
    check ((status = 'running') = (completed_at is null) and (status = 'stopped') = (reason is not null)
      and (completed_at is null) = (filter is not null) and cardinality(form_ids) = cardinality(up_to))
  );
  create index submission_jobs_account_idx on submission_jobs (account_id, created_at desc, id desc);
  create index submission_jobs_open_idx on submission_jobs (due_at, id) where completed_at is null;
  create index submission_jobs_ended_idx on submission_jobs (completed_at) where completed_at is not null;
  comment on table submission_jobs is 'Actions on all submissions that fitted a filter when they were asked for.';
  comment on column submission_jobs.form_id is 'Null for all forms that the key saw.';
  comment on column submission_jobs.filter is 'Until the job has ended, since it may hold a value that somebody sent.';
  comment on column submission_jobs.up_to is 'The change number of each form at the beginning. What was changed later is left alone.';
  comment on column submission_jobs.total is 'Null where too many submissions had to be looked at.';
  comment on column submission_jobs.due_at is 'Of the next batch.';`;
