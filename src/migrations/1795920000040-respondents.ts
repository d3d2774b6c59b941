import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails to visitors and their limits, confirmed addresses, the trash of submissions, and corrections by the owner. */
export class Respondents1795920000040 implements MigrationInterface {
  name = 'Respondents1795920000040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(VISITOR_MAILS);
    await runner.query(CONFIRMATIONS);
    await runner.query(TRASH);
    await runner.query(CORRECTIONS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: what is in the trash would be a submission again.');
  }
}

const VISITOR_MAILS = `
create table visitor_mails (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  form_id uuid not null,
  address_digest bytea not null,
  claimed_at timestamptz(3) not null
);
create index visitor_mails_address_idx on visitor_mails (account_id, address_digest, claimed_at);
create index visitor_mails_form_idx on visitor_mails (form_id, claimed_at);
create index visitor_mails_claimed_at_idx on visitor_mails (claimed_at);
comment on table visitor_mails is 'The mails to visitors of the last day, for the limits of addresses and forms. They outlive their form, whose deletion must not reset the limit.';
comment on column visitor_mails.id is 'Of the step or the submission that the mail is for, so that another try is counted once.';
comment on column visitor_mails.address_digest is 'HMAC-SHA-256 of the address with the key of the account.';
create table visitor_digest_keys (
  account_id uuid primary key references accounts on delete cascade,
  sealed bytea not null
);
comment on table visitor_digest_keys is 'The random key of an account, encrypted, by which the digests of its visitors'' addresses are made.';
create table visitor_stops (
  account_id uuid not null references accounts on delete cascade,
  digest bytea not null,
  id uuid not null unique,
  created_at timestamptz(3) not null default now(),
  primary key (account_id, digest)
);
create index visitor_stops_newest_idx on visitor_stops (account_id, created_at desc, id desc);
comment on table visitor_stops is 'Visitors who want no mail of an account any more. Erasures leave it.';
comment on column visitor_stops.digest is 'HMAC-SHA-256 of the address with the key of the account.';
`;

const CONFIRMATIONS = `
alter table submissions
  add column is_unconfirmed boolean not null default false,
  add column address_confirmed_at timestamptz(3);
create index submissions_unconfirmed_idx on submissions (received_at) where is_unconfirmed;
comment on column submissions.is_unconfirmed is 'True for a submission that is held only because its visitor has not confirmed the address. It is deleted after seven days.';
comment on column submissions.address_confirmed_at is 'The time when the visitor confirmed the address that the submission has.';
create table address_confirmations (
  form_id uuid not null,
  submission_id uuid not null,
  language text,
  status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'skipped', 'failed')),
  attempts smallint not null default 0,
  begun smallint not null default 0,
  due_at timestamptz(3),
  mail_id uuid,
  error_code text,
  primary key (form_id, submission_id),
  foreign key (form_id, submission_id) references submissions on delete cascade
);
create index address_confirmations_due_idx on address_confirmations (due_at) where due_at is not null;
comment on table address_confirmations is 'Mails that ask a visitor to confirm an address. Their links are derived and not stored.';
comment on column address_confirmations.due_at is 'The time at which a worker looks next; null when the mail is sent, or never will be, or waits for a release.';
comment on column address_confirmations.begun is 'How often the content began to be sent without a refusal: twice at most.';
alter table submission_idempotency_keys add column asks_confirmation boolean not null default false;
comment on column submission_idempotency_keys.asks_confirmation is 'True when the answer told of a mail that asks for a confirmation.';
`;

/** A submission that is not in the trash satisfies the new check as it did the former one, so that no row is read. */
const TRASH = `
alter table plans add column trash_days integer not null default 30 check (trash_days >= 0);
comment on column plans.trash_days is 'The days after which a deleted submission is gone; 0 for no trash.';
alter table submissions
  add column deleted_at timestamptz(3),
  add column state_before text,
  drop constraint submissions_state_check,
  add constraint submissions_state_check check (
    state in ('accepted', 'quarantined', 'trashed') and (state = 'quarantined') = (held_at is not null)
    and (state = 'trashed') = (deleted_at is not null) and (state = 'trashed') = (state_before is not null)
    and (state_before is null or state_before in ('accepted', 'quarantined'))) not valid;
create index submissions_trashed_idx on submissions (form_id, received_at desc, id desc) where state = 'trashed';
create index submissions_deleted_at_idx on submissions (deleted_at) where state = 'trashed';
comment on column submissions.state is 'Quarantined submissions look like spam or wait for a confirmation, trashed ones are deleted: nothing counts or carries them out.';
comment on column submissions.deleted_at is 'When it was moved to the trash.';
comment on column submissions.state_before is 'The state that a submission in the trash had.';
create table trashed_submissions (
  form_id uuid not null,
  submission_id uuid not null,
  source_digest bytea,
  has_unsent_mail boolean not null,
  cancelled_run_ids uuid[] not null,
  primary key (form_id, submission_id),
  foreign key (form_id, submission_id) references submissions on delete cascade
);
comment on table trashed_submissions is 'What the move to the trash took from a submission, for the way back. Most have no row.';
comment on column trashed_submissions.source_digest is 'Of the id that an imported submission has at its source, which is free while it is in the trash.';
comment on column trashed_submissions.has_unsent_mail is 'True when the mail about it was not sent yet.';
alter table submission_jobs
  add column permanently boolean not null default false,
  drop constraint submission_jobs_action_check,
  add constraint submission_jobs_action_check check (action in ('read', 'unread', 'release', 'spam', 'delete', 'restore'));
comment on column submission_jobs.permanently is 'True for a deletion that goes past the trash.';
`;

const CORRECTIONS = `
alter table submissions
  add column edit_count integer not null default 0,
  add column edited_at timestamptz(3),
  add column edited_by uuid;
comment on column submissions.edit_count is 'The number of corrections, which its ETag names.';
comment on column submissions.edited_by is 'The key of the last correction.';
create table submission_edits (
  form_id uuid not null,
  submission_id uuid not null,
  number integer not null check (number between 1 and 50),
  before json not null,
  after json not null,
  edited_at timestamptz(3) not null,
  api_key_id uuid not null,
  key_name text not null,
  run_ids uuid[] not null,
  fields_before json,
  primary key (form_id, submission_id, number),
  foreign key (form_id, submission_id) references submissions on delete cascade
);
comment on table submission_edits is 'What corrections by the owner changed: the values of the changed fields before and after.';
comment on column submission_edits.run_ids is 'The runs since the correction before it, which go on with the former values.';
comment on column submission_edits.fields_before is 'All values as these runs have them; null without such a run.';
`;
