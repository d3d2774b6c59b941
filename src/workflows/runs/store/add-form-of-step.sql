-- Adds the form of the run to a step that is inserted without it, as the version before this column does during a rolling update. The
-- trigger `workflow_run_steps_add_form` calls it. Both can be removed in the release after the one that brought them.
--
-- To change it, edit this text and copy it into a new migration. A test compares it with what the migrations make.
create or replace function add_form_of_step() returns trigger language plpgsql as $$
    begin
      select form_id into new.form_id from workflow_runs where id = new.run_id;
      return new;
    end $$;
