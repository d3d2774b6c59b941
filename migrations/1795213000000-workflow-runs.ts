import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs and their steps, compute points with their ledger, and the secrets of workflows. */
export class WorkflowRuns1795213000000 implements MigrationInterface {
  name = 'WorkflowRuns1795213000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table account_secrets, workflow_signing_secrets, workflow_channels, point_ledger, workflow_run_steps, workflow_runs',
    );
    await runner.query('drop function refuse_illegal_move(), release_points_of_deleted_run()');
    await runner.query('alter table accounts drop column points_balance, drop column points_month');
    await runner.query('alter table plans drop column test_runs_max');
  }
}

/** The same transitions as in src/workflows/definition/state-machine.rules.ts; a test compares the two. */
const RUN_TRANSITIONS = [
  'pending>running',
  'pending>blocked_insufficient_compute_points',
  'pending>blocked_plan_limits',
  'pending>cancelled',
  'blocked_insufficient_compute_points>pending',
  'blocked_insufficient_compute_points>failed',
  'blocked_insufficient_compute_points>cancelled',
  'blocked_plan_limits>pending',
  'blocked_plan_limits>failed',
  'blocked_plan_limits>cancelled',
  'running>succeeded',
  'running>partially_failed',
  'running>failed',
  'running>cancelled',
];
const STEP_TRANSITIONS = [
  'pending>running',
  'pending>skipped',
  'pending>cancelled',
  'running>waiting',
  'running>succeeded',
  'running>failed',
  'running>uncertain',
  'running>cancelled',
  'waiting>running',
  'waiting>succeeded',
  'waiting>failed',
  'waiting>cancelled',
];
const RUN_STATUSES = `'pending', 'blocked_insufficient_compute_points', 'blocked_plan_limits', 'running', 'succeeded', 'partially_failed', 'failed', 'cancelled'`;
const TERMINAL = `status in ('succeeded', 'partially_failed', 'failed', 'cancelled')`;

const transitionTrigger = (table: string, transitions: string[]): string =>
  `create trigger ${table}_move_legally before update of status on ${table} for each row when (old.status <> new.status)
    execute function refuse_illegal_move('${transitions.join("', '")}')`;

