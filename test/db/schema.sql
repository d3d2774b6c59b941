-- Written by npm run generate

create function accept_submissions(batch json, OUT received_at timestamp with time zone, OUT outcomes text[], OUT receipts json, OUT pending_run_ids uuid[], OUT is_notified boolean, OUT full_options json, OUT verdicts json) returns record;

create function attach_submission_files(stored submission_to_store[], received_at timestamp with time zone) returns void;

create function chosen_options(limits jsonb, fields json) returns TABLE(field text, option text, places integer);

create function claim_idempotency_keys(stored submission_to_store[], received_at timestamp with time zone) returns void;

create function confirm_address(form uuid, submission uuid, edits integer, field text, address text, form_revision integer, unique_digest bytea, run uuid, OUT outcome text, OUT pending_run_ids uuid[], OUT is_notified boolean) returns record;

create function correct_submission(form uuid, submission uuid, corrected json, is_value_new boolean, unique_digest bytea, api_key uuid, OUT outcome text, OUT full_options jsonb) returns record;

create function count_received_day(form uuid, received_at timestamp with time zone, is_accepted boolean) returns void;

create function delete_submissions_of_form() returns trigger;

create function end_unconfirmed(form uuid, submission uuid, reason jsonb) returns boolean;

create function fold_point_ledger(days integer, after bigint) returns bigint;

create function full_options_of(form uuid, limits jsonb, fields json) returns jsonb;

create function give_back_places(form uuid, submission uuid) returns void;

create function give_up_confirmation(form uuid, submission uuid, mail uuid, final_status text, code text, reason jsonb) returns void;

create function hold_submission(form uuid, submission uuid, reason jsonb) returns boolean;

create function import_submissions(form uuid, form_revision integer, batch json, is_read boolean) returns text[];

create function is_repeated_text(account uuid, submission submission_to_store, received_at timestamp with time zone) returns boolean;

create function judge_submissions(INOUT sent submission_to_store[], INOUT outcomes text[], open_forms open_form[], received_at timestamp with time zone, OUT full_options json) returns record;

create function keep_account_of_ledger() returns trigger;

create function notify_of_submissions(stored submission_to_store[], open_forms open_form[], received_at timestamp with time zone) returns void;

create function refuse_change() returns trigger;

create function refuse_files_beyond_limits(sent submission_to_store[], INOUT outcomes text[], open_forms open_form[]) returns text[];

create function refuse_illegal_move() returns trigger;

create function release_points_of_deleted_run() returns trigger;

create function release_submission(form uuid, submission uuid, form_revision integer, unique_digest bytea, run uuid, OUT outcome text, OUT full_options jsonb, OUT pending_run_ids uuid[], OUT is_notified boolean) returns record;

create function remove_object_of_deleted_file() returns trigger;

create function request_confirmations(batch json, stored submission_to_store[], received_at timestamp with time zone) returns void;

create function restore_submission(form uuid, submission uuid, form_revision integer, unique_digest bytea, OUT outcome text, OUT full_options jsonb, OUT cancelled_run_ids uuid[], OUT is_notified boolean) returns record;

create function start_submission_runs(stored submission_to_store[], open_forms open_form[], started_at timestamp with time zone) returns uuid[];

create function submission_held_by(submission submission_to_store, found_by text, level text, detail text) returns submission_to_store;

create function take_places(form uuid, limits jsonb, submission uuid, fields json, unique_digest bytea, accepted_at timestamp with time zone) returns void;

create function trash_submissions(form uuid, ids uuid[], cancelled_of uuid[], cancelled uuid[]) returns uuid[];

create table account_secrets (
  account_id uuid not null,
  name text not null,
  sealed bytea not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  hosts text[] not null default '{}'::text[],
  constraint account_secrets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint account_secrets_name_check CHECK ((name ~ '^[A-Z][A-Z0-9_]{0,63}$'::text)),
  constraint account_secrets_pkey PRIMARY KEY (account_id, name)
);
comment on column account_secrets.hosts is 'The hosts that the secret may be sent to, as in URLs. Empty for a secret that was set without: every host that a workflow names.';

create table accounts (
  id uuid not null,
  name text not null,
  plan text not null,
  aggregate_per_minute integer,
  created_at timestamp(3) with time zone not null default now(),
  points_balance integer,
  points_month date not null default '1970-01-01'::date,
  suspended_at timestamp(3) with time zone,
  notify_email text,
  time_zone text,
  owner_asked_at timestamp(3) with time zone,
  constraint accounts_aggregate_per_minute_check CHECK ((aggregate_per_minute > 0)),
  constraint accounts_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint accounts_name_key UNIQUE (name),
  constraint accounts_notify_email_check CHECK ((char_length(notify_email) <= 320)),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_plan_fkey FOREIGN KEY (plan) REFERENCES plans(name),
  constraint accounts_points_balance_check CHECK ((points_balance >= 0)),
  constraint accounts_time_zone_check CHECK ((char_length(time_zone) <= 64))
);
CREATE INDEX accounts_suspended_idx ON public.accounts USING btree (id) WHERE (suspended_at IS NOT NULL);
CREATE TRIGGER accounts_with_movements_stay BEFORE DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION keep_account_of_ledger();
comment on column accounts.notify_email is 'Receives the notifications of forms that name no recipients.';
comment on column accounts.owner_asked_at is 'When the first link to the console asked for the address of the owner, and got an answer or "Later".';
comment on column accounts.points_balance is 'Points that can still be reserved; null when points are not limited.';
comment on column accounts.points_month is 'The month whose allowance has been granted.';
comment on column accounts.suspended_at is 'Set while keys may only read, forms accept nothing and runs wait.';
comment on column accounts.time_zone is 'The IANA time zone in which pages and mails of its forms tell times; null for UTC.';

create table address_confirmations (
  form_id uuid not null,
  submission_id uuid not null,
  language text,
  status text not null default 'pending'::text,
  attempts smallint not null default 0,
  begun smallint not null default 0,
  due_at timestamp(3) with time zone,
  mail_id uuid,
  error_code text,
  constraint address_confirmations_form_id_submission_id_fkey FOREIGN KEY (form_id, submission_id) REFERENCES submissions(form_id, id) ON DELETE CASCADE,
  constraint address_confirmations_pkey PRIMARY KEY (form_id, submission_id),
  constraint address_confirmations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'skipped'::text, 'failed'::text])))
);
CREATE INDEX address_confirmations_due_idx ON public.address_confirmations USING btree (due_at) WHERE (due_at IS NOT NULL);
comment on column address_confirmations.begun is 'How often the content began to be sent without a refusal: twice at most.';
comment on column address_confirmations.due_at is 'The time at which a worker looks next; null when the mail is sent, or never will be, or waits for a release.';
comment on table address_confirmations is 'Mails that ask a visitor to confirm an address. Their links are derived and not stored.';

create table api_key_grants (
  api_key_id uuid not null,
  form_id uuid not null,
  constraint api_key_grants_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint api_key_grants_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint api_key_grants_pkey PRIMARY KEY (api_key_id, form_id)
);
CREATE INDEX api_key_grants_form_id_idx ON public.api_key_grants USING btree (form_id);

create table api_key_secrets (
  lookup_id text not null,
  api_key_id uuid not null,
  digest bytea not null,
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  exposed_at timestamp(3) with time zone,
  exposed_in text,
  exposed_form_id uuid,
  constraint api_key_secrets_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint api_key_secrets_pkey PRIMARY KEY (lookup_id)
);
CREATE INDEX api_key_secrets_api_key_id_idx ON public.api_key_secrets USING btree (api_key_id);
comment on column api_key_secrets.exposed_at is 'The time at which the whole value was last seen in a place where it does not belong.';
comment on column api_key_secrets.exposed_in is 'The kind of that place, and exposed_form_id the form that it belongs to.';
comment on table api_key_secrets is 'The secrets of a key: one, and up to five replaced ones until their overlaps end. Only keyed digests are stored.';

