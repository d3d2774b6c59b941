import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The function that stores a batch of submissions in one round trip. It is a function and not one SQL statement because every statement in
 * it sees what others committed while it waited for its locks. Later versions replace it in a migration of their own.
 */
export class AcceptSubmissions1795320000000 implements MigrationInterface {
  name = 'AcceptSubmissions1795320000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...TYPES, CLAIM_KEYS, ATTACH_FILES, START_RUNS, ACCEPT_SUBMISSIONS]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function accept_submissions, claim_submission_keys, attach_submission_files, start_submission_runs');
    await runner.query('drop type new_submission, open_form, new_submission_run');
  }
}

/** The rows that the functions pass on in arrays, so that the JSON is parsed once and no temporary table is needed. */
const TYPES = [
  `create type new_submission as (
    id uuid,
    run_id uuid,
    form_id uuid,
    revision integer,
    source text,
    fields json,
    file_count integer,
    files json,
    ignored_fields text[],
    client_network inet,
    user_agent text,
    key_hash bytea,
    fingerprint bytea
  )`,
  `create type open_form as (id uuid, revision integer, account_id uuid, remaining integer)`,
  `create type new_submission_run as (
    id uuid,
    submission_id uuid,
    account_id uuid,
    form_id uuid,
    workflow_id uuid,
    version_id uuid,
    version integer,
    max_cost integer
  )`,
];

/** An error code of our own, which SQL leaves to implementations. The service answers it with 503. */
const UPLOAD_EXPIRED = 'UP001';

const THIS_MONTH = `date_trunc('month', now() at time zone 'utc')::date`;

/** Plans are generic in all functions that it calls as well, since planning for each batch anew takes longer than a small batch itself. */
const ACCEPT_SUBMISSIONS = `
  create function accept_submissions(
    batch json, out received_at timestamptz, out outcomes text[], out receipts json, out pending_run_ids uuid[]
  ) language plpgsql set plan_cache_mode = force_generic_plan as $$
  #variable_conflict use_column
  declare
    sent new_submission[];
    stored new_submission[];
    form_ids uuid[];
    open_forms open_form[];
    has_keys boolean;
    has_files boolean;
  begin
    received_at := date_trunc('milliseconds', now());

    -- No aggregate sorts its input here, so the arrays are in the order of arrival.
    select array_agg(s), array_agg(s.form_id), bool_or(s.key_hash is not null), bool_or(s.files is not null)
      into sent, form_ids, has_keys, has_files
      from json_populate_recordset(null::new_submission, batch) s;

    -- Locks the forms that accept submissions against edits and deletion, and their counters against other batches. The order of the ids
    -- keeps two batches from waiting for each other.
    open_forms := array(
      select (f.id, f.revision, f.account_id,
          p.form_submissions_per_month - case when c.month = ${THIS_MONTH} then c.month_count else 0 end)::open_form
        from forms f
          join form_stats c on c.form_id = f.id
          join accounts a on a.id = f.account_id
          join plans p on p.name = a.plan
        where f.id = any(form_ids) and f.deleted_at is null and f.status = 'enabled' and a.suspended_at is null
        order by f.id
        for key share of f
        for update of c);

    -- A form that was edited since the validation refuses first. Then submissions are stored in the order of arrival while the quota
    -- lasts, except those whose key was used before, also by another one of the batch. The outcome of the others stays open.
    outcomes := array(
      select case
          when not is_current then 'form_changed'
          when is_new and (remaining is null or number <= remaining) then 'stored'
        end
        from (
          select *, count(*) filter (where is_new) over (partition by form_id order by position) as number
            from (
              select s.form_id, s.ordinality as position, f.remaining, f.id is not null as is_current,
                f.id is not null
                  and (select k.form_id from submission_keys k
                    where k.form_id = s.form_id and k.key_hash = s.key_hash and k.expires_at > now()) is null
                  and (s.key_hash is null or row_number() over (partition by f.id, s.key_hash order by s.ordinality) = 1) as is_new
                from unnest(sent) with ordinality s
                  left join unnest(open_forms) f on f.id = s.form_id and f.revision = s.revision
            ) looked_up
        ) counted
        order by position);
    stored := array(select sent[n] from generate_subscripts(sent, 1) n where outcomes[n] = 'stored' order by n);

    with inserted as (
      insert into submissions (id, form_id, source, fields, file_count, received_at, client_network, user_agent)
      select id, form_id, source, fields, file_count, received_at, client_network, user_agent from unnest(stored)
    ), added as (
      select form_id, count(*)::int as number, ${THIS_MONTH} as month from unnest(stored) group by form_id
    )
    update form_stats c set
        submissions_count = c.submissions_count + added.number,
        unread_count = c.unread_count + added.number,
        latest_submission_at = greatest(c.latest_submission_at, received_at),
        first_submission_at = coalesce(c.first_submission_at, received_at),
        month_count = added.number + case when c.month = added.month then c.month_count else 0 end,
        month = added.month
      from added where c.form_id = added.form_id and c.form_id = any(form_ids);

    if has_keys then
      perform claim_submission_keys(stored, received_at);
    end if;

    -- A key that is stored by now answers, whether this batch stored it or an earlier one; without one it was the quota that refused.
    if array_position(outcomes, null) is not null then
      select
          array_agg(coalesce(outcomes[ordinality], case
              when k.form_id is null then 'quota_exceeded'
              when k.fingerprint = s.fingerprint then 'replayed'
              else 'key_conflict'
            end) order by ordinality),
          json_object_agg(ordinality - 1, json_build_object('id', k.submission_id, 'received_at', k.received_at,
              'file_count', k.file_count, 'ignored_fields', k.ignored_fields))
            filter (where outcomes[ordinality] is null and k.fingerprint = s.fingerprint)
        into outcomes, receipts
        from unnest(sent) with ordinality s
          left join submission_keys k on k.form_id = s.form_id and k.key_hash = s.key_hash and k.expires_at > now();
    end if;

    if has_files then
      perform attach_submission_files(stored, received_at);
    end if;
    pending_run_ids := start_submission_runs(stored, open_forms, received_at);
  end $$`;

