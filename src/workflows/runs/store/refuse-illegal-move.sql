-- Refuses a change of a status that is not among the arguments of the trigger, each of which reads "from>to". The triggers
-- `workflow_runs_move_legally` and `workflow_run_steps_move_legally` call it; their arguments are the transitions of
-- `src/workflows/definition/state-machine.rules.ts`.
--
-- To change it, edit this text and copy it into a new migration. A test compares it with what the migrations make.
create or replace function refuse_illegal_move() returns trigger language plpgsql as $$
    begin
      if not (old.status || '>' || new.status) = any(tg_argv) then
        raise exception 'a row of % cannot move from % to %', tg_table_name, old.status, new.status;
      end if;
      return new;
    end $$;