create table api_keys (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  scopes text[] not null,
  form_access_mode text not null,
  writes_enabled boolean not null default true,
  read_per_minute integer,
  write_per_minute integer,
  destructive_per_minute integer,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  is_console boolean not null default false,
  created_by_key_id uuid,
  revision integer not null default 1,
  person_address text,
  joined_at timestamp(3) with time zone,
  constraint api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE RESTRICT,
  constraint api_keys_created_by_key_id_fkey FOREIGN KEY (created_by_key_id) REFERENCES api_keys(id) ON DELETE SET NULL,
  constraint api_keys_destructive_per_minute_check CHECK ((destructive_per_minute > 0)),
  constraint api_keys_form_access_mode_check CHECK ((form_access_mode = ANY (ARRAY['all'::text, 'selected'::text]))),
  constraint api_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint api_keys_person_address_check CHECK (((char_length(person_address) >= 3) AND (char_length(person_address) <= 320))),
  constraint api_keys_person_check CHECK (((person_address IS NULL) OR (NOT is_console))),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_read_per_minute_check CHECK ((read_per_minute > 0)),
  constraint api_keys_write_per_minute_check CHECK ((write_per_minute > 0))
);
CREATE INDEX api_keys_account_id_idx ON public.api_keys USING btree (account_id, created_at DESC, id DESC, revoked_at, expires_at) WHERE (NOT is_console);
CREATE INDEX api_keys_created_by_key_id_idx ON public.api_keys USING btree (created_by_key_id, created_at DESC, id DESC) WHERE (created_by_key_id IS NOT NULL);
CREATE INDEX api_keys_ending_idx ON public.api_keys USING btree (expires_at) WHERE ((revoked_at IS NULL) AND (NOT is_console));
CREATE INDEX api_keys_revoked_idx ON public.api_keys USING btree (account_id, created_at DESC, id DESC) WHERE ((revoked_at IS NOT NULL) AND (NOT is_console));
CREATE UNIQUE INDEX api_keys_console_idx ON public.api_keys USING btree (account_id) WHERE is_console;
CREATE UNIQUE INDEX api_keys_person_key ON public.api_keys USING btree (person_address, account_id) WHERE ((person_address IS NOT NULL) AND (revoked_at IS NULL));
comment on column api_keys.created_by_key_id is 'Null when the operator or the owner of the account has made it, by a link to the console.';
comment on column api_keys.is_console is 'The one key of an account''s console, to which the operator''s links lead. It has no secret.';
comment on column api_keys.joined_at is 'When the person signed in first; null for a program, and for somebody who was only invited.';
comment on column api_keys.person_address is 'The address of a person, in lower case and with an ASCII domain; null for a program. A person has no secrets.';

create table app_secret_check (
  is_only boolean not null default true,
  value bytea not null,
  constraint app_secret_check_is_only_check CHECK (is_only),
  constraint app_secret_check_pkey PRIMARY KEY (is_only),
  constraint app_secret_check_value_check CHECK ((octet_length(value) = 32))
);
comment on table app_secret_check is 'One row: a key derived from APP_SECRET for nothing but this check.';

create table applied_functions (
  name text not null,
  digest bytea not null,
  applied_at timestamp(3) with time zone not null default now(),
  constraint applied_functions_pkey PRIMARY KEY (digest)
);

create table audit_events (
  id bigint not null generated always as identity,
  account_id uuid not null,
  api_key_id uuid,
  action text not null,
  form_id uuid,
  resource_id text,
  revision_before integer,
  revision_after integer,
  request_id text,
  created_at timestamp(3) with time zone not null default now(),
  details jsonb,
  actor text,
  constraint audit_events_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_events_created_at_idx ON public.audit_events USING btree (created_at);
CREATE INDEX audit_events_newest_idx ON public.audit_events USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX audit_events_of_action_idx ON public.audit_events USING btree (account_id, action, created_at DESC, id DESC);
CREATE INDEX audit_events_of_key_idx ON public.audit_events USING btree (account_id, api_key_id, created_at DESC, id DESC);
CREATE INDEX audit_events_of_resource_idx ON public.audit_events USING btree (account_id, COALESCE(resource_id, (form_id)::text), created_at DESC, id DESC);
CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
comment on column audit_events.actor is 'key, console or operator; null for events from before it was noted.';

create table console_secrets (
  digest bytea not null,
  kind text not null,
  api_key_id uuid not null,
  key_secret_id text,
  expires_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  opened_by text,
  idle_seconds integer not null default 3600,
  proves_address boolean not null default false,
  proved_at timestamp(3) with time zone,
  browser text,
  network text,
  passkey_id uuid,
  constraint console_secrets_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint console_secrets_browser_check CHECK ((char_length(browser) <= 80)),
  constraint console_secrets_id_key UNIQUE (id),
  constraint console_secrets_idle_seconds_check CHECK ((idle_seconds > 0)),
  constraint console_secrets_key_secret_id_fkey FOREIGN KEY (key_secret_id) REFERENCES api_key_secrets(lookup_id) ON DELETE CASCADE,
  constraint console_secrets_kind_check CHECK ((kind = ANY (ARRAY['link'::text, 'session'::text]))),
  constraint console_secrets_opened_by_check CHECK ((opened_by = ANY (ARRAY['link'::text, 'key'::text, 'mail'::text, 'passkey'::text]))),
  constraint console_secrets_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES passkeys(id) ON DELETE CASCADE,
  constraint console_secrets_pkey PRIMARY KEY (digest),
  constraint console_secrets_used_check CHECK ((((kind = 'session'::text) = (last_used_at IS NOT NULL)) AND ((kind = 'session'::text) = (opened_by IS NOT NULL))))
);
CREATE INDEX console_secrets_expires_at_idx ON public.console_secrets USING btree (expires_at);
CREATE INDEX console_secrets_key_idx ON public.console_secrets USING btree (api_key_id);
CREATE INDEX console_secrets_key_secret_idx ON public.console_secrets USING btree (key_secret_id);
CREATE INDEX console_secrets_passkey_idx ON public.console_secrets USING btree (passkey_id) WHERE (passkey_id IS NOT NULL);
comment on column console_secrets.browser is 'The kind of browser and system, for the list of sessions.';
comment on column console_secrets.digest is 'HMAC-SHA-256 of the secret with a key that is not in the database.';
comment on column console_secrets.id is 'Tells one session of a person from the others in lists.';
comment on column console_secrets.idle_seconds is 'A session ends after so many seconds without use.';
comment on column console_secrets.key_secret_id is 'The secret that one signed in with, whose end is that of the session; null for a link and its session.';
comment on column console_secrets.last_used_at is 'Noted every ten seconds at most.';
comment on column console_secrets.network is 'The network from which the session began, without the last part of the address.';
comment on column console_secrets.proved_at is 'When the person last proved who is there, by a mail or a passkey. Null for a session that neither of them opened.';
comment on column console_secrets.proves_address is 'True for a session that a mail to the address or a passkey of it opened: only it may go to other accounts of the address.';
comment on table console_secrets is 'Links to the console, each used once, and its sessions. An hourly task removes those that have ended.';

create table database_epoch (
  is_only boolean not null default true,
  identity uuid not null default gen_random_uuid(),
  number bigint not null default 0,
  epoch integer not null default 1,
  constraint database_epoch_is_only_check CHECK (is_only),
  constraint database_epoch_pkey PRIMARY KEY (is_only)
);
comment on table database_epoch is 'One row: the identity that a database shares with its backups, a number that the object store remembers as well, and the epoch, which a restored backup counts up.';

create table erased_sources (
  form_id uuid not null,
  digest bytea not null,
  constraint erased_sources_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint erased_sources_pkey PRIMARY KEY (form_id, digest)
);
comment on table erased_sources is 'SHA-256 of the ids of erased submissions at their source, which are not imported again.';

create table erasure_log (
  applied bigint not null
);
CREATE UNIQUE INDEX erasure_log_single_idx ON public.erasure_log USING btree ((true));
comment on table erasure_log is 'A single row: the number of the last batch of erasures, as they are noted in the object store, that was applied here.';

create table erasures (
  id uuid not null,
  account_id uuid not null,
  api_key_id uuid not null,
  field text,
  dry_run boolean not null,
  sealed_value bytea,
  value_digest bytea not null,
  form_ids uuid[] not null,
  status text not null default 'pending'::text,
  form_position integer not null default 1,
  part text not null default 'submissions'::text,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  matched_form_ids uuid[] not null default '{}'::uuid[],
  counts json not null default '{"submissions": 0, "files": 0, "runs": 0, "mails": 0}'::json,
  receivers json not null default '[]'::json,
  receivers_since timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  completed_at timestamp(3) with time zone,
  tries integer not null default 0,
  due_at timestamp(3) with time zone not null default now(),
  error text,
  constraint erasures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint erasures_check CHECK ((((status = ANY (ARRAY['done'::text, 'failed'::text])) = (sealed_value IS NULL)) AND ((status = 'failed'::text) = (error IS NOT NULL)))),
  constraint erasures_part_check CHECK ((part = ANY (ARRAY['submissions'::text, 'tests'::text, 'links'::text]))),
  constraint erasures_pkey PRIMARY KEY (id),
  constraint erasures_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX erasures_account_idx ON public.erasures USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX erasures_open_idx ON public.erasures USING btree (account_id, due_at, id) WHERE (completed_at IS NULL);
comment on column erasures.due_at is 'Of the next turn.';
comment on column erasures.sealed_value is 'Encrypted, until the erasure has ended.';
comment on column erasures.tries is 'Failures in a row at one place.';
comment on column erasures.value_digest is 'HMAC-SHA-256 of the canonical text.';

create table export_leases (
  api_key_id uuid not null,
  holder uuid not null,
  expires_at timestamp(3) with time zone not null,
  constraint export_leases_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint export_leases_pkey PRIMARY KEY (api_key_id)
);
comment on table export_leases is 'The export that is running for a key. The process that writes it renews its lease until the end.';

create table export_links (
  form_id uuid not null,
  id uuid not null,
  api_key_id uuid not null,
  name text not null,
  token_digest bytea not null,
  filters jsonb not null,
  columns text[],
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  deleted_at timestamp(3) with time zone,
  last_read_at timestamp(3) with time zone,
  recent_reads timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  header text not null default 'name'::text,
  time_zone text not null default 'UTC'::text,
  sort_order text not null default 'newest'::text,
  constraint export_links_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint export_links_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint export_links_form_id_token_digest_key UNIQUE (form_id, token_digest),
  constraint export_links_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint export_links_pkey PRIMARY KEY (form_id, id),
  constraint export_links_recent_reads_check CHECK ((cardinality(recent_reads) <= 60))
);
CREATE INDEX export_links_key_idx ON public.export_links USING btree (api_key_id);
comment on column export_links.api_key_id is 'The key that made it: the link ends when the key may not read the form any more.';
comment on column export_links.header is 'The line above the values: name or label.';
comment on column export_links.recent_reads is 'The latest reads, oldest first, of which an hour may have sixty.';
comment on column export_links.sort_order is 'The submissions that come first: newest or oldest.';
comment on column export_links.time_zone is 'The IANA zone in which times are written.';
comment on column export_links.token_digest is 'HMAC-SHA-256 of the token with a key that is not in the database.';
comment on table export_links is 'Addresses that serve the submissions of a form as csv without a key. A link that was deleted stays, since its last read may be asked for.';

create table failing_destinations (
  workflow_id uuid not null,
  node_id text not null,
  failing_since timestamp(3) with time zone,
  disabled_at timestamp(3) with time zone,
  constraint failing_destinations_pkey PRIMARY KEY (workflow_id, node_id),
  constraint failing_destinations_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE
);
comment on table failing_destinations is 'A destination that works has no row. One that is gone, or fails for days, is disabled until the next publishing.';

create table fields (
  id bigint not null generated always as identity,
  form_id uuid not null,
  name text not null,
  label text,
  type text not null,
  required boolean not null,
  options json,
  validation_kind text,
  preset text,
  position integer not null,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint fields_check CHECK (((preset IS NOT NULL) = (NOT (validation_kind IS DISTINCT FROM 'preset'::text)))),
  constraint fields_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint fields_label_check CHECK ((char_length(label) <= 255)),
  constraint fields_name_check CHECK ((name ~ '^[a-z][a-z0-9_]{0,63}$'::text)),
  constraint fields_pkey PRIMARY KEY (id),
  constraint fields_position_check CHECK (("position" >= 0)),
  constraint fields_type_check CHECK ((type = ANY (ARRAY['string'::text, 'number'::text, 'date'::text, 'boolean'::text, 'array'::text, 'file'::text]))),
  constraint fields_validation_kind_check CHECK ((validation_kind = ANY (ARRAY['preset'::text, 'custom'::text])))
);
CREATE INDEX fields_form_id_position_idx ON public.fields USING btree (form_id, "position") WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX fields_form_id_name_key ON public.fields USING btree (form_id, name) WHERE (deleted_at IS NULL);

create table form_days (
  form_id uuid not null,
  day date not null,
  accepted integer not null,
  quarantined integer not null,
  constraint form_days_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint form_days_pkey PRIMARY KEY (form_id, day)
);
CREATE INDEX form_days_day_idx ON public.form_days USING btree (day);

create table form_mismatches (
  form_id uuid not null,
  kind text not null,
  name text not null,
  day date not null,
  count integer not null,
  seen_at timestamp(3) with time zone not null,
  visitors text[] not null default '{}'::text[],
  first_seen_at timestamp(3) with time zone not null default now(),
  constraint form_mismatches_count_check CHECK ((count > 0)),
  constraint form_mismatches_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint form_mismatches_kind_check CHECK ((kind = ANY (ARRAY['unknown_name'::text, 'foreign_setting'::text, 'missing_field'::text]))),
  constraint form_mismatches_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 64))),
  constraint form_mismatches_pkey PRIMARY KEY (form_id, kind, name, day)
);
CREATE INDEX form_mismatches_day_idx ON public.form_mismatches USING btree (day);
comment on column form_mismatches.kind is 'unknown_name: no field has it. foreign_setting: it has a meaning for other services. missing_field: a required field did not come, since a refused submission last had it.';
comment on column form_mismatches.visitors is 'Keyed digests of the networks from which an unknown name came on the day, at most 32.';
comment on table form_mismatches is 'How pages and their forms disagree, by day of UTC, for 30 days. Names only, never values.';

