/** Every violated invariant of compute points. The movements of a run that ended long ago may all be part of an opening balance. */
export const POINT_VIOLATIONS = `
  with balances as (
    select a.id, a.points_balance as balance, p.points_per_month as allowance,
      coalesce(sum(case l.kind when 'consume' then 0 when 'reserve' then -l.points else l.points end), 0) as total
    from accounts a join plans p on p.name = a.plan left join point_ledger l on l.account_id = a.id
    group by a.id, p.name
  ), ledger as (
    select run_id, array_agg(distinct account_id) as account_ids,
      coalesce(sum(points) filter (where kind = 'reserve'), 0) as reserved,
      coalesce(sum(points) filter (where kind = 'consume'), 0) as consumed,
      coalesce(sum(points) filter (where kind = 'release'), 0) as released
    from point_ledger where run_id is not null group by run_id
  ), runs as (
    select r.id, r.account_id, r.status, r.reserved_points as reserved, r.consumed_points as consumed, r.released_points as released,
      r.status in ('succeeded', 'partially_failed', 'failed', 'cancelled') as is_over,
      (select coalesce(sum(billed_points), 0) from workflow_run_steps s where s.run_id = r.id) as billed
    from workflow_runs r
  ), folded as (
    select r.id from workflow_runs r join point_ledger opening on opening.account_id = r.account_id and opening.kind = 'opening'
    where r.completed_at < opening.created_at and not exists (select from ledger l where l.run_id = r.id)
  )
  select 'a balance is negative' as violation, id as subject, to_json(b) as found from balances b where balance < 0
  union all
  select 'the ledger does not add up to the balance', id, to_json(b) from balances b where balance <> total
  union all
  select 'a balance is limited and its plan is not, or the other way round', id, to_json(b) from balances b
    where (balance is null) <> (allowance is null)
  union all
  select 'a run and its ledger differ', r.id, json_build_object('run', r, 'ledger', l)
    from runs r left join ledger l on l.run_id = r.id
    where (r.reserved, r.consumed, r.released) is distinct from
      (coalesce(l.reserved, 0), coalesce(l.consumed, 0), coalesce(l.released, 0))
      and not exists (select from folded f where f.id = r.id)
  union all
  select 'a run moved points of another account', r.id, json_build_object('run', r, 'ledger', l)
    from runs r join ledger l on l.run_id = r.id where l.account_ids <> array[r.account_id]
  union all
  select 'a deleted run kept points', l.run_id, to_json(l) from ledger l
    where not exists (select from runs r where r.id = l.run_id) and l.reserved <> l.consumed + l.released
  union all
  select 'a run used more than it reserved', id, to_json(r) from runs r where reserved < consumed + released
  union all
  select 'a run kept points when it ended', id, to_json(r) from runs r where is_over and reserved <> consumed + released
  union all
  select 'a blocked run holds points', id, to_json(r) from runs r where status like 'blocked%' and reserved <> 0
  union all
  select 'the steps of a run do not add up to what it consumed', id, to_json(r) from runs r where consumed <> billed
  union all
  select 'a step and its ledger differ', s.id, json_build_object('billed', s.billed_points, 'ledger', l.points)
    from workflow_run_steps s left join point_ledger l on l.run_id = s.run_id and l.step_id = s.id
    where s.billed_points <> coalesce(l.points, 0) and not exists (select from folded f where f.id = s.run_id)`;