const CLAIM_KEYS = `
  create function claim_submission_keys(stored new_submission[], received_at timestamptz) returns void language plpgsql as $$
  #variable_conflict use_column
  declare
    claimed integer;
  begin
    insert into submission_keys as k (form_id, key_hash, fingerprint, submission_id, received_at, file_count, ignored_fields, expires_at)
      select form_id, key_hash, fingerprint, id, received_at, file_count, coalesce(ignored_fields, '{}'), now() + interval '24 hours'
        from unnest(stored) where key_hash is not null
      on conflict (form_id, key_hash) do update
        set fingerprint = excluded.fingerprint, submission_id = excluded.submission_id, received_at = excluded.received_at,
          file_count = excluded.file_count, ignored_fields = excluded.ignored_fields, expires_at = excluded.expires_at
        where k.expires_at <= now();
    get diagnostics claimed = row_count;
    if claimed < (select count(key_hash) from unnest(stored)) then
      raise exception 'an idempotency key was stored twice';
    end if;
  end $$`;

const ATTACH_FILES = `
  create function attach_submission_files(stored new_submission[], received_at timestamptz) returns void language plpgsql as $$
  declare
    objects text[];
    taken_over integer;
  begin
    with attached as (
      insert into submission_files (form_id, submission_id, id, position, field, filename, content_type, size_bytes, sha256, object_name,
          created_at)
        select s.form_id, s.id, f.id, f.position, f.field, f.filename, f.content_type, f.size_bytes, f.sha256, f.object_name, received_at
          from unnest(stored) s
            cross join json_to_recordset(s.files) as f (id uuid, position integer, field text, filename text, content_type text,
              size_bytes bigint, sha256 bytea, object_name text)
        returning object_name
    )
    select array_agg(object_name) into objects from attached;

    -- The margin covers the time between the comparison and the lock, since a removal that is due by then may have begun.
    delete from object_removals where object_name = any(objects) and due_at > clock_timestamp() + interval '5 seconds';
    get diagnostics taken_over = row_count;
    if taken_over < cardinality(objects) then
      raise exception 'the removal of an uploaded object has become due' using errcode = '${UPLOAD_EXPIRED}';
    end if;
  end $$`;

