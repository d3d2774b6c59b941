-- Quarantines a submission that waits for a confirmation for another reason, so that it counts and is kept like others in quarantine. False
-- when it does not wait any more. `hold_submission` and `give_up_confirmation` call it, under the lock of the form's counters.
create or replace function end_unconfirmed(form uuid, submission uuid, reason jsonb) returns boolean language plpgsql as $$
  declare
    received timestamptz;
  begin
    update submissions s set is_unconfirmed = false, held_at = now(),
        spam_reasons = jsonb_build_array(reason) || jsonb_path_query_array(s.spam_reasons, '$[*] ? (@.check != "unconfirmed")'),
        change_number = (select c.change_number + 1 from form_stats c where c.form_id = form), changed_at = now()
      where s.form_id = form and s.id = submission and s.state = 'quarantined' and s.is_unconfirmed
      returning s.received_at into received;
    if not found then
      return false;
    end if;
    update form_stats c set change_number = c.change_number + 1 where c.form_id = form;
    perform count_received_day(form, received, false);
    return true;
  end $$;