const STATEMENTS = [
  `alter table plans add column test_runs_max integer check (test_runs_max > 0)`,
  `comment on column plans.test_runs_max is 'The number of test runs that may be open at the same time.'`,
  `update plans set test_runs_max = case name when 'free' then 2 when 'pro' then 10 when 'business' then 50 end`,

  `alter table accounts
    add column points_balance integer check (points_balance >= 0),
    add column points_month date not null default '1970-01-01'`,
  `comment on column accounts.points_balance is 'Points that can still be reserved; null when points are not limited.'`,
  `comment on column accounts.points_month is 'The month whose allowance has been granted.'`,
  `update accounts set points_balance = 0 where plan <> 'self_hosted'`,

  `create table workflow_runs (
    id uuid primary key,
    account_id uuid not null references accounts on delete restrict,
    form_id uuid not null references forms on delete cascade,
    workflow_id uuid not null,
    workflow_version_id uuid,
    workflow_version integer,
    draft_revision integer,
    submission_id uuid,
    retry_of_run_id uuid,
    origin_run_id uuid,
    run_kind text not null check (run_kind in ('production', 'test')),
    status text not null check (status in (${RUN_STATUSES})),
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
    check (reserved_points >= consumed_points + released_points),
    check (not (${TERMINAL}) or reserved_points = consumed_points + released_points),
    check ((${TERMINAL}) = (completed_at is not null)),
    check ((workflow_version_id is not null) = (definition is null)),
    check (run_kind = 'test' or (submission_id is not null and workflow_version_id is not null))
  )`,
  `comment on table workflow_runs is 'Deleted with its form, like workflow and version, so these two need no foreign keys.'`,
  `comment on column workflow_runs.definition is 'The copy of the draft that a test executes; a production run executes its version.'`,
  `comment on column workflow_runs.input is 'The input of a test; a production run reads its submission.'`,
  `comment on column workflow_runs.origin_run_id is 'The first run of a chain of retries, whose message ids the retries repeat.'`,
  `comment on column workflow_runs.due_at is 'When a worker has to continue an open run: at once, when a step is due, or when the lease expires.'`,
  `comment on column workflow_runs.lease_number is 'The fencing token. It rises with each lease, and a worker with an older number cannot write.'`,
  `create unique index workflow_runs_submission_key on workflow_runs (form_id, submission_id)
    where run_kind = 'production' and retry_of_run_id is null`,
  `create index workflow_runs_retry_idx on workflow_runs (retry_of_run_id) where retry_of_run_id is not null`,
  `create index workflow_runs_newest_idx on workflow_runs (form_id, created_at desc, id desc)`,
  `create index workflow_runs_by_submission_idx on workflow_runs (form_id, submission_id, created_at desc, id desc)`,
  `create index workflow_runs_due_idx on workflow_runs (due_at) where status in ('pending', 'running')`,
  `create index workflow_runs_blocked_idx on workflow_runs (account_id, created_at, id)
    where status in ('blocked_insufficient_compute_points', 'blocked_plan_limits')`,
  `create index workflow_runs_open_tests_idx on workflow_runs (account_id)
    where run_kind = 'test' and status in ('pending', 'running')`,

  `create table workflow_run_steps (
    id uuid primary key,
    run_id uuid not null references workflow_runs on delete cascade,
    node_id text not null,
    node_type text not null,
    node_kind text not null,
    status text not null check (status in
      ('pending', 'running', 'waiting', 'succeeded', 'failed', 'uncertain', 'skipped', 'cancelled')),
    port text,
    output json,
    changes json,
    billed_points integer not null default 0 check (billed_points >= 0),
    attempt_count integer not null default 0 check (attempt_count >= 0),
    error_code text,
    due_at timestamptz,
    started_at timestamptz(3),
    completed_at timestamptz(3),
    unique (run_id, node_id),
    check ((status = 'waiting') = (due_at is not null))
  )`,

  `create function refuse_illegal_move() returns trigger language plpgsql as $$
    begin
      if not (old.status || '>' || new.status) = any(tg_argv) then
        raise exception 'a row of % cannot move from % to %', tg_table_name, old.status, new.status;
      end if;
      return new;
    end $$`,
  transitionTrigger('workflow_runs', RUN_TRANSITIONS),
  transitionTrigger('workflow_run_steps', STEP_TRANSITIONS),

  `create table point_ledger (
    id bigint generated always as identity primary key,
    account_id uuid not null references accounts on delete restrict,
    run_id uuid,
    step_id uuid,
    kind text not null check (kind in ('grant', 'reserve', 'consume', 'release')),
    points integer not null check (points > 0),
    created_at timestamptz(3) not null default now(),
    check ((kind = 'grant') = (run_id is null)),
    check ((kind = 'consume') = (step_id is not null))
  )`,
  `comment on table point_ledger is 'Every movement of compute points. Rows contain ids only, so that they can outlive forms.'`,
  `create unique index point_ledger_once_key on point_ledger (run_id, kind, coalesce(step_id, run_id)) where run_id is not null`,
  `create index point_ledger_account_id_idx on point_ledger (account_id, id)`,
  `create trigger point_ledger_is_append_only before update or delete on point_ledger
    for each row execute function refuse_change()`,

  `create function release_points_of_deleted_run() returns trigger language plpgsql as $$
    declare rest integer := old.reserved_points - old.consumed_points - old.released_points;
    begin
      update accounts set points_balance = points_balance + rest where id = old.account_id;
      insert into point_ledger (account_id, run_id, kind, points) values (old.account_id, old.id, 'release', rest);
      return old;
    end $$`,
  `create trigger workflow_runs_give_back_points before delete on workflow_runs
    for each row when (old.reserved_points > old.consumed_points + old.released_points)
    execute function release_points_of_deleted_run()`,

  `create table workflow_signing_secrets (
    workflow_id uuid not null references workflows on delete cascade,
    node_id text not null,
    sealed bytea not null,
    previous_sealed bytea,
    previous_valid_until timestamptz(3),
    created_at timestamptz(3) not null,
    primary key (workflow_id, node_id),
    check ((previous_sealed is null) = (previous_valid_until is null))
  )`,
  `create table workflow_channels (
    workflow_id uuid not null references workflows on delete cascade,
    node_id text not null,
    failing_since timestamptz(3),
    disabled_at timestamptz(3),
    primary key (workflow_id, node_id)
  )`,
  `comment on table workflow_channels is 'Failing destinations. One that is gone, or fails for days, is disabled until the next publishing.'`,
  `create table account_secrets (
    account_id uuid not null references accounts on delete cascade,
    name text not null check (name ~ '^[A-Z][A-Z0-9_]{0,63}$'),
    sealed bytea not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (account_id, name)
  )`,
];
