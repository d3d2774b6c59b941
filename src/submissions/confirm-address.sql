-- Notes that the visitor has confirmed an address, if the submission still has it, and accepts a submission that was held for that alone. Its
-- value and its places are judged again, and it counts for the month, and for the day on which it was received. What is held for other
-- reasons stays held. A second time it changes nothing. `ConfirmationsRepository` calls it, with the digest of the value of the form's unique field
-- at this revision of the form.
create or replace function confirm_address(
  form uuid, submission uuid, edits integer, field text, address text, form_revision integer, unique_digest bytea, run uuid,
  out outcome text, out pending_run_ids uuid[], out is_notified boolean
) language plpgsql as $$
  #variable_conflict use_column
  declare
    held submissions;
    number bigint;
    at timestamptz;
  begin
    select c.change_number into number from forms f join form_stats c on c.form_id = f.id
      where f.id = form and f.deleted_at is null
      for key share of f
      for update of c;
    at := date_trunc('milliseconds', clock_timestamp());
    select * into held from submissions s where s.form_id = form and s.id = submission for update;
    outcome := case
      when number is null or held.id is null or held.state = 'trashed' then 'gone'
      when held.fields ->> field is distinct from address then 'ended'
      when held.address_confirmed_at is not null then 'confirmed'
      when held.edit_count <> edits then 'form_changed' -- the digest is that of a former value
    end;
    if outcome is not null then
      return;
    end if;

    if held.is_unconfirmed then
      select r.outcome, r.pending_run_ids, r.is_notified into outcome, pending_run_ids, is_notified
        from release_submission(form, submission, form_revision, unique_digest, run) r;
      if outcome <> 'released' then
        return;
      end if;
      update submissions s set address_confirmed_at = at, released_at = null,
          spam_reasons = nullif(jsonb_path_query_array(s.spam_reasons, '$[*] ? (@.check != "unconfirmed")'), '[]')
        where s.form_id = form and s.id = submission;
    else
      update submissions s set address_confirmed_at = at, change_number = number + 1, changed_at = at
        where s.form_id = form and s.id = submission;
      update form_stats c set change_number = number + 1 where c.form_id = form;
    end if;
    update address_confirmations m set status = 'sent', due_at = null, mail_id = null
      where m.form_id = form and m.submission_id = submission;
    outcome := 'confirmed';
  end $$;