create table form_refusals (
  form_id uuid not null,
  kind text not null,
  name text not null,
  reason text not null,
  day date not null,
  count integer not null,
  visitors text[] not null default '{}'::text[],
  first_seen_at timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone not null,
  constraint form_refusals_count_check CHECK ((count > 0)),
  constraint form_refusals_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint form_refusals_kind_check CHECK ((kind = ANY (ARRAY['origin'::text, 'field'::text, 'closed'::text, 'dropped'::text, 'refused'::text, 'accepted'::text]))),
  constraint form_refusals_name_check CHECK ((char_length(name) <= 255)),
  constraint form_refusals_pkey PRIMARY KEY (form_id, kind, day, name, reason),
  constraint form_refusals_reason_check CHECK ((char_length(reason) <= 64))
);
CREATE INDEX form_refusals_day_idx ON public.form_refusals USING btree (day);
CREATE INDEX form_refusals_told_idx ON public.form_refusals USING btree (form_id, day) WHERE (kind = ANY (ARRAY['origin'::text, 'closed'::text, 'dropped'::text]));
comment on column form_refusals.kind is 'origin: not listed. field: a value was refused. closed: the form takes nothing now. dropped: a value was not kept. refused: a submission, for each of the first three reasons. accepted: the origin of a submission, to compare with.';
comment on column form_refusals.name is 'The origin, the field or the name of the value; empty for the form as a whole, and for a request without an origin.';
comment on column form_refusals.reason is 'Tells refusals of one kind apart, such as before, after, full and quota for closed.';
comment on column form_refusals.visitors is 'Keyed digests of the networks, valid for one form and one day, at most 32; empty for accepted.';
comment on table form_refusals is 'What a form refuses or does not keep, by day of UTC, for 30 days. Names and origins only, never values.';

create table form_stats (
  form_id uuid not null,
  submissions_count integer not null default 0,
  unread_count integer not null default 0,
  latest_submission_at timestamp(3) with time zone,
  first_submission_at timestamp(3) with time zone,
  month date not null default '1970-01-01'::date,
  month_count integer not null default 0,
  change_number bigint not null default 0,
  forgotten_number bigint not null default 0,
  day date,
  day_accepted integer not null default 0,
  day_quarantined integer not null default 0,
  stored_bytes bigint not null default 0,
  constraint form_stats_check CHECK (((unread_count >= 0) AND (unread_count <= submissions_count))),
  constraint form_stats_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint form_stats_pkey PRIMARY KEY (form_id),
  constraint form_stats_submissions_count_check CHECK ((submissions_count >= 0))
) with (fillfactor=50);
comment on column form_stats.first_submission_at is 'Never reset: names and types of fields are fixed from the first submission on.';
comment on column form_stats.stored_bytes is 'Bytes of the files of its submissions, also of quarantined ones.';
comment on table form_stats is 'The counters of a form, in a row of their own, so that submissions do not block edits of the form.';

