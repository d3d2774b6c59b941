-- Schedules the removal of the objects of deleted files, also of those that are deleted with their submission or form. The trigger
-- `submission_files_remove_objects` calls it for each statement that deletes rows of `submission_files`; `UploadsRepository` reads what
-- is due.
--
-- To change it, edit this text and copy it into a new migration. A test compares it with what the migrations make.
create or replace function remove_object_of_deleted_file() returns trigger language plpgsql as $$
    begin
      insert into object_removals (object_name, due_at) select object_name, now() from deleted;
      return null;
    end $$;
