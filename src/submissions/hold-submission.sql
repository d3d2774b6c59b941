-- Quarantines an accepted submission: it gives back its value and its places, no longer counts, and nobody is notified of it. One that waits
-- for a confirmation is held for this reason instead. The visitor is not asked to confirm an address any more. False when it is quarantined
-- already, or gone. `QuarantineRepository` calls it, under the lock of the form's counters.
create or replace function hold_submission(form uuid, submission uuid, reason jsonb) returns boolean language plpgsql as $$
  declare
    was_unread boolean;
  begin
    update address_confirmations m set due_at = null, mail_id = null
      where m.form_id = form and m.submission_id = submission and m.status = 'pending';
    if end_unconfirmed(form, submission, reason) then
      return true;
    end if;
    perform give_back_places(form, submission);
    update submissions s set state = 'quarantined', held_at = now(), released_at = null,
        spam_reasons = coalesce(s.spam_reasons, '[]') || reason,
        change_number = (select c.change_number + 1 from form_stats c where c.form_id = form), changed_at = now()
      where s.form_id = form and s.id = submission and s.state = 'accepted'
      returning s.read_at is null into was_unread;
    if not found then
      return false;
    end if;
    update form_stats c set
        submissions_count = c.submissions_count - 1,
        unread_count = c.unread_count - was_unread::integer,
        change_number = c.change_number + 1,
        latest_submission_at = (
          select s.received_at from submissions s where s.form_id = form and s.state = 'accepted' order by s.received_at desc, s.id desc limit 1)
      where c.form_id = form;
    delete from notifications n where n.form_id = form and n.submission_id = submission and n.status = 'pending';
    return true;
  end $$;
