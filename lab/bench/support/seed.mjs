/** Adds past submissions to a form, one for each second. One of a thousand each is read, came from a server, and from the hosted page. */
export async function addSubmissions(database, formId, count) {
  await database.query(SUBMISSIONS, [formId, count]);
  await database.query(COUNTERS, [formId]);
  await database.query('vacuum analyze submissions');
}

const SUBMISSIONS = `
  insert into submissions (id, form_id, source, fields, file_count, read_at, received_at)
  select uuidv7(), $1, case n % 1000 when 1 then 'api' when 2 then 'hosted_form' else 'form_submit' end,
    '{"email": "ada@example.com", "message": "We would like to hear more."}', 0, case when n % 1000 = 3 then at end, at
  from generate_series(1, $2::int) n, lateral (select date_trunc('milliseconds', now()) - n * interval '1 second' as at) received`;

const COUNTERS = `
  update form_stats set (submissions_count, unread_count) = (
    select count(*), count(*) filter (where read_at is null) from submissions where form_id = $1) where form_id = $1`;

/** Adds copies of a form to its account. */
export async function copyForm(database, formId, count) {
  const rows = `
    with copies as (
      insert into forms
      select (jsonb_populate_record(f, jsonb_build_object('id', uuidv7(), 'created_at', f.created_at - n * interval '1 second'))).*
      from forms f, generate_series(1, $2) n where f.id = $1 returning id
    )
    insert into form_stats
    select (jsonb_populate_record(s, jsonb_build_object('form_id', copies.id))).* from form_stats s, copies where s.form_id = $1`;
  await database.query(rows, [formId, count]);
  await database.query('vacuum analyze forms, form_stats');
}

/** The statuses that few of the added runs have, spread over all their time. */
export const RARE_STATUSES = [
  'pending',
  'blocked_insufficient_compute_points',
  'blocked_plan_limits',
  'running',
  'partially_failed',
  'failed',
  'cancelled',
];

/**
 * Adds past runs to a form with a published workflow, one for each second. One of a thousand has a rare status, is a
 * test, has an uncertain delivery, consumed many points, or none, or is of a rare version. Returns what filters need: a
 * submission, and two moments close to the two ends.
 */
export async function addRuns(database, formId, count) {
  await database.query(RUNS, [formId, count, RARE_STATUSES]);
  const { rows } = await database.query(SAMPLES, [formId]);
  const { submission_id: submissionId, first, last } = rows[0];
  const shifted = (moment, seconds) => new Date(moment.getTime() + seconds * 1000).toISOString();
  return { submissionId, moments: { early: shifted(first, 1_000), recent: shifted(last, -1_000) } };
}

/** Adds past runs to other forms, where the values are common that are rare in the form of `addRuns`, as in a service with many forms. */
export async function addOtherRuns(database, formIds, count) {
  await database.query(OTHER_RUNS, [formIds, count]);
  await database.query('vacuum analyze workflow_runs');
}

const OTHER_RUNS = `
  insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, submission_id, run_kind, status,
    reserved_points, consumed_points, due_at, completed_at, created_at)
  select uuidv7(), f.account_id, f.id, f.id, f.id, 1 + n % 3, uuidv7(), 'production', (array['succeeded', 'failed'])[1 + n % 2],
    n % 4 * 20, n % 4 * 20, 'infinity', made_at, made_at
  from generate_series(1, $2::int) n
  join forms f on f.id = ($1::uuid[])[1 + n % cardinality($1)]
  cross join lateral (select date_trunc('milliseconds', now()) - n * interval '1 second' as made_at) run`;

const RUNS = `
  insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, draft_revision, submission_id,
    run_kind, status, definition, input, reserved_points, consumed_points, has_uncertain, due_at, started_at, completed_at, created_at)
  select uuidv7(), f.account_id, f.id, w.id, case when not run.is_test then v.id end,
    case when not run.is_test then case when n % 1000 = 1 then 2 else 1 end end, case when run.is_test then 1 end,
    case when not run.is_test then uuidv7() end, case when run.is_test then 'test' else 'production' end, run.status,
    case when run.is_test then '{}'::json end, case when run.is_test then '{}'::json end, run.points, run.points, n % 1000 = 2, 'infinity',
    run.made_at, case when run.status = any('{succeeded,partially_failed,failed,cancelled}') then run.made_at end, run.made_at
  from forms f
  join workflows w on w.form_id = f.id
  join workflow_versions v on v.workflow_id = w.id
  cross join generate_series(1, $2::int) n
  cross join lateral (
    select n % 1000 = 3 as is_test,
      case when n % 1000 = 4 then ($3::text[])[1 + n / 1000 % cardinality($3::text[])] else 'succeeded' end as status,
      case n % 1000 when 5 then 60 when 6 then 0 else 3 end as points,
      date_trunc('milliseconds', now()) - n * interval '1 second' as made_at) run
  where f.id = $1`;

const SAMPLES = `
  select (array_agg(submission_id) filter (where submission_id is not null))[1] as submission_id,
    min(created_at) as first, max(created_at) as last
  from (select submission_id, created_at from workflow_runs where form_id = $1) runs`;
