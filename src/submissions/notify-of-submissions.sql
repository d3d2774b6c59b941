-- Inserts a notification for each stored submission of a form whose owner is to be told. `accept_submissions` and
-- `release_submission` call it, and `src/notifications` sends them.
create or replace function notify_of_submissions(stored submission_to_store[], open_forms open_form[], received_at timestamptz)
returns void language plpgsql as $$
  begin
    insert into notifications (form_id, submission_id, due_at)
      select s.form_id, s.id, received_at from unnest(stored) s join unnest(open_forms) f on f.id = s.form_id and f.is_notified;
  end $$;
