-- Gives the reserved points that a run has not used back to its account. The trigger `workflow_runs_give_back_points` calls it before a
-- run with such points is deleted, as when its form is purged.
create or replace function release_points_of_deleted_run() returns trigger language plpgsql as $$
    declare rest integer := old.reserved_points - old.consumed_points - old.released_points;
    begin
      update accounts set points_balance = points_balance + rest where id = old.account_id;
      insert into point_ledger (account_id, run_id, kind, points) values (old.account_id, old.id, 'release', rest);
      return old;
    end $$;

create or replace trigger workflow_runs_give_back_points before delete on workflow_runs
  for each row when (old.reserved_points > old.consumed_points + old.released_points) execute function release_points_of_deleted_run();
