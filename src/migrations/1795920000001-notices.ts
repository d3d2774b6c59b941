import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the table of notices, and the indexes with which their task finds what to tell. */
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
  about text[] not null default '{}',
  opened_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  ended_at timestamptz(3),
  told_at timestamptz(3),
  is_muted boolean not null default false,
  is_due boolean not null default true,
  mails jsonb not null default '{}',
  mailed_at timestamptz(3),
  check ((form_id is null) = (kind in ('account_suspended', 'points_used_up', 'key_ends'))),
  check (ended_at is null or closed_at is not null)
);
create unique index notices_lasting_key on notices (account_id, coalesce(form_id, account_id), kind) where ended_at is null;
create index notices_account_open_idx on notices (account_id, opened_at desc, id desc) where closed_at is null;
create index notices_account_idx on notices (account_id, opened_at desc, id desc);
create index notices_account_lasting_idx on notices (account_id) where form_id is null and ended_at is null;
create index notices_form_idx on notices (form_id, kind) where form_id is not null;
create index notices_closed_idx on notices (closed_at) where closed_at is not null;
create index notices_due_idx on notices (opened_at) where is_due;
create index notices_mailed_idx on notices (mailed_at) where mailed_at is not null;
create index api_keys_ending_idx on api_keys (expires_at) where revoked_at is null and not is_console;
create index accounts_suspended_idx on accounts (id) where suspended_at is not null;
create index notifications_failed_idx on notifications (form_id, submission_id) where status = 'failed';
comment on table notices is 'What the owner of an account or a form has to know. Closed ones are deleted after ninety days.';
comment on column notices.subjects is 'What the notice is about, of what there can be several: ids of keys, steps of a workflow. A further one is told by a further mail.';
comment on column notices.about is 'Digests of the mail addresses that it is about, which no mail about it goes to.';
comment on column notices.seen_at is 'The time at which it was last found to be so, or of the event.';
comment on column notices.closed_at is 'The time at which it ended, or was closed by somebody.';
comment on column notices.ended_at is 'The time at which it ended by itself. One that somebody closed stays closed until then.';
comment on column notices.is_muted is 'True for what was so when the service began to give notices, which no mail tells.';
comment on column notices.is_due is 'True while a mail about it may have to be sent.';
comment on column notices.mailed_at is 'The time of the latest mail about it, by which the mails to a recipient are limited.';
comment on column notices.mails is 'By the digest of a recipient, the times of the mails that told it of the notice and of its end.';

create table notice_passes (
  is_only boolean primary key default true check (is_only),
  number bigint not null default 0,
  passed_at timestamptz(3)
);
insert into notice_passes (passed_at) select case when exists (select from forms) then null else now() end;
comment on table notice_passes is 'One row: the latest pass of the task of notices. Its time is null before the first one, which finds what no mail tells.';
comment on column notice_passes.number is 'The passes so far. Each one looks at further pages of forms.';
`;

const DOWN = `
drop table notice_passes;
drop table notices;
drop index api_keys_ending_idx;
drop index accounts_suspended_idx;
drop index notifications_failed_idx;
`;
