-- Deletes the submissions of a form and their idempotency keys with it, as a foreign key would. They have none, since whoever inserts them
-- holds the lock of their form anyway, and checking each row again costs a submission more than most of what it needs. The trigger
-- `forms_delete_their_submissions` calls it.
create or replace function delete_submissions_of_form() returns trigger language plpgsql as $$
  begin
    delete from submissions where form_id = old.id;
    delete from submission_idempotency_keys where form_id = old.id;
    return null;
  end $$;

create or replace trigger forms_delete_their_submissions after delete on forms
  for each row execute function delete_submissions_of_form();
