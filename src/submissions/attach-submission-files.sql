-- Inserts the files of stored submissions, counts their bytes, and takes over their uploaded objects, which would otherwise be removed. `accept_submissions`
-- calls it. The error code UP001 is one of our own, which SQL leaves to implementations: `SubmissionWritesRepository` answers it with
-- 503.
create or replace function attach_submission_files(stored submission_to_store[], received_at timestamptz) returns void language plpgsql as $$
  declare
    objects text[];
    taken_over integer;
  begin
    with attached as (
      insert into submission_files (form_id, submission_id, id, position, field, filename, content_type, size_bytes, sha256, object_name,
          created_at)
        select s.form_id, s.id, f.id, f.position, f.field, f.filename, f.content_type, f.size_bytes, f.sha256, f.object_name, received_at
          from unnest(stored) s
            cross join json_to_recordset(s.files) as f (id uuid, position integer, field text, filename text, content_type text,
              size_bytes bigint, sha256 bytea, object_name text)
        returning form_id, object_name, size_bytes
    ), counted as (
      update form_stats c set stored_bytes = c.stored_bytes + added.bytes
        from (select form_id, sum(size_bytes) as bytes from attached group by form_id) added
        where c.form_id = added.form_id
    )
    select array_agg(object_name) into objects from attached;

    -- The margin covers the time between the comparison and the lock, since a removal that is due by then may have begun.
    delete from object_removals where object_name = any(objects) and due_at > clock_timestamp() + interval '5 seconds';
    get diagnostics taken_over = row_count;
    if taken_over < cardinality(objects) then
      raise exception 'the removal of an uploaded object has become due' using errcode = 'UP001';
    end if;
  end $$;