create table forms (
  id uuid not null,
  account_id uuid not null,
  name text not null,
  status text not null default 'disabled'::text,
  allowed_origins text[] not null default '{}'::text[],
  validate_fields boolean not null,
  notifications_enabled boolean not null,
  delivery_channel_types text[] not null default '{database}'::text[],
  revision integer not null default 1,
  submission_token_digest bytea not null,
  first_enabled_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  settings jsonb not null default '{}'::jsonb,
  retention_before jsonb,
  constraint forms_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE RESTRICT,
  constraint forms_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint forms_pkey PRIMARY KEY (id),
  constraint forms_revision_check CHECK ((revision > 0)),
  constraint forms_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
CREATE INDEX forms_account_idx ON public.forms USING btree (account_id, id);
CREATE INDEX forms_account_newest_idx ON public.forms USING btree (account_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX forms_deleted_idx ON public.forms USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX forms_name_search_idx ON public.forms USING gin (name gin_trgm_ops) WITH (fastupdate=off) WHERE (deleted_at IS NULL);
CREATE INDEX forms_retention_idx ON public.forms USING btree (id) WHERE ((settings ? 'retention'::text) AND (deleted_at IS NULL));
CREATE TRIGGER forms_delete_their_submissions AFTER DELETE ON public.forms FOR EACH ROW EXECUTE FUNCTION delete_submissions_of_form();
comment on column forms.retention_before is 'The retention that is in force until a shorter one begins: {"days": 30 or null for ever, "until": time}. Null, or past, when the settings are in force.';
comment on column forms.settings is 'By section, as in the API; only members that differ from their defaults.';

create table idempotency_records (
  api_key_id uuid not null,
  operation text not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  request_id text not null,
  status smallint,
  reply json,
  sealed bytea,
  etag text,
  location text,
  expires_at timestamp(3) with time zone not null,
  constraint idempotency_records_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint idempotency_records_pkey PRIMARY KEY (api_key_id, operation, key_hash)
);
CREATE INDEX idempotency_records_expires_at_idx ON public.idempotency_records USING btree (expires_at);

create table import_batches (
  form_id uuid not null,
  import_id uuid not null,
  id uuid not null,
  submission_ids uuid[] not null,
  stored_at timestamp(3) with time zone not null default now(),
  constraint import_batches_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint import_batches_pkey PRIMARY KEY (form_id, import_id, id),
  constraint import_batches_submission_ids_check CHECK ((cardinality(submission_ids) > 0))
);
CREATE INDEX import_batches_stored_idx ON public.import_batches USING btree (stored_at);
comment on column import_batches.submission_ids is 'Some of them may have been deleted since.';
comment on table import_batches is 'The submissions that an import has stored, so that it can be undone for a day.';

create table import_leases (
  account_id uuid not null,
  holder uuid not null,
  expires_at timestamp(3) with time zone not null,
  form_id uuid,
  constraint import_leases_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint import_leases_pkey PRIMARY KEY (account_id)
);
comment on column import_leases.form_id is 'The form into which it stores. Null for a dry run.';
comment on table import_leases is 'The import that is running for an account. The process that does it renews its lease until the end.';

create table imported_sources (
  form_id uuid not null,
  digest bytea not null,
  submission_id uuid not null,
  constraint imported_sources_form_id_submission_id_fkey FOREIGN KEY (form_id, submission_id) REFERENCES submissions(form_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint imported_sources_pkey PRIMARY KEY (form_id, digest)
);
CREATE INDEX imported_sources_submission_idx ON public.imported_sources USING btree (form_id, submission_id);
comment on table imported_sources is 'SHA-256 of the id that an imported submission has at its source, so that it is imported once.';

create table notice_passes (
  is_only boolean not null default true,
  number bigint not null default 0,
  passed_at timestamp(3) with time zone,
  constraint notice_passes_is_only_check CHECK (is_only),
  constraint notice_passes_pkey PRIMARY KEY (is_only)
);
comment on column notice_passes.number is 'The passes so far. Each one looks at further pages of forms.';
comment on table notice_passes is 'One row: the latest pass of the task of notices. Its time is null before the first one, which finds what no mail tells.';

create table notices (
  id uuid not null,
  account_id uuid not null,
  form_id uuid,
  kind text not null,
  detail jsonb not null default '{}'::jsonb,
  subjects text[] not null default '{}'::text[],
  about text[] not null default '{}'::text[],
  opened_at timestamp(3) with time zone not null default now(),
  seen_at timestamp(3) with time zone not null default now(),
  closed_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  told_at timestamp(3) with time zone,
  is_muted boolean not null default false,
  is_due boolean not null default true,
  mails jsonb not null default '{}'::jsonb,
  mailed_at timestamp(3) with time zone,
  constraint notices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint notices_check CHECK (((form_id IS NULL) = (kind = ANY (ARRAY['account_suspended'::text, 'points_used_up'::text, 'key_ends'::text])))),
  constraint notices_check1 CHECK (((ended_at IS NULL) OR (closed_at IS NOT NULL))),
  constraint notices_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint notices_kind_check CHECK ((kind = ANY (ARRAY['origin_refused'::text, 'quota_near'::text, 'quota_reached'::text, 'channel_disabled'::text, 'deliveries_failing'::text, 'held_for_a_while'::text, 'import_will_be_deleted'::text, 'values_dropped'::text, 'unmatched_names'::text, 'closed_by_date'::text, 'account_suspended'::text, 'points_used_up'::text, 'key_ends'::text]))),
  constraint notices_pkey PRIMARY KEY (id)
);
CREATE INDEX notices_account_idx ON public.notices USING btree (account_id, opened_at DESC, id DESC);
CREATE INDEX notices_account_lasting_idx ON public.notices USING btree (account_id) WHERE ((form_id IS NULL) AND (ended_at IS NULL));
CREATE INDEX notices_account_open_idx ON public.notices USING btree (account_id, opened_at DESC, id DESC) WHERE (closed_at IS NULL);
CREATE INDEX notices_closed_idx ON public.notices USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX notices_due_idx ON public.notices USING btree (opened_at) WHERE is_due;
CREATE INDEX notices_form_idx ON public.notices USING btree (form_id, kind) WHERE (form_id IS NOT NULL);
CREATE INDEX notices_mailed_idx ON public.notices USING btree (mailed_at) WHERE (mailed_at IS NOT NULL);
CREATE UNIQUE INDEX notices_lasting_key ON public.notices USING btree (account_id, COALESCE(form_id, account_id), kind) WHERE (ended_at IS NULL);
comment on column notices.about is 'Digests of the mail addresses that it is about, which no mail about it goes to.';
comment on column notices.closed_at is 'The time at which it ended, or was closed by somebody.';
comment on column notices.ended_at is 'The time at which it ended by itself. One that somebody closed stays closed until then.';
comment on column notices.is_due is 'True while a mail about it may have to be sent.';
comment on column notices.is_muted is 'True for what was so when the service began to give notices, which no mail tells.';
comment on column notices.mailed_at is 'The time of the latest mail about it, by which the mails to a recipient are limited.';
comment on column notices.mails is 'By the digest of a recipient, the times of the mails that told it of the notice and of its end.';
comment on column notices.seen_at is 'The time at which it was last found to be so, or of the event.';
comment on column notices.subjects is 'What the notice is about, of what there can be several: ids of keys, steps of a workflow. A further one is told by a further mail.';
comment on table notices is 'What the owner of an account or a form has to know. Closed ones are deleted after ninety days.';

create table notification_mails (
  id uuid not null,
  account_id uuid not null,
  form_id uuid not null,
  sent_at timestamp(3) with time zone not null,
  is_test boolean not null default false,
  constraint notification_mails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint notification_mails_pkey PRIMARY KEY (id)
);
CREATE INDEX notification_mails_account_idx ON public.notification_mails USING btree (account_id, sent_at);
CREATE INDEX notification_mails_form_idx ON public.notification_mails USING btree (form_id, sent_at);
CREATE INDEX notification_mails_sent_at_idx ON public.notification_mails USING btree (sent_at);
comment on column notification_mails.is_test is 'The mail of a step that a test sends: limited by itself, and no mail of the form to those who wait for one.';
comment on table notification_mails is 'The mails of the last hour, for the limits of accounts and forms, and of the day, whose first one tells more. They outlive their form, whose deletion must not reset the limit.';

create table notifications (
  form_id uuid not null,
  submission_id uuid not null,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  due_at timestamp(3) with time zone,
  mail_id uuid,
  delivered_at timestamp(3) with time zone,
  error_code text,
  dismissed_at timestamp(3) with time zone,
  constraint notifications_attempts_check CHECK ((attempts >= 0)),
  constraint notifications_check CHECK (((due_at IS NULL) = (status = ANY (ARRAY['delivered'::text, 'failed'::text, 'uncertain'::text])))),
  constraint notifications_check1 CHECK (((delivered_at IS NULL) = (status <> 'delivered'::text))),
  constraint notifications_check2 CHECK (((mail_id IS NOT NULL) OR (status <> ALL (ARRAY['claimed'::text, 'sending'::text])))),
  constraint notifications_form_id_submission_id_fkey FOREIGN KEY (form_id, submission_id) REFERENCES submissions(form_id, id) ON DELETE CASCADE,
  constraint notifications_pkey PRIMARY KEY (form_id, submission_id),
  constraint notifications_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'claimed'::text, 'sending'::text, 'delivered'::text, 'failed'::text, 'uncertain'::text])))
);
CREATE INDEX notifications_due_idx ON public.notifications USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX notifications_failed_idx ON public.notifications USING btree (form_id, submission_id) WHERE (status = 'failed'::text);
CREATE INDEX notifications_form_due_idx ON public.notifications USING btree (form_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX notifications_undecided_idx ON public.notifications USING btree (form_id, submission_id) WHERE ((status = ANY (ARRAY['failed'::text, 'uncertain'::text])) AND (dismissed_at IS NULL));
CREATE INDEX notifications_unsent_idx ON public.notifications USING btree (form_id, submission_id) WHERE (status = ANY (ARRAY['failed'::text, 'uncertain'::text]));
comment on column notifications.dismissed_at is 'When somebody decided that nothing has to be done about a mail that was not sent.';
comment on column notifications.due_at is 'The time at which a worker looks next: to send it, or because the worker that holds it has crashed.';
comment on column notifications.mail_id is 'The mail that a worker sends. It fences writes of workers that have lost the notification.';

create table object_removals (
  object_name text not null,
  due_at timestamp(3) with time zone not null,
  constraint object_removals_pkey PRIMARY KEY (object_name)
);
CREATE INDEX object_removals_due_at_idx ON public.object_removals USING btree (due_at);
comment on table object_removals is 'Objects of the store that are to be removed: those of deleted files, and those of uploads that no submission has taken over by then.';

create table passkeys (
  id uuid not null,
  credential_id text not null,
  host text not null,
  address text not null,
  api_key_id uuid,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  user_handle text not null,
  name text not null,
  last_used_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint passkeys_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 64))),
  constraint passkeys_pkey PRIMARY KEY (id)
);
CREATE INDEX passkeys_address_idx ON public.passkeys USING btree (address, created_at);
CREATE INDEX passkeys_key_idx ON public.passkeys USING btree (api_key_id) WHERE (api_key_id IS NOT NULL);
comment on column passkeys.api_key_id is 'The only person that it opens, for one that was made without a proof of the address. Null for one that opens each account of the address.';
comment on column passkeys.counter is 'The highest count of uses that the device has told. A lower one later tells a copy.';
comment on column passkeys.host is 'The host to which it belongs. Browsers offer it at no other.';
comment on table passkeys is 'The public halves of the passkeys of people.';

