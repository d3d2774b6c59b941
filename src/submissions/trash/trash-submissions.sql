-- Moves submissions to the trash: they give back their values, places and ids at their source, no longer count, and nobody is notified of
-- them. Returns the ids of those that were not there already. What the way back needs is kept, with the runs that the caller has cancelled:
-- two arrays of submissions and runs. `TrashRepository` calls it, under the lock of the form's counters.
create or replace function trash_submissions(form uuid, ids uuid[], cancelled_of uuid[], cancelled uuid[])
returns uuid[] language plpgsql as $$
  declare
    moved uuid[];
    accepted integer;
    unread integer;
  begin
    perform give_back_places(form, s.id) from submissions s where s.form_id = form and s.id = any(ids) and s.state = 'accepted';
    with freed as (
      delete from imported_sources i where i.form_id = form and i.submission_id = any(ids) returning i.submission_id, i.digest
    ), withdrawn as (
      delete from notifications n where n.form_id = form and n.submission_id = any(ids) and n.status in ('pending', 'claimed')
        returning n.submission_id
    ), unsent as (
      select submission_id from withdrawn
      union
      select n.submission_id from notifications n where n.form_id = form and n.submission_id = any(ids) and n.status = 'sending'
    ), ended as (
      select e.submission_id, array_agg(e.run_id order by e.run_id) as run_ids from unnest(cancelled_of, cancelled) e (submission_id, run_id) group by 1
    )
    insert into trashed_submissions (form_id, submission_id, source_digest, has_unsent_mail, cancelled_run_ids)
      select form, sent.id, freed.digest, unsent.submission_id is not null, coalesce(ended.run_ids, '{}')
        from unnest(ids) sent (id)
          left join freed on freed.submission_id = sent.id
          left join unsent on unsent.submission_id = sent.id
          left join ended on ended.submission_id = sent.id
        where coalesce(freed.submission_id, unsent.submission_id, ended.submission_id) is not null
      on conflict do nothing; -- one whose mail was being sent already when it went to the trash

    with due as (
      select s.id, c.change_number + row_number() over (order by s.id) as number
        from submissions s join form_stats c on c.form_id = form
        where s.form_id = form and s.id = any(ids) and s.state <> 'trashed'
    ), trashed as (
      update submissions s set state = 'trashed', state_before = s.state, deleted_at = now(), held_at = null, change_number = due.number, changed_at = now()
        from due where s.form_id = form and s.id = due.id
        returning s.id, s.state_before, s.read_at
    )
    select coalesce(array_agg(t.id), '{}'), count(*) filter (where t.state_before = 'accepted'),
        count(*) filter (where t.state_before = 'accepted' and t.read_at is null)
      into moved, accepted, unread
      from trashed t;

    update form_stats c set
        submissions_count = c.submissions_count - accepted,
        unread_count = c.unread_count - unread,
        change_number = c.change_number + cardinality(moved),
        latest_submission_at = (
          select s.received_at from submissions s where s.form_id = form and s.state = 'accepted' order by s.received_at desc, s.id desc limit 1)
      where c.form_id = form and cardinality(moved) > 0;
    return moved;
  end $$;
