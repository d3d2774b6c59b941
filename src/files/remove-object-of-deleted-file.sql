-- Schedules the removal of the objects of deleted files, and counts their bytes out of their forms, also of those that are deleted with their submission or form. The trigger
-- `submission_files_remove_objects` calls it for each statement that deletes rows of `submission_files`; `UploadsRepository` reads what
-- is due.
create or replace function remove_object_of_deleted_file() returns trigger language plpgsql as $$
    begin
      insert into object_removals (object_name, due_at) select object_name, now() from deleted;
      update form_stats c set stored_bytes = greatest(c.stored_bytes - gone.bytes, 0)
        from (select form_id, sum(size_bytes) as bytes from deleted group by form_id) gone
        where c.form_id = gone.form_id;
      return null;
    end $$;

create or replace trigger submission_files_remove_objects after delete on submission_files
  referencing old table as deleted for each statement execute function remove_object_of_deleted_file();
