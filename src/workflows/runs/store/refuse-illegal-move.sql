-- Refuses a change of a status that is not among the arguments of the trigger, each of which reads "from>to". The triggers
-- `workflow_runs_move_legally` and `workflow_run_steps_move_legally` call it; their arguments are the transitions of
-- `src/workflows/definition/state-machine.rules.ts`.
create or replace function refuse_illegal_move() returns trigger language plpgsql as $$
    begin
      if not (old.status || '>' || new.status) = any(tg_argv) then
        raise exception 'a row of % cannot move from % to %', tg_table_name, old.status, new.status;
      end if;
      return new;
    end $$;

create or replace trigger workflow_runs_move_legally before update of status on workflow_runs for each row when (old.status <> new.status)
  execute function refuse_illegal_move(
    'pending>running', 'pending>blocked_insufficient_compute_points', 'pending>blocked_plan_limits', 'pending>cancelled',
    'blocked_insufficient_compute_points>pending', 'blocked_insufficient_compute_points>failed', 'blocked_insufficient_compute_points>cancelled',
    'blocked_plan_limits>pending', 'blocked_plan_limits>failed', 'blocked_plan_limits>cancelled',
    'running>succeeded', 'running>partially_failed', 'running>failed', 'running>cancelled');
create or replace trigger workflow_run_steps_move_legally before update of status on workflow_run_steps for each row when (old.status <> new.status)
  execute function refuse_illegal_move(
    'pending>running', 'pending>skipped', 'pending>cancelled',
    'running>waiting', 'running>succeeded', 'running>failed', 'running>uncertain', 'running>skipped', 'running>cancelled',
    'waiting>running', 'waiting>succeeded', 'waiting>failed', 'waiting>skipped', 'waiting>cancelled');
