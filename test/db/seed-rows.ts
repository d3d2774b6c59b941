import type { Client } from 'pg';

/**
 * Fills every table whose rows grow with submissions: submissions with keys, files and notifications, and runs of all
 * statuses with steps and ledger.
 */
export async function seedRows(client: Client): Promise<void> {
  for (const statement of STATEMENTS) await client.query(statement);
}

const RUNS = 2400;

/** Every third account has no limit. Points: a run reserves three; what its status leaves of them is consumed or released. */
const STATEMENTS = [
  `insert into accounts (id, name, plan, points_balance) select gen_random_uuid(), 'seeded ' || n, p.name, case when p.points_per_month is not null then 9000 end
     from generate_series(1, 3) n join plans p on p.name = (array['self_hosted', 'pro', 'free'])[n]`,
  `insert into point_ledger (account_id, kind, points) select id, 'grant', 9000 from accounts where points_balance is not null`,
  `insert into forms (id, account_id, name, validate_fields, notifications_enabled, submission_token_digest, created_at, updated_at)
   select gen_random_uuid(), a.id, 'Seeded', true, true, '', now(), now() from accounts a, generate_series(1, 4) where a.name like 'seeded %'`,
  `create table seeded as
   select f.id as form_id, f.account_id, gen_random_uuid() as run_id, gen_random_uuid() as submission_id, row_number() over () as n, s.*
     from generate_series(1, ${RUNS / 12}) copy cross join forms f join (values
       ('pending', 3, 0, 0), ('blocked_insufficient_compute_points', 0, 0, 0), ('blocked_plan_limits', 0, 0, 0), ('running', 3, 1, 0),
       ('succeeded', 3, 3, 0), ('partially_failed', 3, 2, 1), ('failed', 3, 0, 3), ('cancelled', 3, 1, 2)
     ) s (status, reserved, consumed, released) on s.status = (array['pending', 'blocked_insufficient_compute_points', 'blocked_plan_limits',
       'running', 'succeeded', 'partially_failed', 'failed', 'cancelled'])[1 + copy % 8]
     where f.name = 'Seeded'`,
  `insert into submissions (id, form_id, source, fields, file_count, received_at, inserted_number, change_number)
   select submission_id, form_id, 'api', json_build_object('n', n), (n % 2)::int, date_trunc('milliseconds', now()), number, number
     from (select *, row_number() over (partition by form_id) as number from seeded) numbered`,
  `insert into submission_idempotency_keys select form_id, sha256(n::text::bytea), '', submission_id, now(), 0, '{}', now() + interval '1 day' from seeded`,
  `insert into submission_files (form_id, submission_id, id, position, field, filename, content_type, size_bytes, sha256, object_name, created_at)
   select form_id, submission_id, gen_random_uuid(), 0, 'file', 'a.txt', 'text/plain', 3, sha256(''), 'object ' || n, now() from seeded where n % 2 = 1`,
  `insert into notifications (form_id, submission_id, due_at) select form_id, submission_id, now() + interval '1 day' from seeded`,
  `insert into form_stats (form_id, submissions_count, unread_count, latest_submission_at, change_number, day, day_accepted)
   select form_id, count(*), count(*), max(received_at), count(*), (now() at time zone 'utc')::date, count(*) from submissions group by form_id`,
  `insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, submission_id, run_kind, status,
     reserved_points, consumed_points, released_points, created_at, completed_at)
   select run_id, account_id, form_id, form_id, form_id, 1, submission_id, 'production', status, reserved, consumed, released, now(),
       case when status in ('succeeded', 'partially_failed', 'failed', 'cancelled') then now() end from seeded`,
  `insert into workflow_run_steps (id, run_id, form_id, node_id, node_type, node_kind, status, billed_points)
   select gen_random_uuid(), run_id, form_id, 'node ' || k, 'webhook', 'destination', 'succeeded', 1 from seeded, generate_series(1, consumed) k`,
  `insert into point_ledger (account_id, run_id, kind, points) select account_id, run_id, 'reserve', reserved from seeded where reserved > 0`,
  `insert into point_ledger (account_id, run_id, step_id, kind, points)
   select s.account_id, s.run_id, w.id, 'consume', 1 from seeded s join workflow_run_steps w on w.run_id = s.run_id`,
  `insert into point_ledger (account_id, run_id, kind, points) select account_id, run_id, 'release', released from seeded where released > 0`,
  `update accounts a set points_balance = points_balance - (select sum(reserved - released) from seeded s where s.account_id = a.id)
     where points_balance is not null`,
  'drop table seeded',
];
