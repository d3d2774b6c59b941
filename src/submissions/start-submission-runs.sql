-- Inserts a run for each stored submission of a form with a published workflow, reserves its points, and returns the ids of the runs that
-- are pending. Those for which the points do not suffice are blocked. `accept_submissions` and `release_submission` call it.
create or replace function start_submission_runs(stored submission_to_store[], open_forms open_form[], started_at timestamptz)
returns uuid[] language plpgsql as $$
  declare
    runs new_submission_run[];
    payers uuid[];
    limited uuid[];
    blocked uuid[];
    pending uuid[];
  begin
    select
        array_agg((s.run_id, s.id, f.account_id, f.id, w.id, v.id, v.version, v.max_cost, s.retry_of_run_id, s.origin_run_id)::new_submission_run
          order by s.ordinality),
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
          where a.id = any(limited) and a.points_month < date_trunc('month', now() at time zone 'utc')::date
      ), granted as (
        insert into point_ledger (account_id, kind, points) select id, 'grant', points from due where points > 0
      )
      update accounts a set points_balance = a.points_balance + due.points, points_month = date_trunc('month', now() at time zone 'utc')::date
        from due where a.id = due.id;

      -- New runs get nothing while older ones of their account wait for points. First come, first served: a run that exceeds what is left
      -- holds back those after it, so that cheap ones do not starve it.
      with spendable as (
        select a.id, case when is_waiting then 0 else a.points_balance end as points
          from accounts a
            cross join lateral (select exists (select from workflow_runs r
              where r.account_id = a.id and r.status = 'blocked_insufficient_compute_points') as is_waiting) w
          where a.id = any(limited)
      ), wanted as (
        select r.id, r.account_id, r.max_cost, sum(r.max_cost) over (partition by r.account_id order by r.ordinality) as total
          from unnest(runs) with ordinality r where r.account_id = any(limited)
      ), decided as (
        select w.*, w.max_cost = 0 or w.total <= s.points as is_affordable from wanted w join spendable s on s.id = w.account_id
      ), spent as (
        update accounts a set points_balance = a.points_balance - s.points
          from (select account_id, sum(max_cost) as points from decided where is_affordable and max_cost > 0 group by account_id) s
          where a.id = s.account_id
      )
      select array_agg(id) into blocked from decided where not is_affordable;
    end if;

    with started as (
      insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, submission_id, run_kind,
          status, reserved_points, created_at, retry_of_run_id, origin_run_id)
        select r.id, r.account_id, r.form_id, r.workflow_id, r.version_id, r.version, r.submission_id, 'production',
            case when r.id = any(blocked) then 'blocked_insufficient_compute_points' else 'pending' end,
            case when r.id = any(blocked) then 0 else r.max_cost end, started_at, r.retry_of_run_id, r.origin_run_id
          from unnest(runs) r
        returning id, account_id, status, reserved_points
    ), booked as (
      insert into point_ledger (account_id, run_id, kind, points)
        select account_id, id, 'reserve', reserved_points from started where reserved_points > 0
    )
    select array_agg(id) filter (where status = 'pending') into pending from started;
    return coalesce(pending, '{}');
  end $$;