create table place_counts (
  form_id uuid not null,
  field text not null,
  option text not null,
  taken integer not null,
  constraint place_counts_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint place_counts_pkey PRIMARY KEY (form_id, field, option),
  constraint place_counts_taken_check CHECK ((taken >= 0))
) with (fillfactor=50);
comment on table place_counts is 'The accepted submissions that choose an option of intake.places.';

create table plans (
  name text not null,
  forms_max integer,
  keys_max integer,
  form_submissions_per_month integer,
  points_per_month integer,
  read_per_minute integer not null,
  write_per_minute integer not null,
  destructive_per_minute integer not null,
  aggregate_per_minute integer not null,
  test_runs_max integer,
  mails_per_hour integer,
  stored_bytes_max bigint,
  trash_days integer not null default 30,
  constraint plans_aggregate_per_minute_check CHECK ((aggregate_per_minute > 0)),
  constraint plans_destructive_per_minute_check CHECK ((destructive_per_minute > 0)),
  constraint plans_form_submissions_per_month_check CHECK ((form_submissions_per_month > 0)),
  constraint plans_forms_max_check CHECK ((forms_max > 0)),
  constraint plans_keys_max_check CHECK ((keys_max > 0)),
  constraint plans_mails_per_hour_check CHECK ((mails_per_hour > 0)),
  constraint plans_pkey PRIMARY KEY (name),
  constraint plans_points_per_month_check CHECK ((points_per_month >= 0)),
  constraint plans_read_per_minute_check CHECK ((read_per_minute > 0)),
  constraint plans_stored_bytes_max_check CHECK ((stored_bytes_max > 0)),
  constraint plans_test_runs_max_check CHECK ((test_runs_max > 0)),
  constraint plans_trash_days_check CHECK ((trash_days >= 0)),
  constraint plans_write_per_minute_check CHECK ((write_per_minute > 0))
);
comment on column plans.stored_bytes_max is 'Bytes of the files of all forms of an account.';
comment on column plans.test_runs_max is 'The number of test runs that may be open at the same time.';
comment on column plans.trash_days is 'The days after which a deleted submission is gone; 0 for no trash.';
comment on table plans is 'The limits of an account. Null means without limit.';

create table point_ledger (
  id bigint not null generated always as identity,
  account_id uuid not null,
  run_id uuid,
  step_id uuid,
  kind text not null,
  points integer not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint point_ledger_check CHECK (((kind = ANY (ARRAY['grant'::text, 'opening'::text])) = (run_id IS NULL))),
  constraint point_ledger_check1 CHECK (((kind = 'consume'::text) = (step_id IS NOT NULL))),
  constraint point_ledger_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'reserve'::text, 'consume'::text, 'release'::text, 'opening'::text]))),
  constraint point_ledger_pkey PRIMARY KEY (id),
  constraint point_ledger_points_check CHECK (((points > 0) OR (kind = 'opening'::text)))
);
CREATE INDEX point_ledger_account_id_idx ON public.point_ledger USING btree (account_id, id);
CREATE INDEX point_ledger_consumed_idx ON public.point_ledger USING btree (account_id, created_at) INCLUDE (points) WHERE (kind = 'consume'::text);
CREATE UNIQUE INDEX point_ledger_once_key ON public.point_ledger USING btree (run_id, kind, COALESCE(step_id, run_id)) WHERE (run_id IS NOT NULL);
CREATE UNIQUE INDEX point_ledger_opening_key ON public.point_ledger USING btree (account_id) WHERE (kind = 'opening'::text);
CREATE TRIGGER point_ledger_is_append_only BEFORE UPDATE ON public.point_ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER point_ledger_shrinks_by_folding BEFORE DELETE ON public.point_ledger FOR EACH ROW WHEN ((current_setting('points.is_folding'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION refuse_change();
comment on table point_ledger is 'Every movement of compute points. Rows contain ids only, so that they can outlive forms.';

create table repeated_texts (
  account_id uuid not null,
  digest bytea not null,
  seen_at timestamp(3) with time zone not null,
  form_id uuid not null,
  submission_id uuid not null,
  constraint repeated_texts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint repeated_texts_pkey PRIMARY KEY (account_id, digest, seen_at, form_id, submission_id)
);
CREATE INDEX repeated_texts_seen_at_idx ON public.repeated_texts USING btree (seen_at);
comment on table repeated_texts is 'Keyed digests of the long texts of the last hour. They count across the forms of an account.';

create table retired_submission_tokens (
  form_id uuid not null,
  digest bytea not null,
  valid_until timestamp(3) with time zone not null,
  constraint retired_submission_tokens_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint retired_submission_tokens_pkey PRIMARY KEY (form_id, digest)
);
comment on table retired_submission_tokens is 'Submission tokens that a rotation has replaced, as long as they are accepted.';

create table search_positions (
  form_id uuid not null,
  change_number bigint not null,
  submission_id uuid not null,
  constraint search_positions_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint search_positions_pkey PRIMARY KEY (form_id)
);
comment on table search_positions is 'The last change of each form whose submissions are in submission_texts.';

create table sign_in_mails (
  id uuid not null,
  purpose text not null,
  address text not null,
  api_key_id uuid,
  account_id uuid,
  lookup_id text not null,
  browser_digest bytea,
  session_id uuid,
  network text,
  browser text,
  only_today boolean not null default false,
  tries smallint not null default 0,
  opened_at timestamp(3) with time zone,
  used_at timestamp(3) with time zone,
  send_at timestamp(3) with time zone,
  attempts smallint not null default 0,
  sent_at timestamp(3) with time zone,
  error_code text,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint sign_in_mails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint sign_in_mails_address_check CHECK (((char_length(address) >= 3) AND (char_length(address) <= 320))),
  constraint sign_in_mails_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys(id) ON DELETE CASCADE,
  constraint sign_in_mails_browser_check CHECK ((char_length(browser) <= 80)),
  constraint sign_in_mails_check CHECK (((purpose = 'sign_in'::text) = (api_key_id IS NULL))),
  constraint sign_in_mails_lookup_id_key UNIQUE (lookup_id),
  constraint sign_in_mails_pkey PRIMARY KEY (id),
  constraint sign_in_mails_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'invitation'::text, 'proof'::text])))
);
CREATE INDEX sign_in_mails_account_idx ON public.sign_in_mails USING btree (account_id, created_at) WHERE (account_id IS NOT NULL);
CREATE INDEX sign_in_mails_address_idx ON public.sign_in_mails USING btree (address, created_at);
CREATE INDEX sign_in_mails_browser_idx ON public.sign_in_mails USING btree (browser_digest) WHERE (browser_digest IS NOT NULL);
CREATE INDEX sign_in_mails_expires_at_idx ON public.sign_in_mails USING btree (expires_at);
CREATE INDEX sign_in_mails_key_idx ON public.sign_in_mails USING btree (api_key_id) WHERE (api_key_id IS NOT NULL);
CREATE INDEX sign_in_mails_network_idx ON public.sign_in_mails USING btree (network, created_at) WHERE (network IS NOT NULL);
CREATE INDEX sign_in_mails_send_idx ON public.sign_in_mails USING btree (send_at) WHERE (send_at IS NOT NULL);
comment on column sign_in_mails.api_key_id is 'The person who is invited or proves who he is. Null for a sign-in, which is also stored for an address that nobody has.';
comment on column sign_in_mails.browser is 'The kind of browser and system that asked, which the mail tells.';
comment on column sign_in_mails.browser_digest is 'HMAC-SHA-256 of the cookie of the browser that asked.';
comment on column sign_in_mails.lookup_id is 'The public part of the secret in the link.';
comment on column sign_in_mails.network is 'The network that asked, by which requests are counted.';
comment on column sign_in_mails.send_at is 'When the mail is sent, or tried again; null when that is done, or in vain.';
comment on column sign_in_mails.session_id is 'The session for which a code proves who is there.';
comment on column sign_in_mails.tries is 'Codes that were tried.';
comment on table sign_in_mails is 'Mails with a link or a code for the console. The secrets are derived from the id with a key that is not in the database. An hourly task removes old ones.';

