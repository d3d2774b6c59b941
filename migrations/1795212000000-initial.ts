import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, keys, forms, fields, submissions, workflows with their versions, idempotency records and the audit trail. */
export class Initial1795212000000 implements MigrationInterface {
  name = 'Initial1795212000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table audit_events, idempotency_records, submission_keys, submissions, api_key_forms,
        workflow_versions, workflows, fields, form_stats, forms, api_key_secrets, api_keys, accounts, plans cascade`);
    await runner.query('drop function refuse_change()');
  }
}

const STATEMENTS = [
  `create table plans (
    name text primary key,
    forms_max integer check (forms_max > 0),
    keys_max integer check (keys_max > 0),
    form_submissions_per_month integer check (form_submissions_per_month > 0),
    points_per_month integer check (points_per_month >= 0),
    read_per_minute integer not null check (read_per_minute > 0),
    write_per_minute integer not null check (write_per_minute > 0),
    destructive_per_minute integer not null check (destructive_per_minute > 0),
    aggregate_per_minute integer not null check (aggregate_per_minute > 0)
  )`,
  `comment on table plans is 'The limits of an account. Null means without limit.'`,
  `insert into plans values
    ('free', 5, 20, 500, 100, 60, 20, 5, 90),
    ('pro', 50, 20, 20000, 5000, 300, 100, 20, 500),
    ('business', 500, 20, 500000, 50000, 1200, 400, 60, 2000),
    ('self_hosted', null, null, null, null, 6000, 3000, 600, 12000)`,

  `create table accounts (
    id uuid primary key,
    name text not null unique check (char_length(name) between 1 and 255),
    plan text not null references plans,
    aggregate_per_minute integer check (aggregate_per_minute > 0),
    created_at timestamptz(3) not null default now()
  )`,

  `create table api_keys (
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
    created_at timestamptz(3) not null default now()
  )`,
  `create index api_keys_account_id_idx on api_keys (account_id)`,
  `create table api_key_secrets (
    lookup_id text primary key,
    api_key_id uuid not null references api_keys on delete cascade,
    digest bytea not null,
    expires_at timestamptz(3),
    created_at timestamptz(3) not null default now()
  )`,
  `create index api_key_secrets_api_key_id_idx on api_key_secrets (api_key_id)`,
  `comment on table api_key_secrets is 'The secrets of a key: one, or two during a rotation. Only a keyed digest is stored.'`,

  `create table forms (
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
    updated_at timestamptz(3) not null
  )`,
  `create index forms_account_newest_idx on forms (account_id, created_at desc, id desc) where deleted_at is null`,
  `create index forms_deleted_idx on forms (deleted_at) where deleted_at is not null`,
  `create table api_key_forms (
    api_key_id uuid not null references api_keys on delete cascade,
    form_id uuid not null references forms on delete cascade,
    primary key (api_key_id, form_id)
  )`,
  `create index api_key_forms_form_id_idx on api_key_forms (form_id)`,
  `create table form_stats (
    form_id uuid primary key references forms on delete cascade,
    submissions_count integer not null default 0 check (submissions_count >= 0),
    unread_count integer not null default 0 check (unread_count between 0 and submissions_count),
    latest_submission_at timestamptz(3),
    first_submission_at timestamptz(3),
    month date not null default '1970-01-01',
    month_count integer not null default 0
  ) with (fillfactor = 50)`,
  `comment on table form_stats is 'The counters of a form, in a row of their own, so that submissions do not block edits of the form.'`,
  `comment on column form_stats.first_submission_at is 'Never reset: names and types of fields are fixed from the first submission on.'`,

  `create table fields (
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
  )`,
  `create unique index fields_form_id_name_key on fields (form_id, name) where deleted_at is null`,
  `create index fields_form_id_position_idx on fields (form_id, position) where deleted_at is null`,

  `create table submissions (
    id uuid not null,
    form_id uuid not null references forms on delete cascade,
    source text not null check (source in ('api', 'form_submit', 'hosted_form')),
    fields json not null,
    file_count integer not null default 0 check (file_count >= 0),
    read_at timestamptz(3),
    received_at timestamptz(3) not null,
    client_network inet,
    user_agent text check (char_length(user_agent) <= 255),
    primary key (form_id, id)
  )`,
  `create index submissions_newest_idx on submissions (form_id, received_at desc, id desc)`,
  `create index submissions_unread_idx on submissions (form_id, received_at desc, id desc) where read_at is null`,
  `create index submissions_read_idx on submissions (form_id, received_at desc, id desc) where read_at is not null`,
  `create index submissions_source_idx on submissions (form_id, source, received_at desc, id desc)`,
  `comment on column submissions.client_network is 'The network of the client, truncated to /24 or /48.'`,
  `create table submission_keys (
    form_id uuid not null references forms on delete cascade,
    key_hash bytea not null,
    fingerprint bytea not null,
    submission_id uuid not null,
    received_at timestamptz(3) not null,
    file_count integer not null,
    ignored_fields text[] not null,
    expires_at timestamptz(3) not null,
    primary key (form_id, key_hash)
  )`,
  `create index submission_keys_expires_at_idx on submission_keys (expires_at)`,
  `comment on table submission_keys is 'The idempotency keys of submissions.'`,

  `create table workflows (
    id uuid primary key,
    form_id uuid not null unique references forms on delete cascade,
    draft_revision integer not null default 1 check (draft_revision > 0),
    draft_definition json not null,
    draft_min_cost integer not null check (draft_min_cost >= 0),
    draft_max_cost integer not null check (draft_max_cost >= draft_min_cost),
    draft_restored_from_version_id uuid,
    draft_saved_at timestamptz(3) not null,
    published_version integer not null default 0,
    created_at timestamptz(3) not null
  )`,
  `create table workflow_versions (
    id uuid primary key,
    workflow_id uuid not null references workflows on delete cascade,
    version integer not null check (version > 0),
    definition json not null,
    fingerprint bytea not null,
    node_count integer not null,
    min_cost integer not null check (min_cost >= 0),
    max_cost integer not null check (max_cost >= min_cost),
    restored_from_version_id uuid,
    published_at timestamptz(3) not null,
    unique (workflow_id, version)
  )`,
  `create function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'a row of % cannot be changed', tg_table_name; end $$`,
  `create trigger workflow_versions_are_immutable before update on workflow_versions
    for each row execute function refuse_change()`,

  `create table idempotency_records (
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
  )`,
  `create index idempotency_records_expires_at_idx on idempotency_records (expires_at)`,
  `create table audit_events (
    id bigint generated always as identity primary key,
    account_id uuid not null,
    api_key_id uuid,
    action text not null,
    form_id uuid,
    resource_id text,
    revision_before integer,
    revision_after integer,
    request_id text,
    created_at timestamptz(3) not null default now()
  )`,
  `create index audit_events_account_id_idx on audit_events (account_id, created_at desc)`,
  `create index audit_events_created_at_idx on audit_events (created_at)`,
  `create trigger audit_events_are_append_only before update on audit_events
    for each row execute function refuse_change()`,
];