const START_RUNS = `
  create function start_submission_runs(stored new_submission[], open_forms open_form[], started_at timestamptz) returns uuid[]
  language plpgsql as $$
  declare
    runs new_submission_run[];
    payers uuid[];
    limited uuid[];
    spendable integer[];
    pending uuid[];
  begin
    select array_agg((s.run_id, s.id, f.account_id, f.id, w.id, v.id, v.version, v.max_cost)::new_submission_run order by s.ordinality),
        array_agg(distinct f.account_id) filter (where v.max_cost > 0)
      into runs, payers
      from unnest(stored) with ordinality s
        join unnest(open_forms) f on f.id = s.form_id
        join workflows w on w.form_id = s.form_id
        join workflow_versions v on v.workflow_id = w.id and v.version = w.published_version;
    if runs is null then
      return '{}';
    end if;

    -- The plan of an account cannot change behind a key share lock. Only limited accounts, whose balance changes, are locked for more.
    if payers is not null then
      limited := array(
        with held as (
          select id, points_balance from accounts where id = any(payers) order by id for key share
        )
        select a.id from accounts a join held on held.id = a.id where held.points_balance is not null order by a.id for no key update of a);
    end if;

    if cardinality(limited) > 0 then
      with due as (
        select a.id, greatest(p.points_per_month - a.points_balance, 0) as points
          from accounts a join plans p on p.name = a.plan
          where a.id = any(limited) and a.points_month < ${THIS_MONTH}
      ), granted as (
        insert into point_ledger (account_id, kind, points) select id, 'grant', points from due where points > 0
      )
      update accounts a set points_balance = a.points_balance + due.points, points_month = ${THIS_MONTH} from due where a.id = due.id;

      -- New runs get nothing while older ones of their account wait for points.
      select array_agg(a.id), array_agg(case when is_waiting then 0 else a.points_balance end)
        into limited, spendable
        from accounts a
          cross join lateral (select exists (select from workflow_runs r
            where r.account_id = a.id and r.status = 'blocked_insufficient_compute_points') as is_waiting) w
        where a.id = any(limited);
    end if;

    -- First come, first served: a run that exceeds what is left holds back those after it, so that cheap ones do not starve it.
    with wanted as (
      select r.*, sum(max_cost) over (partition by account_id order by ordinality) as total from unnest(runs) with ordinality r
    ), decided as (
      select w.*, case when max_cost = 0 or b.points is null or total <= b.points then 'pending' else 'blocked_insufficient_compute_points' end as status
        from wanted w left join unnest(limited, spendable) as b (account_id, points) using (account_id)
    ), started as (
      insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, submission_id, run_kind,
          status, reserved_points, created_at)
        select id, account_id, form_id, workflow_id, version_id, version, submission_id, 'production',
            status, case status when 'pending' then max_cost else 0 end, started_at
          from decided
        returning id, account_id, status, reserved_points
    ), booked as (
      insert into point_ledger (account_id, run_id, kind, points)
        select account_id, id, 'reserve', reserved_points from started where reserved_points > 0
    ), spent as (
      update accounts a set points_balance = a.points_balance - s.points
        from (select account_id, sum(reserved_points) as points from started where reserved_points > 0 group by account_id) s
        where a.id = s.account_id and a.id = any(limited)
    )
    select array_agg(id) filter (where status = 'pending') into pending from started;
    return coalesce(pending, '{}');
  end $$`;
