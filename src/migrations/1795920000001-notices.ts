import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an owner is told of: the table of notices, and the indexes with which their task finds what to tell. */
export class Notices1795920000001 implements MigrationInterface {
  name = 'Notices1795920000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
create table notices (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  form_id uuid references forms on delete cascade,
  kind text not null check (kind in ('origin_refused', 'quota_near', 'quota_reached', 'channel_disabled', 'deliveries_failing',
    'held_for_a_while', 'import_will_be_deleted', 'values_dropped', 'unmatched_names', 'closed_by_date',
    'account_suspended', 'points_used_up', 'key_ends')),
  detail jsonb not null default '{}',
  subjects text[] not null default '{}',
  told_subjects text[] not null default '{}',
  opened_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  ended_at timestamptz(3),
  told_at timestamptz(3),
  is_muted boolean not null default false,
  mails jsonb not null default '{}',
  check ((form_id is null) = (kind in ('account_suspended', 'points_used_up', 'key_ends'))),
  check (ended_at is null or closed_at is not null)
);
create unique index notices_lasting_key on notices (account_id, coalesce(form_id, account_id), kind) where ended_at is null;
create index notices_account_open_idx on notices (account_id, opened_at desc, id desc) where closed_at is null;
create index notices_account_idx on notices (account_id, opened_at desc, id desc);
create index notices_form_idx on notices (form_id, kind) where form_id is not null;
create index notices_closed_idx on notices (closed_at) where closed_at is not null;
create index notices_ended_idx on notices (ended_at) where ended_at is not null;
comment on table notices is 'What the owner of an account or a form has to know. Closed ones are deleted after ninety days.';
comment on column notices.subjects is 'What the notice is about, of what there can be several: ids of keys, steps of a workflow. One that is not in told_subjects is told by a further mail.';
comment on column notices.seen_at is 'The time at which it was last found to be so, or of the event.';
comment on column notices.closed_at is 'The time at which it ended, or was closed by somebody.';
comment on column notices.ended_at is 'The time at which it ended by itself. One that somebody closed stays closed until then.';
comment on column notices.is_muted is 'True for what was so when the service began to give notices, which no mail tells.';
comment on column notices.mails is 'By the digest of a recipient, the times of the mails that told it of the notice and of its end.';

create table notice_passes (
  is_only boolean primary key default true check (is_only),
  passed_at timestamptz(3)
);
insert into notice_passes (passed_at) select case when exists (select from forms) then null else now() end;
comment on table notice_passes is 'One row: the time of the latest pass of the task of notices; null before the first, which finds what no mail tells.';
`;

const DOWN = `
drop table notice_passes;
drop table notices;
`;