create table spent_challenges (
  form_id uuid not null,
  nonce bytea not null,
  spent_at timestamp(3) with time zone not null,
  constraint spent_challenges_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint spent_challenges_pkey PRIMARY KEY (form_id, nonce)
);
CREATE INDEX spent_challenges_spent_at_idx ON public.spent_challenges USING btree (spent_at);
comment on table spent_challenges is 'Challenges whose solution came with a stored submission, until they have expired anyway.';

create table submission_deletions (
  form_id uuid not null,
  change_number bigint not null,
  submission_id uuid not null,
  is_erased boolean not null default false,
  changed_at timestamp(3) with time zone not null default now(),
  constraint submission_deletions_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint submission_deletions_pkey PRIMARY KEY (form_id, change_number)
);
CREATE INDEX submission_deletions_changed_at_idx ON public.submission_deletions USING btree (changed_at);

create table submission_edits (
  form_id uuid not null,
  submission_id uuid not null,
  number integer not null,
  before json not null,
  after json not null,
  edited_at timestamp(3) with time zone not null,
  api_key_id uuid not null,
  key_name text not null,
  run_ids uuid[] not null,
  fields_before json,
  constraint submission_edits_form_id_submission_id_fkey FOREIGN KEY (form_id, submission_id) REFERENCES submissions(form_id, id) ON DELETE CASCADE,
  constraint submission_edits_number_check CHECK (((number >= 1) AND (number <= 50))),
  constraint submission_edits_pkey PRIMARY KEY (form_id, submission_id, number)
);
comment on column submission_edits.fields_before is 'All values as these runs have them; null without such a run.';
comment on column submission_edits.run_ids is 'The runs since the correction before it, which go on with the former values.';
comment on table submission_edits is 'What corrections by the owner changed: the values of the changed fields before and after.';

create table submission_files (
  form_id uuid not null,
  submission_id uuid not null,
  id uuid not null,
  position integer not null,
  field text not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  object_name text not null,
  created_at timestamp(3) with time zone not null,
  constraint submission_files_filename_check CHECK (((char_length(filename) >= 1) AND (char_length(filename) <= 200))),
  constraint submission_files_form_id_submission_id_fkey FOREIGN KEY (form_id, submission_id) REFERENCES submissions(form_id, id) ON DELETE CASCADE,
  constraint submission_files_pkey PRIMARY KEY (form_id, submission_id, id),
  constraint submission_files_position_check CHECK (("position" >= 0)),
  constraint submission_files_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint submission_files_size_bytes_check CHECK ((size_bytes > 0))
);
CREATE INDEX submission_files_object_name_idx ON public.submission_files USING btree (object_name);
CREATE TRIGGER submission_files_remove_objects AFTER DELETE ON public.submission_files REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION remove_object_of_deleted_file();

create table submission_idempotency_keys (
  form_id uuid not null,
  key_hash bytea not null,
  fingerprint bytea not null,
  submission_id uuid not null,
  received_at timestamp(3) with time zone not null,
  file_count integer not null,
  ignored_fields text[] not null,
  expires_at timestamp(3) with time zone not null,
  asks_confirmation boolean not null default false,
  constraint submission_idempotency_keys_pkey PRIMARY KEY (form_id, key_hash)
);
CREATE INDEX submission_idempotency_keys_expires_at_idx ON public.submission_idempotency_keys USING btree (expires_at);
comment on column submission_idempotency_keys.asks_confirmation is 'True when the answer told of a mail that asks for a confirmation.';
comment on table submission_idempotency_keys is 'The idempotency keys of submissions.';

create table submission_jobs (
  id uuid not null,
  account_id uuid not null,
  api_key_id uuid not null,
  actor text not null,
  form_id uuid,
  action text not null,
  filter json,
  form_ids uuid[] not null,
  up_to bigint[] not null,
  status text not null default 'running'::text,
  reason text,
  total integer,
  found integer not null default 0,
  changed integer not null default 0,
  refused integer not null default 0,
  form_position integer not null default 1,
  after_at timestamp(3) with time zone,
  after_id uuid,
  tries integer not null default 0,
  due_at timestamp(3) with time zone not null default now(),
  created_at timestamp(3) with time zone not null default now(),
  completed_at timestamp(3) with time zone,
  permanently boolean not null default false,
  constraint submission_jobs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint submission_jobs_action_check CHECK ((action = ANY (ARRAY['read'::text, 'unread'::text, 'release'::text, 'spam'::text, 'delete'::text, 'restore'::text]))),
  constraint submission_jobs_actor_check CHECK ((actor = ANY (ARRAY['key'::text, 'console'::text]))),
  constraint submission_jobs_check CHECK ((((status = 'running'::text) = (completed_at IS NULL)) AND ((status = 'stopped'::text) = (reason IS NOT NULL)) AND ((completed_at IS NULL) = (filter IS NOT NULL)) AND (cardinality(form_ids) = cardinality(up_to)))),
  constraint submission_jobs_pkey PRIMARY KEY (id),
  constraint submission_jobs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'cancelled'::text, 'stopped'::text])))
);
CREATE INDEX submission_jobs_account_idx ON public.submission_jobs USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX submission_jobs_ended_idx ON public.submission_jobs USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX submission_jobs_open_idx ON public.submission_jobs USING btree (due_at, id) WHERE (completed_at IS NULL);
comment on column submission_jobs.due_at is 'Of the next batch.';
comment on column submission_jobs.filter is 'Until the job has ended, since it may hold a value that somebody sent.';
comment on column submission_jobs.form_id is 'Null for all forms that the key saw.';
comment on column submission_jobs.permanently is 'True for a deletion that goes past the trash.';
comment on column submission_jobs.total is 'Null where too many submissions had to be looked at.';
comment on column submission_jobs.up_to is 'The change number of each form at the beginning. What was changed later is left alone.';
comment on table submission_jobs is 'Actions on all submissions that fitted a filter when they were asked for.';

create table submission_texts (
  form_id uuid not null,
  submission_id uuid not null,
  received_at timestamp(3) with time zone not null,
  body text not null,
  constraint submission_texts_form_id_submission_id_fkey FOREIGN KEY (form_id, submission_id) REFERENCES submissions(form_id, id) ON DELETE CASCADE,
  constraint submission_texts_pkey PRIMARY KEY (form_id, submission_id)
);
CREATE INDEX submission_texts_body_idx ON public.submission_texts USING gin (body gin_trgm_ops);
comment on column submission_texts.body is 'In lower case, without diacritics and names, and with the code of each character that is not ASCII.';
comment on table submission_texts is 'The values of submissions in the letters by which searches find them. Written in the background, after the submission.';

create table submissions (
  id uuid not null,
  form_id uuid not null,
  source text not null,
  fields json not null,
  file_count integer not null default 0,
  read_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone not null,
  client_network inet,
  user_agent text,
  state text not null default 'accepted'::text,
  held_at timestamp(3) with time zone,
  released_at timestamp(3) with time zone,
  spam_reasons jsonb,
  signals jsonb,
  inserted_number bigint not null default 0,
  change_number bigint not null default 0,
  changed_at timestamp(3) with time zone,
  imported_at timestamp(3) with time zone,
  other_values json,
  other_values_dropped text[],
  is_unconfirmed boolean not null default false,
  address_confirmed_at timestamp(3) with time zone,
  deleted_at timestamp(3) with time zone,
  state_before text,
  edit_count integer not null default 0,
  edited_at timestamp(3) with time zone,
  edited_by uuid,
  constraint submissions_file_count_check CHECK ((file_count >= 0)),
  constraint submissions_pkey PRIMARY KEY (form_id, id),
  constraint submissions_source_check CHECK ((source = ANY (ARRAY['api'::text, 'form_submit'::text, 'hosted_form'::text]))),
  constraint submissions_state_check CHECK (((state = ANY (ARRAY['accepted'::text, 'quarantined'::text, 'trashed'::text])) AND ((state = 'quarantined'::text) = (held_at IS NOT NULL)) AND ((state = 'trashed'::text) = (deleted_at IS NOT NULL)) AND ((state = 'trashed'::text) = (state_before IS NOT NULL)) AND ((state_before IS NULL) OR (state_before = ANY (ARRAY['accepted'::text, 'quarantined'::text]))))) NOT VALID,
  constraint submissions_user_agent_check CHECK ((char_length(user_agent) <= 255))
);
CREATE INDEX submissions_accepted_newest_idx ON public.submissions USING btree (form_id, received_at DESC, id DESC) WHERE (state = 'accepted'::text);
CREATE INDEX submissions_accepted_read_idx ON public.submissions USING btree (form_id, received_at DESC, id DESC) WHERE ((state = 'accepted'::text) AND (read_at IS NOT NULL));
CREATE INDEX submissions_accepted_source_idx ON public.submissions USING btree (form_id, source, received_at DESC, id DESC) WHERE (state = 'accepted'::text);
CREATE INDEX submissions_accepted_unread_idx ON public.submissions USING btree (form_id, received_at DESC, id DESC) WHERE ((state = 'accepted'::text) AND (read_at IS NULL));
CREATE INDEX submissions_changes_idx ON public.submissions USING btree (form_id, change_number, id);
CREATE INDEX submissions_deleted_at_idx ON public.submissions USING btree (deleted_at) WHERE (state = 'trashed'::text);
CREATE INDEX submissions_held_at_idx ON public.submissions USING btree (held_at) WHERE (state = 'quarantined'::text);
CREATE INDEX submissions_quarantined_idx ON public.submissions USING btree (form_id, received_at DESC, id DESC) WHERE (state = 'quarantined'::text);
CREATE INDEX submissions_trashed_idx ON public.submissions USING btree (form_id, received_at DESC, id DESC) WHERE (state = 'trashed'::text);
CREATE INDEX submissions_unconfirmed_idx ON public.submissions USING btree (received_at) WHERE is_unconfirmed;
comment on column submissions.address_confirmed_at is 'The time when the visitor confirmed the address that the submission has.';
comment on column submissions.client_network is 'The network of the client, truncated to /24 or /48.';
comment on column submissions.deleted_at is 'When it was moved to the trash.';
comment on column submissions.edit_count is 'The number of corrections, which its ETag names.';
comment on column submissions.edited_by is 'The key of the last correction.';
comment on column submissions.held_at is 'The time of its quarantine, by a check at its arrival or by its owner. It is deleted thirty days later.';
comment on column submissions.imported_at is 'The time of its import from a file; null for what came by itself.';
comment on column submissions.is_unconfirmed is 'True for a submission that is held only because its visitor has not confirmed the address. It is deleted after seven days.';
comment on column submissions.other_values is 'Values whose names no field of a form that validates has; null for none.';
comment on column submissions.other_values_dropped is 'The names of other values that are beyond their limits and so not in other_values; null for none.';
comment on column submissions.signals is 'The findings of the checks at the moment of sending, whatever their level, for trying other settings on it; and the number of deliveries that have led to it.';
comment on column submissions.state is 'Quarantined submissions look like spam or wait for a confirmation, trashed ones are deleted: nothing counts or carries them out.';
comment on column submissions.state_before is 'The state that a submission in the trash had.';

