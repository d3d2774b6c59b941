-- Folds the old movements among the thousand rows after a position, and returns the position after them, or null when the rest is young.
-- `AccountsRepository.compactLedger` calls it.
-- The rows of a run are folded together once the run has ended, so that the ledger has all of them or none. Movements of the current
-- month stay, since the usage of the month is read from them. The opening balance has the time before which everything that it contains
-- has ended.
-- It is a function because the trigger `point_ledger_shrinks_by_folding` lets nothing else delete rows.
-- The sum of an account without a limit only matters when the account gets a limit, and then a negative one counts as zero. It stays
-- above minus one billion, so that it fits into its column.
create or replace function fold_point_ledger(days integer, after bigint) returns bigint language plpgsql as $$
  declare
    until timestamptz(3) := least(now() - make_interval(days => days), date_trunc('month', now(), 'utc'));
    seen bigint[];
    continue_after bigint;
    grants bigint[];
    runs uuid[];
    payers uuid[];
  begin
    if not pg_try_advisory_xact_lock(hashtextextended('folding of the ledger', 0)) then
      return null; -- another process is folding
    end if;

    select array_agg(id) filter (where created_at < until),
        case when count(*) = 1000 and bool_and(created_at < until or kind = 'opening') then max(id) end
      into seen, continue_after
      from (select id, kind, created_at from point_ledger where id > after order by id limit 1000) page;

    grants := array(select id from point_ledger where id = any(seen) and kind = 'grant');
    runs := array(
      select run_id from (select distinct run_id from point_ledger where id = any(seen) and run_id is not null) old
        where (select count(*) from point_ledger l where l.run_id = old.run_id and l.created_at >= until) = 0
          and (select count(*) from workflow_runs r
            where r.id = old.run_id and (r.completed_at is null or r.completed_at >= until)) = 0);
    payers := array(
      select account_id from point_ledger where id = any(grants)
      union select account_id from point_ledger where run_id = any(runs));

    -- A plan that changes meanwhile would be compared with another sum.
    perform from accounts where id = any(payers) order by id for key share;

    perform set_config('points.is_folding', 'on', true);
    with granted as (
      delete from point_ledger where id = any(grants) returning account_id, kind, points, created_at
    ), moved as (
      delete from point_ledger where run_id = any(runs) returning account_id, kind, points, created_at
    ), opened as (
      delete from point_ledger where kind = 'opening' and account_id = any(payers) returning account_id, kind, points, created_at
    ), folded as (
      select account_id, greatest(until, max(created_at)) as created_at,
          sum(case kind when 'consume' then 0 when 'reserve' then -points else points end) as points
        from (select * from granted union all select * from moved union all select * from opened) rows
        group by account_id
    )
    insert into point_ledger (account_id, kind, points, created_at)
      select f.account_id, 'opening', case when a.points_balance is null then greatest(f.points, -1000000000) else f.points end, f.created_at
        from folded f join accounts a on a.id = f.account_id and a.id = any(payers);
    perform set_config('points.is_folding', 'off', true);
    return continue_after;
  end $$;
