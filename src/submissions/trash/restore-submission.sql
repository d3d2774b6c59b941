-- Takes a submission out of the trash as it was, read or unread: an accepted one takes its value and its places anew, an imported one its id
-- at its source, and the mail about it is written anew if it was not sent. The quota, the hours and the status of the form do not refuse it.
-- `TrashRepository` calls it, with the digest of the value by which submissions are told apart at this revision of the form.
create or replace function restore_submission(
  form uuid, submission uuid, form_revision integer, unique_digest bytea,
  out outcome text, out full_options jsonb, out cancelled_run_ids uuid[], out is_notified boolean
) language plpgsql as $$
  #variable_conflict use_column
  declare
    opened record;
    trashed submissions;
    kept trashed_submissions;
    at timestamptz;
    is_accepted boolean;
  begin
    select f.revision, f.notifications_enabled and (f.settings @? '$.notifications.to[0]' or a.notify_email is not null) as is_notified,
        f.settings -> 'intake' as limits, c.submissions_count, c.change_number
      into opened
      from forms f
        join form_stats c on c.form_id = f.id
        join accounts a on a.id = f.account_id
      where f.id = form and f.deleted_at is null
      for key share of f
      for update of c;
    at := date_trunc('milliseconds', clock_timestamp());
    select * into trashed from submissions s where s.form_id = form and s.id = submission for update;
    select * into kept from trashed_submissions t where t.form_id = form and t.submission_id = submission;
    is_accepted := trashed.state_before = 'accepted';
    outcome := case
      when opened.revision is null or trashed.id is null then 'gone'
      when opened.revision <> form_revision then 'form_changed'
      when trashed.state <> 'trashed' then 'unchanged'
      when exists (select from imported_sources i where i.form_id = form and i.digest = kept.source_digest) then 'duplicate'
      when is_accepted and exists (select from unique_values c where c.form_id = form and c.digest = unique_digest and c.holds) then 'duplicate'
    end;
    if outcome is not null then
      return;
    end if;

    if is_accepted then
      full_options := full_options_of(form, opened.limits, trashed.fields);
      if opened.submissions_count >= (opened.limits ->> 'max_submissions')::integer then
        full_options := '{}';
      elsif full_options = '{}' then
        full_options := null;
      end if;
      if full_options is not null then
        outcome := 'no_places';
        return;
      end if;
      perform take_places(form, opened.limits, submission, trashed.fields, unique_digest, trashed.received_at);
    end if;

    outcome := 'restored';
    update submissions s set state = s.state_before, state_before = null, deleted_at = null,
        held_at = case when s.state_before = 'quarantined' then at end, change_number = opened.change_number + 1, changed_at = at
      where s.form_id = form and s.id = submission;
    update form_stats c set
        submissions_count = c.submissions_count + is_accepted::integer,
        unread_count = c.unread_count + (is_accepted and trashed.read_at is null)::integer,
        latest_submission_at = case when is_accepted then greatest(c.latest_submission_at, trashed.received_at) else c.latest_submission_at end,
        change_number = opened.change_number + 1
      where c.form_id = form;
    if kept.source_digest is not null then
      insert into imported_sources (form_id, digest, submission_id) values (form, kept.source_digest, submission);
    end if;
    is_notified := opened.is_notified and coalesce(kept.has_unsent_mail, false)
      and not exists (select from notifications n where n.form_id = form and n.submission_id = submission);
    if is_notified then
      insert into notifications (form_id, submission_id, due_at) values (form, submission, at);
    end if;
    update address_confirmations m set due_at = at
      where m.form_id = form and m.submission_id = submission and m.status = 'pending' and m.due_at is null;
    cancelled_run_ids := array(
      select r.id from workflow_runs r
        where r.form_id = form and r.id = any(kept.cancelled_run_ids)
          and not exists (select from workflow_runs retry where retry.retry_of_run_id = r.id)
        order by r.created_at, r.id);
  end $$;