create table trashed_submissions (
  form_id uuid not null,
  submission_id uuid not null,
  source_digest bytea,
  has_unsent_mail boolean not null,
  cancelled_run_ids uuid[] not null,
  constraint trashed_submissions_form_id_submission_id_fkey FOREIGN KEY (form_id, submission_id) REFERENCES submissions(form_id, id) ON DELETE CASCADE,
  constraint trashed_submissions_pkey PRIMARY KEY (form_id, submission_id)
);
comment on column trashed_submissions.has_unsent_mail is 'True when the mail about it was not sent yet.';
comment on column trashed_submissions.source_digest is 'Of the id that an imported submission has at its source, which is free while it is in the trash.';
comment on table trashed_submissions is 'What the move to the trash took from a submission, for the way back. Most have no row.';

create table unique_value_jobs (
  form_id uuid not null,
  field text not null,
  after_received_at timestamp(3) with time zone not null default '-infinity'::timestamp with time zone,
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  touched_at timestamp(3) with time zone not null default now(),
  constraint unique_value_jobs_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint unique_value_jobs_pkey PRIMARY KEY (form_id)
);
comment on table unique_value_jobs is 'Forms whose accepted submissions have not all claimed their value yet, and how far they are.';

create table unique_values (
  form_id uuid not null,
  digest bytea not null,
  submission_id uuid not null,
  received_at timestamp(3) with time zone not null,
  holds boolean not null,
  constraint unique_values_form_id_submission_id_fkey FOREIGN KEY (form_id, submission_id) REFERENCES submissions(form_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint unique_values_pkey PRIMARY KEY (form_id, digest, submission_id)
);
CREATE INDEX unique_values_submission_idx ON public.unique_values USING btree (form_id, submission_id);
CREATE UNIQUE INDEX unique_values_holder_key ON public.unique_values USING btree (form_id, digest) WHERE holds;
comment on table unique_values is 'SHA-256 of the value of each accepted submission under intake.unique_by; one submission holds a value.';

create table used_challenges (
  digest bytea not null,
  expires_at timestamp(3) with time zone not null,
  constraint used_challenges_pkey PRIMARY KEY (digest)
);
CREATE INDEX used_challenges_expires_at_idx ON public.used_challenges USING btree (expires_at);
comment on table used_challenges is 'Challenges of passkeys that were answered, so that none is answered twice. An hourly task removes those that have ended.';

create table visitor_digest_keys (
  account_id uuid not null,
  sealed bytea not null,
  constraint visitor_digest_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint visitor_digest_keys_pkey PRIMARY KEY (account_id)
);
comment on table visitor_digest_keys is 'The random key of an account, encrypted, by which the digests of its visitors'' addresses are made.';

create table visitor_mails (
  id uuid not null,
  account_id uuid not null,
  form_id uuid not null,
  address_digest bytea not null,
  claimed_at timestamp(3) with time zone not null,
  constraint visitor_mails_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint visitor_mails_pkey PRIMARY KEY (id)
);
CREATE INDEX visitor_mails_address_idx ON public.visitor_mails USING btree (account_id, address_digest, claimed_at);
CREATE INDEX visitor_mails_claimed_at_idx ON public.visitor_mails USING btree (claimed_at);
CREATE INDEX visitor_mails_form_idx ON public.visitor_mails USING btree (form_id, claimed_at);
comment on column visitor_mails.address_digest is 'HMAC-SHA-256 of the address with the key of the account.';
comment on column visitor_mails.id is 'Of the step or the submission that the mail is for, so that another try is counted once.';
comment on table visitor_mails is 'The mails to visitors of the last day, for the limits of addresses and forms. They outlive their form, whose deletion must not reset the limit.';

create table visitor_stops (
  account_id uuid not null,
  digest bytea not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint visitor_stops_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint visitor_stops_id_key UNIQUE (id),
  constraint visitor_stops_pkey PRIMARY KEY (account_id, digest)
);
CREATE INDEX visitor_stops_newest_idx ON public.visitor_stops USING btree (account_id, created_at DESC, id DESC);
comment on column visitor_stops.digest is 'HMAC-SHA-256 of the address with the key of the account.';
comment on table visitor_stops is 'Visitors who want no mail of an account any more. Erasures leave it.';

create table workflow_previous_signing_secrets (
  id bigint not null generated always as identity,
  workflow_id uuid not null,
  node_id text not null,
  sealed bytea not null,
  valid_until timestamp(3) with time zone not null,
  constraint workflow_previous_signing_secrets_pkey PRIMARY KEY (id),
  constraint workflow_previous_signing_secrets_workflow_id_node_id_fkey FOREIGN KEY (workflow_id, node_id) REFERENCES workflow_signing_secrets(workflow_id, node_id) ON DELETE CASCADE
);
CREATE INDEX workflow_previous_signing_secrets_node_idx ON public.workflow_previous_signing_secrets USING btree (workflow_id, node_id);

create table workflow_run_steps (
  id uuid not null,
  run_id uuid not null,
  node_id text not null,
  node_type text not null,
  node_kind text not null,
  status text not null,
  port text,
  output json,
  changes json,
  billed_points integer not null default 0,
  attempt_count integer not null default 0,
  error_code text,
  due_at timestamp with time zone,
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  form_id uuid not null,
  attempts json,
  constraint workflow_run_steps_attempt_count_check CHECK ((attempt_count >= 0)),
  constraint workflow_run_steps_billed_points_check CHECK ((billed_points >= 0)),
  constraint workflow_run_steps_check CHECK (((status = 'waiting'::text) = (due_at IS NOT NULL))),
  constraint workflow_run_steps_pkey PRIMARY KEY (run_id, form_id, node_id),
  constraint workflow_run_steps_run_id_form_id_fkey FOREIGN KEY (run_id, form_id) REFERENCES workflow_runs(id, form_id) ON DELETE CASCADE,
  constraint workflow_run_steps_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'waiting'::text, 'succeeded'::text, 'failed'::text, 'uncertain'::text, 'skipped'::text, 'cancelled'::text])))
);
CREATE TRIGGER workflow_run_steps_move_legally BEFORE UPDATE OF status ON public.workflow_run_steps FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION refuse_illegal_move('pending>running', 'pending>skipped', 'pending>cancelled', 'running>waiting', 'running>succeeded', 'running>failed', 'running>uncertain', 'running>skipped', 'running>cancelled', 'waiting>running', 'waiting>succeeded', 'waiting>failed', 'waiting>skipped', 'waiting>cancelled');

