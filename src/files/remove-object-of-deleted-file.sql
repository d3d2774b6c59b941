-- Schedules the removal of the objects of deleted files, also of those that are deleted with their submission or form. The trigger
-- `submission_files_remove_objects` calls it for each statement that deletes rows of `submission_files`; `UploadsRepository` reads what
-- is due.
create or replace function remove_object_of_deleted_file() returns trigger language plpgsql as $$
    begin
      insert into object_removals (object_name, due_at) select object_name, now() from deleted;
      return null;
    end $$;

create or replace trigger submission_files_remove_objects after delete on submission_files
  referencing old table as deleted for each statement execute function remove_object_of_deleted_file();
