import type { MigrationInterface, QueryRunner } from 'typeorm';
import { applyByName } from '../platform/database/functions';

/**
 * All tables with their indexes. Types, functions and triggers are in the `.sql` files of `src`. A database that the build before has brought
 * to its last migration has the same tables, some of them under former names, and is brought over.
 */
export class Baseline1795902640889 implements MigrationInterface {
  name = 'Baseline1795902640889';

  async up(runner: QueryRunner): Promise<void> {
    if (await runner.hasTable('plans')) await this.bringOver(runner);
    else for (const statements of DOMAINS) await runner.query(statements);
  }

  /** In the transaction of the migration: the tables and the functions that name them are of one build at any time. No row is written. */
  private async bringOver(runner: QueryRunner): Promise<void> {
    for (const names of Object.entries(FORMER_NAMES)) await runner.query(renaming(names));
    await runner.query(LEFT_OVER);
    await applyByName(runner, FUNCTIONS_OF_RENAMED_TABLES);
    for (const comment of COMMENTS) await runner.query(comment);
    await runner.query('delete from migrations'); // a process of the build before refuses to start then
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}

/** Accounts, their plans, secrets and compute points. */
const ACCOUNTS = `
create table plans (
  name text primary key,
  forms_max integer check (forms_max > 0),
  keys_max integer check (keys_max > 0),
  form_submissions_per_month integer check (form_submissions_per_month > 0),
  points_per_month integer check (points_per_month >= 0),
  read_per_minute integer not null check (read_per_minute > 0),
  write_per_minute integer not null check (write_per_minute > 0),
  destructive_per_minute integer not null check (destructive_per_minute > 0),
  aggregate_per_minute integer not null check (aggregate_per_minute > 0),
  test_runs_max integer check (test_runs_max > 0),
  mails_per_hour integer check (mails_per_hour > 0),
  stored_bytes_max bigint check (stored_bytes_max > 0)
);
comment on table plans is 'The limits of an account. Null means without limit.';
comment on column plans.test_runs_max is 'The number of test runs that may be open at the same time.';
comment on column plans.stored_bytes_max is 'Bytes of the files of all forms of an account.';
insert into plans values
  ('free', 5, 20, 500, 100, 60, 20, 5, 90, 2, 100, 10737418240),
  ('pro', 50, 20, 20000, 5000, 300, 100, 20, 500, 10, 100, 107374182400),
  ('business', 500, 20, 500000, 50000, 1200, 400, 60, 2000, 50, 100, 1099511627776),
  ('self_hosted', null, null, null, null, 6000, 3000, 600, 12000, null, null, null);

create table accounts (
  id uuid primary key,
  name text not null unique check (char_length(name) between 1 and 255),
  plan text not null references plans,
  aggregate_per_minute integer check (aggregate_per_minute > 0),
  created_at timestamptz(3) not null default now(),
  points_balance integer check (points_balance >= 0),
  points_month date not null default '1970-01-01',
  suspended_at timestamptz(3),
  notify_email text check (char_length(notify_email) <= 320)
);
comment on column accounts.points_balance is 'Points that can still be reserved; null when points are not limited.';
comment on column accounts.points_month is 'The month whose allowance has been granted.';
comment on column accounts.suspended_at is 'Set while keys may only read, forms accept nothing and runs wait.';
comment on column accounts.notify_email is 'Receives the notifications of forms that name no recipients.';

create table account_secrets (
  account_id uuid not null references accounts on delete cascade,
  name text not null check (name ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  sealed bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  hosts text[] not null default '{}',
  primary key (account_id, name)
);
comment on column account_secrets.hosts is 'The hosts that the secret may be sent to, as in URLs. Empty for a secret that was set without: every host that a workflow names.';

create table point_ledger (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  run_id uuid,
  step_id uuid,
  kind text not null check (kind in ('grant', 'reserve', 'consume', 'release', 'opening')),
  points integer not null,
  created_at timestamptz(3) not null default now(),
  check ((kind in ('grant', 'opening')) = (run_id is null)),
  check ((kind = 'consume') = (step_id is not null)),
  constraint point_ledger_points_check check (points > 0 or kind = 'opening')
);
create unique index point_ledger_once_key on point_ledger (run_id, kind, coalesce(step_id, run_id))
  where run_id is not null;
create index point_ledger_account_id_idx on point_ledger (account_id, id);
create index point_ledger_consumed_idx on point_ledger (account_id, created_at) include (points) where kind = 'consume';
create unique index point_ledger_opening_key on point_ledger (account_id) where kind = 'opening';
comment on table point_ledger is 'Every movement of compute points. Rows contain ids only, so that they can outlive forms.';

create table app_secret_check (
  is_only boolean primary key default true check (is_only),
  value bytea not null check (octet_length(value) = 32)
);
comment on table app_secret_check is 'One row: a key derived from APP_SECRET for nothing but this check.';
`;

/** Forms, their fields, counters and retired tokens. */
const FORMS = `
create table forms (
  id uuid primary key,
  account_id uuid not null references accounts on delete restrict,
  name text not null check (char_length(name) between 1 and 255),
  status text not null default 'disabled' check (status in ('enabled', 'disabled')),
  allowed_origins text[] not null default '{}',
  validate_fields boolean not null,
  notifications_enabled boolean not null,
  delivery_channel_types text[] not null default '{database}',
  revision integer not null default 1 check (revision > 0),
  submission_token_digest bytea not null,
  first_enabled_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  settings jsonb not null default '{}'
);
create index forms_account_idx on forms (account_id, id);
create index forms_account_newest_idx on forms (account_id, created_at desc, id desc) where deleted_at is null;
create index forms_deleted_idx on forms (deleted_at) where deleted_at is not null;
create index forms_retention_idx on forms (id) where settings ? 'retention' and deleted_at is null;
comment on column forms.settings is 'By section, as in the API; only members that differ from their defaults.';

create table fields (
  id bigint generated always as identity primary key,
  form_id uuid not null references forms on delete cascade,
  name text not null check (name ~ '^[a-z][a-z0-9_]{0,63}$'),
  label text check (char_length(label) <= 255),
  type text not null check (type in ('string', 'number', 'date', 'boolean', 'array', 'file')),
  required boolean not null,
  options json,
  validation_kind text check (validation_kind in ('preset', 'custom')),
  preset text,
  position integer not null check (position >= 0),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check ((preset is not null) = (validation_kind is not distinct from 'preset'))
);
create unique index fields_form_id_name_key on fields (form_id, name) where deleted_at is null;
create index fields_form_id_position_idx on fields (form_id, position) where deleted_at is null;

create table form_stats (
  form_id uuid primary key references forms on delete cascade,
  submissions_count integer not null default 0 check (submissions_count >= 0),
  unread_count integer not null default 0,
  latest_submission_at timestamptz(3),
  first_submission_at timestamptz(3),
  month date not null default '1970-01-01',
  month_count integer not null default 0,
  change_number bigint not null default 0,
  forgotten_number bigint not null default 0,
  day date,
  day_accepted integer not null default 0,
  day_quarantined integer not null default 0,
  stored_bytes bigint not null default 0,
  check (unread_count between 0 and submissions_count)
) with (fillfactor = 50);
comment on table form_stats is 'The counters of a form, in a row of their own, so that submissions do not block edits of the form.';
comment on column form_stats.first_submission_at is 'Never reset: names and types of fields are fixed from the first submission on.';
comment on column form_stats.stored_bytes is 'Bytes of the files of its submissions, also of quarantined ones.';

create table form_days (
  form_id uuid not null references forms on delete cascade,
  day date not null,
  accepted integer not null,
  quarantined integer not null,
  primary key (form_id, day)
);
create index form_days_day_idx on form_days (day);

create table form_mismatches (
  form_id uuid not null references forms on delete cascade,
  kind text not null check (kind in ('unknown_name', 'foreign_setting', 'missing_field')),
  name text not null check (char_length(name) between 1 and 64),
  day date not null,
  count integer not null check (count > 0),
  seen_at timestamptz(3) not null,
  visitors text[] not null default '{}',
  first_seen_at timestamptz(3) not null default now(),
  primary key (form_id, kind, name, day)
);
create index form_mismatches_day_idx on form_mismatches (day);
comment on table form_mismatches is 'How pages and their forms disagree, by day of UTC, for 30 days. Names only, never values.';
comment on column form_mismatches.kind is 'unknown_name: no field has it. foreign_setting: it has a meaning for other services. missing_field: a required field did not come, since a refused submission last had it.';
comment on column form_mismatches.visitors is 'Keyed digests of the networks from which an unknown name came on the day, at most 32.';

create table retired_submission_tokens (
  form_id uuid not null references forms on delete cascade,
  digest bytea not null,
  valid_until timestamptz(3) not null,
  primary key (form_id, digest)
);
comment on table retired_submission_tokens is 'Submission tokens that a rotation has replaced, as long as they are accepted.';
`;

/** API keys, their secrets and form grants, and the sessions of the console. */
const KEYS = `
create table api_keys (
  id uuid primary key,
  account_id uuid not null references accounts on delete restrict,
  name text not null check (char_length(name) between 1 and 255),
  scopes text[] not null,
  form_access_mode text not null check (form_access_mode in ('all', 'selected')),
  writes_enabled boolean not null default true,
  read_per_minute integer check (read_per_minute > 0),
  write_per_minute integer check (write_per_minute > 0),
  destructive_per_minute integer check (destructive_per_minute > 0),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  is_console boolean not null default false,
  created_by_key_id uuid references api_keys on delete set null,
  revision integer not null default 1
);
-- Its last columns let a list skip keys of another status without reading them.
create index api_keys_account_id_idx on api_keys (account_id, created_at desc, id desc, revoked_at, expires_at)
  where not is_console;
create index api_keys_created_by_key_id_idx on api_keys (created_by_key_id, created_at desc, id desc)
  where created_by_key_id is not null;
create index api_keys_revoked_idx on api_keys (account_id, created_at desc, id desc)
  where revoked_at is not null and not is_console;
create unique index api_keys_console_idx on api_keys (account_id) where is_console;
comment on column api_keys.is_console is 'The one key of an account''s console, to which the operator''s links lead. It has no secret.';
comment on column api_keys.created_by_key_id is 'Null when the operator or the owner of the account has made it, by a link to the console.';

create table api_key_secrets (
  lookup_id text primary key,
  api_key_id uuid not null references api_keys on delete cascade,
  digest bytea not null,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  exposed_at timestamptz(3),
  exposed_in text,
  exposed_form_id uuid
);
create index api_key_secrets_api_key_id_idx on api_key_secrets (api_key_id);
comment on table api_key_secrets is 'The secrets of a key: one, and up to five replaced ones until their overlaps end. Only keyed digests are stored.';
comment on column api_key_secrets.exposed_at is 'The time at which the whole value was last seen in a place where it does not belong.';
comment on column api_key_secrets.exposed_in is 'The kind of that place, and exposed_form_id the form that it belongs to.';

create table api_key_grants (
  api_key_id uuid not null references api_keys on delete cascade,
  form_id uuid not null references forms on delete cascade,
  primary key (api_key_id, form_id)
);
create index api_key_grants_form_id_idx on api_key_grants (form_id);

create table console_secrets (
  digest bytea primary key,
  kind text not null check (kind in ('link', 'session')),
  api_key_id uuid not null references api_keys on delete cascade,
  key_secret_id text references api_key_secrets on delete cascade,
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  check ((kind = 'session') = (last_used_at is not null))
);
create index console_secrets_key_idx on console_secrets (api_key_id);
create index console_secrets_key_secret_idx on console_secrets (key_secret_id);
create index console_secrets_expires_at_idx on console_secrets (expires_at);
comment on table console_secrets is 'Links to the console, each used once, and its sessions. An hourly task removes those that have ended.';
comment on column console_secrets.digest is 'HMAC-SHA-256 of the secret with a key that is not in the database.';
comment on column console_secrets.key_secret_id is 'The secret that one signed in with, whose end is that of the session; null for a link and its session.';
comment on column console_secrets.last_used_at is 'Noted every ten seconds at most. A session ends after an hour without use.';
`;

/** Submissions, and what limits and checks remember of them. */
const SUBMISSIONS = `
create table submissions (
  id uuid not null,
  form_id uuid not null,
  source text not null check (source in ('api', 'form_submit', 'hosted_form')),
  fields json not null,
  file_count integer not null default 0 check (file_count >= 0),
  read_at timestamptz(3),
  received_at timestamptz(3) not null,
  client_network inet,
  user_agent text check (char_length(user_agent) <= 255),
  state text not null default 'accepted',
  held_at timestamptz(3),
  released_at timestamptz(3),
  spam_reasons jsonb,
  signals jsonb,
  inserted_number bigint not null default 0,
  change_number bigint not null default 0,
  changed_at timestamptz(3),
  imported_at timestamptz(3),
  other_values json,
  primary key (form_id, id),
  constraint submissions_state_check check (state in ('accepted', 'quarantined') and (state = 'quarantined') = (held_at is not null))
);
create index submissions_accepted_newest_idx on submissions (form_id, received_at desc, id desc)
  where state = 'accepted';
create index submissions_accepted_unread_idx on submissions (form_id, received_at desc, id desc)
  where state = 'accepted' and read_at is null;
create index submissions_accepted_read_idx on submissions (form_id, received_at desc, id desc)
  where state = 'accepted' and read_at is not null;
create index submissions_accepted_source_idx on submissions (form_id, source, received_at desc, id desc)
  where state = 'accepted';
create index submissions_quarantined_idx on submissions (form_id, received_at desc, id desc)
  where state = 'quarantined';
create index submissions_held_at_idx on submissions (held_at) where state = 'quarantined';
create index submissions_changes_idx on submissions (form_id, change_number, id);
comment on column submissions.client_network is 'The network of the client, truncated to /24 or /48.';
comment on column submissions.state is 'Quarantined submissions look like spam, and nothing counts or carries them out.';
comment on column submissions.held_at is 'The time of its quarantine, by a check at its arrival or by its owner. It is deleted thirty days later.';
comment on column submissions.signals is 'The findings of the checks at the moment of sending, whatever their level, for trying other settings on it.';
comment on column submissions.imported_at is 'The time of its import from a file; null for what came by itself.';
comment on column submissions.other_values is 'Values whose names no field of a form that validates has; null for none.';

create table submission_idempotency_keys (
  form_id uuid not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  submission_id uuid not null,
  received_at timestamptz(3) not null,
  file_count integer not null,
  ignored_fields text[] not null,
  expires_at timestamptz(3) not null,
  primary key (form_id, key_hash)
);
create index submission_idempotency_keys_expires_at_idx on submission_idempotency_keys (expires_at);
comment on table submission_idempotency_keys is 'The idempotency keys of submissions.';

create table submission_deletions (
  form_id uuid not null references forms on delete cascade,
  change_number bigint not null,
  submission_id uuid not null,
  is_erased boolean not null default false,
  changed_at timestamptz(3) not null default now(),
  primary key (form_id, change_number)
);
create index submission_deletions_changed_at_idx on submission_deletions (changed_at);

create table database_epoch (
  is_only boolean primary key default true check (is_only),
  identity uuid not null default gen_random_uuid(),
  number bigint not null default 0,
  epoch integer not null default 1
);
insert into database_epoch default values;
comment on table database_epoch is 'One row: the identity that a database shares with its backups, a number that the object store remembers as well, and the epoch, which a restored backup counts up.';

create table unique_values (
  form_id uuid not null,
  digest bytea not null,
  submission_id uuid not null,
  received_at timestamptz(3) not null,
  holds boolean not null,
  primary key (form_id, digest, submission_id),
  foreign key (form_id, submission_id) references submissions on delete cascade deferrable initially deferred
);
create unique index unique_values_holder_key on unique_values (form_id, digest) where holds;
create index unique_values_submission_idx on unique_values (form_id, submission_id);
comment on table unique_values is 'SHA-256 of the value of each accepted submission under intake.unique_by; one submission holds a value.';

create table unique_value_jobs (
  form_id uuid primary key references forms on delete cascade,
  field text not null,
  after_received_at timestamptz(3) not null default '-infinity',
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  touched_at timestamptz(3) not null default now()
);
comment on table unique_value_jobs is 'Forms whose accepted submissions have not all claimed their value yet, and how far they are.';

create table place_counts (
  form_id uuid not null references forms on delete cascade,
  field text not null,
  option text not null,
  taken integer not null check (taken >= 0),
  primary key (form_id, field, option)
) with (fillfactor = 50);
comment on table place_counts is 'The accepted submissions that choose an option of intake.places.';

create table spent_challenges (
  form_id uuid not null references forms on delete cascade,
  nonce bytea not null,
  spent_at timestamptz(3) not null,
  primary key (form_id, nonce)
);
create index spent_challenges_spent_at_idx on spent_challenges (spent_at);
comment on table spent_challenges is 'Challenges whose solution came with a stored submission, until they have expired anyway.';

create table repeated_texts (
  account_id uuid not null references accounts on delete cascade,
  digest bytea not null,
  seen_at timestamptz(3) not null,
  form_id uuid not null,
  submission_id uuid not null,
  primary key (account_id, digest, seen_at, form_id, submission_id)
);
create index repeated_texts_seen_at_idx on repeated_texts (seen_at);
comment on table repeated_texts is 'Keyed digests of the long texts of the last hour. They count across the forms of an account.';

create table imported_sources (
  form_id uuid not null,
  digest bytea not null,
  submission_id uuid not null,
  primary key (form_id, digest),
  foreign key (form_id, submission_id) references submissions on delete cascade deferrable initially deferred
);
create index imported_sources_submission_idx on imported_sources (form_id, submission_id);
comment on table imported_sources is 'SHA-256 of the id that an imported submission has at its source, so that it is imported once.';

create table erased_sources (
  form_id uuid not null references forms on delete cascade,
  digest bytea not null,
  primary key (form_id, digest)
);
comment on table erased_sources is 'SHA-256 of the ids of erased submissions at their source, which are not imported again.';
`;

/** The files of submissions, and the removal of their objects from the store. */
const FILES = `
create table submission_files (
  form_id uuid not null,
  submission_id uuid not null,
  id uuid not null,
  position integer not null check (position >= 0),
  field text not null,
  filename text not null check (char_length(filename) between 1 and 200),
  content_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  object_name text not null,
  created_at timestamptz(3) not null,
  primary key (form_id, submission_id, id),
  foreign key (form_id, submission_id) references submissions on delete cascade
);
create index submission_files_object_name_idx on submission_files (object_name);

create table object_removals (
  object_name text primary key,
  due_at timestamptz(3) not null
);
create index object_removals_due_at_idx on object_removals (due_at);
comment on table object_removals is 'Objects of the store that are to be removed: those of deleted files, and those of uploads that no submission has taken over by then.';
`;

/** Workflows, their versions, destinations and signing secrets. */
const WORKFLOWS = `
create table workflows (
  id uuid primary key,
  form_id uuid not null unique references forms on delete cascade,
  draft_revision integer not null default 1 check (draft_revision > 0),
  draft_definition json not null,
  draft_min_cost integer not null check (draft_min_cost >= 0),
  draft_max_cost integer not null,
  draft_restored_from_version_id uuid,
  draft_saved_at timestamptz(3) not null,
  published_version integer not null default 0,
  created_at timestamptz(3) not null,
  check (draft_max_cost >= draft_min_cost)
);

create table workflow_versions (
  id uuid primary key,
  workflow_id uuid not null references workflows on delete cascade,
  version integer not null check (version > 0),
  definition json not null,
  fingerprint bytea not null,
  node_count integer not null,
  min_cost integer not null check (min_cost >= 0),
  max_cost integer not null,
  restored_from_version_id uuid,
  published_at timestamptz(3) not null,
  escapes_json boolean not null default false,
  unique (workflow_id, version),
  check (max_cost >= min_cost)
);

create table failing_destinations (
  workflow_id uuid not null references workflows on delete cascade,
  node_id text not null,
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  primary key (workflow_id, node_id)
);
comment on table failing_destinations is 'A destination that works has no row. One that is gone, or fails for days, is disabled until the next publishing.';

create table workflow_signing_secrets (
  workflow_id uuid not null references workflows on delete cascade,
  node_id text not null,
  sealed bytea not null,
  created_at timestamptz(3) not null,
  primary key (workflow_id, node_id)
);

create table workflow_previous_signing_secrets (
  id bigint generated always as identity primary key,
  workflow_id uuid not null,
  node_id text not null,
  sealed bytea not null,
  valid_until timestamptz(3) not null,
  foreign key (workflow_id, node_id) references workflow_signing_secrets on delete cascade
);
create index workflow_previous_signing_secrets_node_idx on workflow_previous_signing_secrets (workflow_id, node_id);
`;

/** Runs and their steps. */
const RUNS = `
create table workflow_runs (
  id uuid not null,
  account_id uuid not null,
  form_id uuid not null references forms on delete cascade,
  workflow_id uuid not null,
  workflow_version_id uuid,
  workflow_version integer,
  draft_revision integer,
  submission_id uuid,
  retry_of_run_id uuid,
  origin_run_id uuid,
  run_kind text not null check (run_kind in ('production', 'test')),
  status text not null check (status in ('pending', 'blocked_insufficient_compute_points', 'blocked_plan_limits', 'running',
    'succeeded', 'partially_failed', 'failed', 'cancelled')),
  definition json,
  input json,
  reserved_points integer not null default 0 check (reserved_points >= 0),
  consumed_points integer not null default 0 check (consumed_points >= 0),
  released_points integer not null default 0 check (released_points >= 0),
  error_code text,
  has_uncertain boolean not null default false,
  due_at timestamptz not null default now(),
  lease_number integer not null default 0,
  lease_owner text,
  lost_leases integer not null default 0,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  created_at timestamptz(3) not null,
  dismissed_at timestamptz(3),
  primary key (id, form_id),
  check (reserved_points >= consumed_points + released_points),
  check (not (status in ('succeeded', 'partially_failed', 'failed', 'cancelled')) or reserved_points = consumed_points + released_points),
  check ((status in ('succeeded', 'partially_failed', 'failed', 'cancelled')) = (completed_at is not null)),
  check ((workflow_version_id is not null) = (definition is null)),
  check (run_kind = 'test' or (submission_id is not null and workflow_version_id is not null))
);
create index workflow_runs_retry_idx on workflow_runs (retry_of_run_id) where retry_of_run_id is not null;
create index workflow_runs_newest_idx on workflow_runs (form_id, created_at desc, id desc);
create index workflow_runs_due_idx on workflow_runs (due_at) where status in ('pending', 'running');
create index workflow_runs_blocked_idx on workflow_runs (account_id, created_at, id)
  where status in ('blocked_insufficient_compute_points', 'blocked_plan_limits');
create index workflow_runs_open_tests_idx on workflow_runs (account_id)
  where run_kind = 'test' and status in ('pending', 'running');
create index workflow_runs_ended_idx on workflow_runs (form_id, status, created_at desc, id desc)
  where status in ('succeeded', 'partially_failed', 'failed', 'cancelled');
create index workflow_runs_tests_idx on workflow_runs (form_id, created_at desc, id desc) where run_kind = 'test';
create index workflow_runs_uncertain_idx on workflow_runs (form_id, created_at desc, id desc) where has_uncertain;
create index workflow_runs_completed_idx on workflow_runs (completed_at) where completed_at is not null;
create unique index workflow_runs_of_submission_key on workflow_runs (form_id, submission_id,
  (case when run_kind = 'production' and retry_of_run_id is null then '00000000-0000-0000-0000-000000000000'::uuid else id end));
create index workflow_runs_ended_version_idx on workflow_runs (form_id, workflow_version, created_at desc, id desc)
  where status in ('succeeded', 'partially_failed', 'failed', 'cancelled');
create index workflow_runs_ended_points_idx on workflow_runs (form_id, consumed_points, created_at desc, id desc)
  where status in ('succeeded', 'partially_failed', 'failed', 'cancelled');
create index workflow_runs_attention_idx on workflow_runs (form_id, created_at desc, id desc)
  where status in ('failed', 'partially_failed') or has_uncertain;
comment on table workflow_runs is 'Deleted with its form, like workflow and version, so these two need no foreign keys.';
comment on column workflow_runs.origin_run_id is 'The first run of a chain of retries, whose message ids the retries repeat.';
comment on column workflow_runs.definition is 'The copy of the draft that a test executes; a production run executes its version.';
comment on column workflow_runs.input is 'The input of a test; a production run reads its submission.';
comment on column workflow_runs.due_at is 'The time at which a worker continues an open run: at once, when a step is due, or when the lease expires.';
comment on column workflow_runs.dismissed_at is 'The time at which somebody decided that nothing more has to be done about it. A run that ends later needs attention again.';
comment on column workflow_runs.lease_number is 'The fencing token. It rises with each lease, and a worker with an older number cannot write.';

create table workflow_run_steps (
  id uuid not null,
  run_id uuid not null,
  node_id text not null,
  node_type text not null,
  node_kind text not null,
  status text not null check (status in ('pending', 'running', 'waiting', 'succeeded', 'failed', 'uncertain', 'skipped', 'cancelled')),
  port text,
  output json,
  changes json,
  billed_points integer not null default 0 check (billed_points >= 0),
  attempt_count integer not null default 0 check (attempt_count >= 0),
  error_code text,
  due_at timestamptz,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  form_id uuid not null,
  attempts json,
  primary key (run_id, form_id, node_id),
  foreign key (run_id, form_id) references workflow_runs (id, form_id) on delete cascade,
  check ((status = 'waiting') = (due_at is not null))
);
`;

/** Mails to the owners of forms. */
const NOTIFICATIONS = `
create table notifications (
  form_id uuid not null,
  submission_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'claimed', 'sending', 'delivered', 'failed', 'uncertain')),
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz(3),
  mail_id uuid,
  delivered_at timestamptz(3),
  error_code text,
  primary key (form_id, submission_id),
  foreign key (form_id, submission_id) references submissions on delete cascade,
  check ((due_at is null) = (status in ('delivered', 'failed', 'uncertain'))),
  check ((delivered_at is null) = (status <> 'delivered')),
  check (mail_id is not null or status not in ('claimed', 'sending'))
);
create index notifications_due_idx on notifications (due_at) where due_at is not null;
create index notifications_form_due_idx on notifications (form_id, due_at) where due_at is not null;
comment on column notifications.due_at is 'The time at which a worker looks next: to send it, or because the worker that holds it has crashed.';
comment on column notifications.mail_id is 'The mail that a worker sends. It fences writes of workers that have lost the notification.';

create table notification_mails (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  form_id uuid not null,
  sent_at timestamptz(3) not null,
  is_test boolean not null default false
);
create index notification_mails_account_idx on notification_mails (account_id, sent_at);
create index notification_mails_form_idx on notification_mails (form_id, sent_at);
create index notification_mails_sent_at_idx on notification_mails (sent_at);
comment on table notification_mails is 'The mails of the last hour, for the limits of accounts and forms, and of the day, whose first one tells more. They outlive their form, whose deletion must not reset the limit.';
comment on column notification_mails.is_test is 'The mail of a step that a test sends: limited by itself, and no mail of the form to those who wait for one.';
`;

/** Exports and imports in progress, and the addresses at which spreadsheets read a form. */
const EXPORTS = `
create table export_leases (
  api_key_id uuid primary key references api_keys on delete cascade,
  holder uuid not null,
  expires_at timestamptz(3) not null
);
comment on table export_leases is 'The export that is running for a key. The process that writes it renews its lease until the end.';

create table import_leases (
  account_id uuid primary key references accounts on delete cascade,
  holder uuid not null,
  expires_at timestamptz(3) not null
);
comment on table import_leases is 'The import that is running for an account. The process that does it renews its lease until the end.';

create table export_links (
  form_id uuid not null references forms on delete cascade,
  id uuid not null,
  api_key_id uuid not null references api_keys on delete cascade,
  name text not null check (char_length(name) between 1 and 255),
  token_digest bytea not null,
  filters jsonb not null,
  columns text[],
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  last_read_at timestamptz(3),
  recent_reads timestamptz[] not null default '{}' check (cardinality(recent_reads) <= 60),
  header text not null default 'name',
  time_zone text not null default 'UTC',
  sort_order text not null default 'newest',
  primary key (form_id, id),
  unique (form_id, token_digest)
);
create index export_links_key_idx on export_links (api_key_id);
comment on table export_links is 'Addresses that serve the submissions of a form as csv without a key. A link that was deleted stays, since its last read may be asked for.';
comment on column export_links.api_key_id is 'The key that made it: the link ends when the key may not read the form any more.';
comment on column export_links.token_digest is 'HMAC-SHA-256 of the token with a key that is not in the database.';
comment on column export_links.recent_reads is 'The latest reads, oldest first, of which an hour may have sixty.';
comment on column export_links.header is 'The line above the values: name or label.';
comment on column export_links.time_zone is 'The IANA zone in which times are written.';
comment on column export_links.sort_order is 'The submissions that come first: newest or oldest.';
`;

/** Erasures of people. */
const ERASURES = `
create table erasures (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  api_key_id uuid not null,
  field text,
  dry_run boolean not null,
  sealed_value bytea,
  value_digest bytea not null,
  form_ids uuid[] not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'done', 'failed')),
  form_position integer not null default 1,
  part text not null default 'submissions' check (part in ('submissions', 'tests', 'links')),
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  matched_form_ids uuid[] not null default '{}',
  counts json not null default '{"submissions": 0, "files": 0, "runs": 0, "mails": 0}',
  receivers json not null default '[]',
  receivers_since timestamptz(3),
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  tries integer not null default 0,
  due_at timestamptz(3) not null default now(),
  error text,
  check ((status in ('done', 'failed')) = (sealed_value is null) and (status = 'failed') = (error is not null))
);
create index erasures_account_idx on erasures (account_id, created_at desc, id desc);
create index erasures_open_idx on erasures (account_id, due_at, id) where completed_at is null;
comment on column erasures.sealed_value is 'Encrypted, until the erasure has ended.';
comment on column erasures.value_digest is 'HMAC-SHA-256 of the canonical text.';
comment on column erasures.tries is 'Failures in a row at one place.';
comment on column erasures.due_at is 'Of the next turn.';

create table erasure_log (
  applied bigint not null
);
create unique index erasure_log_single_idx on erasure_log ((true));
insert into erasure_log (applied) values (0);
comment on table erasure_log is 'A single row: the number of the last batch of erasures, as they are noted in the object store, that was applied here.';
`;

/** Requests with an idempotency key, and the audit trail. */
const REQUESTS = `
create table idempotency_records (
  api_key_id uuid not null references api_keys on delete cascade,
  operation text not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  request_id text not null,
  status smallint,
  reply json,
  sealed bytea,
  etag text,
  location text,
  expires_at timestamptz(3) not null,
  primary key (api_key_id, operation, key_hash)
);
create index idempotency_records_expires_at_idx on idempotency_records (expires_at);

create table audit_events (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  api_key_id uuid,
  action text not null,
  form_id uuid,
  resource_id text,
  revision_before integer,
  revision_after integer,
  request_id text,
  created_at timestamptz(3) not null default now(),
  details jsonb,
  actor text
);
create index audit_events_newest_idx on audit_events (account_id, created_at desc, id desc);
create index audit_events_of_key_idx on audit_events (account_id, api_key_id, created_at desc, id desc);
create index audit_events_of_action_idx on audit_events (account_id, action, created_at desc, id desc);
create index audit_events_of_resource_idx on audit_events (account_id, coalesce(resource_id, form_id::text), created_at desc, id desc);
create index audit_events_created_at_idx on audit_events (created_at);
comment on column audit_events.actor is 'key, console or operator; null for events from before it was noted.';
`;

/**
 * Searches for forms. The extension belongs to the contrib modules of PostgreSQL, which a server may lack or refuse to the role: the search
 * then reads the names of all forms of the account.
 */
const SEARCH = `
do $$ begin
  create extension if not exists pg_trgm;
  create index forms_name_search_idx on forms using gin (name gin_trgm_ops) with (fastupdate = off) where deleted_at is null;
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object
  or object_not_in_prerequisite_state then
  raise notice 'Searches for forms have no index, since the extension pg_trgm is not available: %', sqlerrm;
end $$`;

const DOMAINS = [ACCOUNTS, FORMS, KEYS, SUBMISSIONS, FILES, WORKFLOWS, RUNS, NOTIFICATIONS, EXPORTS, ERASURES, REQUESTS, SEARCH];

/** The comments, of which some name a renamed table or have another text than in the last build. */
const COMMENTS = DOMAINS.flatMap((statements) => statements.match(/^comment on .*;$/gm) ?? []);

/** The names that the tables of the last build had. */
const FORMER_NAMES = {
  api_key_forms: 'api_key_grants',
  claim_jobs: 'unique_value_jobs',
  erasure_ledger: 'erasure_log',
  restore_check: 'database_epoch',
  submission_claims: 'unique_values',
  submission_keys: 'submission_idempotency_keys',
  workflow_channels: 'failing_destinations',
};

/** Renames a table with its constraints and indexes. */
const renaming = ([before, after]: [string, string]): string => `
do $$
  declare
    part text;
  begin
    alter table ${before} rename to ${after};
    for part in select conname from pg_constraint where conrelid = '${after}'::regclass and conname like '${before}\\_%' loop
      execute format('alter table ${after} rename constraint %I to %I', part, replace(part, '${before}', '${after}'));
    end loop;
    for part in select relname from pg_class join pg_index on indexrelid = oid
      where indrelid = '${after}'::regclass and relname like '${before}\\_%' loop
      execute format('alter index %I rename to %I', part, replace(part, '${before}', '${after}'));
    end loop;
  end $$`;

/** The functions whose texts name a renamed table. */
const FUNCTIONS_OF_RENAMED_TABLES = [
  'accept_submissions',
  'claim_idempotency_keys',
  'delete_submissions_of_form',
  'give_back_places',
  'import_submissions',
  'judge_submissions',
  'release_submission',
  'take_places',
];

/** Functions that this build does not have, and the former source of imported submissions, which no row has any more. */
const LEFT_OVER = `
drop function if exists claim_submission_keys(submission_to_store[], timestamptz);
drop trigger if exists submissions_carry_imported_source on submissions;
drop function if exists carry_imported_source();
alter table submissions drop constraint submissions_source_check,
  add constraint submissions_source_check check (source in ('api', 'form_submit', 'hosted_form'));`;