create table workflow_runs (
  id uuid not null,
  account_id uuid not null,
  form_id uuid not null,
  workflow_id uuid not null,
  workflow_version_id uuid,
  workflow_version integer,
  draft_revision integer,
  submission_id uuid,
  retry_of_run_id uuid,
  origin_run_id uuid,
  run_kind text not null,
  status text not null,
  definition json,
  input json,
  reserved_points integer not null default 0,
  consumed_points integer not null default 0,
  released_points integer not null default 0,
  error_code text,
  has_uncertain boolean not null default false,
  due_at timestamp with time zone not null default now(),
  lease_number integer not null default 0,
  lease_owner text,
  lost_leases integer not null default 0,
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  dismissed_at timestamp(3) with time zone,
  constraint workflow_runs_check CHECK ((reserved_points >= (consumed_points + released_points))),
  constraint workflow_runs_check1 CHECK (((NOT (status = ANY (ARRAY['succeeded'::text, 'partially_failed'::text, 'failed'::text, 'cancelled'::text]))) OR (reserved_points = (consumed_points + released_points)))),
  constraint workflow_runs_check2 CHECK (((status = ANY (ARRAY['succeeded'::text, 'partially_failed'::text, 'failed'::text, 'cancelled'::text])) = (completed_at IS NOT NULL))),
  constraint workflow_runs_check3 CHECK (((workflow_version_id IS NOT NULL) = (definition IS NULL))),
  constraint workflow_runs_check4 CHECK (((run_kind = 'test'::text) OR ((submission_id IS NOT NULL) AND (workflow_version_id IS NOT NULL)))),
  constraint workflow_runs_consumed_points_check CHECK ((consumed_points >= 0)),
  constraint workflow_runs_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint workflow_runs_pkey PRIMARY KEY (id, form_id),
  constraint workflow_runs_released_points_check CHECK ((released_points >= 0)),
  constraint workflow_runs_reserved_points_check CHECK ((reserved_points >= 0)),
  constraint workflow_runs_run_kind_check CHECK ((run_kind = ANY (ARRAY['production'::text, 'test'::text]))),
  constraint workflow_runs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'blocked_insufficient_compute_points'::text, 'blocked_plan_limits'::text, 'running'::text, 'succeeded'::text, 'partially_failed'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX workflow_runs_attention_idx ON public.workflow_runs USING btree (form_id, created_at DESC, id DESC) WHERE ((status = ANY (ARRAY['failed'::text, 'partially_failed'::text, 'blocked_insufficient_compute_points'::text])) OR has_uncertain);
CREATE INDEX workflow_runs_blocked_idx ON public.workflow_runs USING btree (account_id, created_at, id) WHERE (status = ANY (ARRAY['blocked_insufficient_compute_points'::text, 'blocked_plan_limits'::text]));
CREATE INDEX workflow_runs_completed_idx ON public.workflow_runs USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX workflow_runs_due_idx ON public.workflow_runs USING btree (due_at) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));
CREATE INDEX workflow_runs_ended_idx ON public.workflow_runs USING btree (form_id, status, created_at DESC, id DESC) WHERE (status = ANY (ARRAY['succeeded'::text, 'partially_failed'::text, 'failed'::text, 'cancelled'::text]));
CREATE INDEX workflow_runs_ended_points_idx ON public.workflow_runs USING btree (form_id, consumed_points, created_at DESC, id DESC) WHERE (status = ANY (ARRAY['succeeded'::text, 'partially_failed'::text, 'failed'::text, 'cancelled'::text]));
CREATE INDEX workflow_runs_ended_version_idx ON public.workflow_runs USING btree (form_id, workflow_version, created_at DESC, id DESC) WHERE (status = ANY (ARRAY['succeeded'::text, 'partially_failed'::text, 'failed'::text, 'cancelled'::text]));
CREATE INDEX workflow_runs_newest_idx ON public.workflow_runs USING btree (form_id, created_at DESC, id DESC);
CREATE INDEX workflow_runs_open_tests_idx ON public.workflow_runs USING btree (account_id) WHERE ((run_kind = 'test'::text) AND (status = ANY (ARRAY['pending'::text, 'running'::text])));
CREATE INDEX workflow_runs_retry_idx ON public.workflow_runs USING btree (retry_of_run_id) WHERE (retry_of_run_id IS NOT NULL);
CREATE INDEX workflow_runs_tests_idx ON public.workflow_runs USING btree (form_id, created_at DESC, id DESC) WHERE (run_kind = 'test'::text);
CREATE INDEX workflow_runs_uncertain_idx ON public.workflow_runs USING btree (form_id, created_at DESC, id DESC) WHERE has_uncertain;
CREATE UNIQUE INDEX workflow_runs_of_submission_key ON public.workflow_runs USING btree (form_id, submission_id, (
CASE
    WHEN ((run_kind = 'production'::text) AND (retry_of_run_id IS NULL)) THEN '00000000-0000-0000-0000-000000000000'::uuid
    ELSE id
END));
CREATE TRIGGER workflow_runs_give_back_points BEFORE DELETE ON public.workflow_runs FOR EACH ROW WHEN ((old.reserved_points > (old.consumed_points + old.released_points))) EXECUTE FUNCTION release_points_of_deleted_run();
CREATE TRIGGER workflow_runs_move_legally BEFORE UPDATE OF status ON public.workflow_runs FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION refuse_illegal_move('pending>running', 'pending>blocked_insufficient_compute_points', 'pending>blocked_plan_limits', 'pending>cancelled', 'blocked_insufficient_compute_points>pending', 'blocked_insufficient_compute_points>failed', 'blocked_insufficient_compute_points>cancelled', 'blocked_plan_limits>pending', 'blocked_plan_limits>failed', 'blocked_plan_limits>cancelled', 'running>succeeded', 'running>partially_failed', 'running>failed', 'running>cancelled');
comment on column workflow_runs.definition is 'The copy of the draft that a test executes; a production run executes its version.';
comment on column workflow_runs.dismissed_at is 'The time at which somebody decided that nothing more has to be done about it. A run that ends later needs attention again.';
comment on column workflow_runs.due_at is 'The time at which a worker continues an open run: at once, when a step is due, or when the lease expires.';
comment on column workflow_runs.input is 'The input of a test; a production run reads its submission.';
comment on column workflow_runs.lease_number is 'The fencing token. It rises with each lease, and a worker with an older number cannot write.';
comment on column workflow_runs.origin_run_id is 'The first run of a chain of retries, whose message ids the retries repeat.';
comment on table workflow_runs is 'Deleted with its form, like workflow and version, so these two need no foreign keys.';

create table workflow_signing_secrets (
  workflow_id uuid not null,
  node_id text not null,
  sealed bytea not null,
  created_at timestamp(3) with time zone not null,
  constraint workflow_signing_secrets_pkey PRIMARY KEY (workflow_id, node_id),
  constraint workflow_signing_secrets_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE
);

create table workflow_versions (
  id uuid not null,
  workflow_id uuid not null,
  version integer not null,
  definition json not null,
  fingerprint bytea not null,
  node_count integer not null,
  min_cost integer not null,
  max_cost integer not null,
  restored_from_version_id uuid,
  published_at timestamp(3) with time zone not null,
  escapes_json boolean not null default false,
  constraint workflow_versions_check CHECK ((max_cost >= min_cost)),
  constraint workflow_versions_min_cost_check CHECK ((min_cost >= 0)),
  constraint workflow_versions_pkey PRIMARY KEY (id),
  constraint workflow_versions_version_check CHECK ((version > 0)),
  constraint workflow_versions_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES workflows(id) ON DELETE CASCADE,
  constraint workflow_versions_workflow_id_version_key UNIQUE (workflow_id, version)
);
CREATE TRIGGER workflow_versions_are_immutable BEFORE UPDATE ON public.workflow_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table workflows (
  id uuid not null,
  form_id uuid not null,
  draft_revision integer not null default 1,
  draft_definition json not null,
  draft_min_cost integer not null,
  draft_max_cost integer not null,
  draft_restored_from_version_id uuid,
  draft_saved_at timestamp(3) with time zone not null,
  published_version integer not null default 0,
  created_at timestamp(3) with time zone not null,
  constraint workflows_check CHECK ((draft_max_cost >= draft_min_cost)),
  constraint workflows_draft_min_cost_check CHECK ((draft_min_cost >= 0)),
  constraint workflows_draft_revision_check CHECK ((draft_revision > 0)),
  constraint workflows_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint workflows_form_id_key UNIQUE (form_id),
  constraint workflows_pkey PRIMARY KEY (id)
);

create type new_submission_run as (
  id uuid,
  submission_id uuid,
  account_id uuid,
  form_id uuid,
  workflow_id uuid,
  version_id uuid,
  version integer,
  max_cost integer,
  retry_of_run_id uuid,
  origin_run_id uuid
);

create type open_form as (
  id uuid,
  revision integer,
  account_id uuid,
  remaining integer,
  is_notified boolean,
  limits jsonb,
  submissions_count integer,
  change_number bigint,
  day date
);

create type submission_to_store as (
  id uuid,
  run_id uuid,
  form_id uuid,
  revision integer,
  source text,
  fields json,
  other_values json,
  file_count integer,
  files json,
  ignored_fields text[],
  client_network inet,
  user_agent text,
  key_hash bytea,
  fingerprint bytea,
  state text,
  spam_reasons jsonb,
  signals jsonb,
  unique_digest bytea,
  nonce bytea,
  on_spent text,
  text_digests bytea[],
  repeated_level text,
  retry_of_run_id uuid,
  origin_run_id uuid
);
