import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Old rows of the ledger are replaced by one row with their sum for each account, its opening balance. */
export class LedgerRetention1795340100000 implements MigrationInterface {
  name = 'LedgerRetention1795340100000';
  /** The index is built concurrently, which is not possible in a transaction. Every statement can be repeated. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(constraints(KINDS_WITH_OPENING, 'not valid'));
    await runner.query(`alter table point_ledger validate constraint point_ledger_kind_check,
      validate constraint point_ledger_points_check, validate constraint point_ledger_check`);
    await runner.query(DELETE_TRIGGER);
    await runner.query(appendOnly('update'));
    await runner.query('set lock_timeout = 0'); // it waits for the statements in progress, and blocks none
    await runner.query('drop index concurrently if exists point_ledger_opening_key'); // of an attempt that was interrupted
    await runner.query(`create unique index concurrently point_ledger_opening_key on point_ledger (account_id)
      where kind = 'opening'`);
    await runner.query(`set lock_timeout = '1500ms'`);
    await runner.query(FOLD);
  }

  /** An opening balance becomes a grant, or the consumption of a run that no longer exists. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function fold_point_ledger');
    await runner.query('drop trigger point_ledger_shrinks_by_folding on point_ledger');
    await runner.query(`insert into point_ledger (account_id, kind, points, created_at)
      select account_id, 'grant', points, created_at from point_ledger where kind = 'opening' and points > 0`);
    await runner.query(CONSUME_DEBTS);
    await runner.query(`delete from point_ledger where kind = 'opening'`);
    await runner.query('drop index point_ledger_opening_key');
    await runner.query(constraints(KINDS, ''));
    await runner.query(appendOnly('update or delete'));
  }
}

interface Kinds {
  all: string;
  points: string;
  withoutRun: string;
}

const KINDS: Kinds = {
  all: `kind in ('grant', 'reserve', 'consume', 'release')`,
  points: 'points > 0',
  withoutRun: `kind = 'grant'`,
};

/** An account without a limit can have a negative opening balance. */
const KINDS_WITH_OPENING: Kinds = {
  all: `kind in ('grant', 'reserve', 'consume', 'release', 'opening')`,
  points: `points > 0 or kind = 'opening'`,
  withoutRun: `kind in ('grant', 'opening')`,
};

const constraints = ({ all, points, withoutRun }: Kinds, validity: string): string => `
  alter table point_ledger
    drop constraint point_ledger_kind_check, add constraint point_ledger_kind_check check (${all}) ${validity},
    drop constraint point_ledger_points_check, add constraint point_ledger_points_check check (${points}) ${validity},
    drop constraint point_ledger_check, add constraint point_ledger_check check ((${withoutRun}) = (run_id is null)) ${validity}`;

const appendOnly = (events: string): string => `
  create or replace trigger point_ledger_is_append_only before ${events} on point_ledger
    for each row execute function refuse_change()`;

const DELETE_TRIGGER = `
  create or replace trigger point_ledger_shrinks_by_folding before delete on point_ledger
    for each row when (current_setting('points.is_folding', true) is distinct from 'on') execute function refuse_change()`;

/**
 * Folds the old movements among the thousand rows after a position, and returns the position after them, or null when the rest is young.
 * The rows of a run are folded together once the run has ended, so that the ledger has all of them or none. Movements of the current month
 * stay, since the usage of the month is read from them. The opening balance has the time before which everything that it contains has
 * ended. It is a function because the trigger lets nothing else delete rows.
 *
 * The sum of an account without a limit only matters when the account gets a limit, and then a negative one counts as zero. It stays above
 * minus one billion, so that it fits into its column.
 */
const FOLD = `
  create or replace function fold_point_ledger(days integer, after bigint) returns bigint
  language plpgsql as $$
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
  end $$`;

const CONSUME_DEBTS = `
  with debts as (
    select account_id, -points as points, created_at, gen_random_uuid() as run_id from point_ledger where kind = 'opening' and points < 0
  ), reserved as (
    insert into point_ledger (account_id, run_id, kind, points, created_at)
    select account_id, run_id, 'reserve', points, created_at from debts
  )
  insert into point_ledger (account_id, run_id, step_id, kind, points, created_at)
  select account_id, run_id, gen_random_uuid(), 'consume', points, created_at from debts`;
