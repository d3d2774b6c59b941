-- Accepts a quarantined submission: it takes its value and its places, counts, and starts a run unless it has one that was not cancelled.
-- The quota, the hours and the status of the form do not refuse it, and neither does an address that was not confirmed. Its visitor is asked
-- to confirm it now if the submission was held for another reason, for up to three days. `QuarantineRepository` and `confirm_address` call it, with
-- the digest of the value by which submissions are told apart at this revision of the form.
create or replace function release_submission(
  form uuid, submission uuid, form_revision integer, unique_digest bytea, run uuid,
  out outcome text, out full_options jsonb, out pending_run_ids uuid[], out is_notified boolean
) language plpgsql as $$
  #variable_conflict use_column
  declare
    opened open_form;
    held submissions;
    released submission_to_store;
    at timestamptz;
    this_month date;
  begin
    select f.id, f.revision, f.account_id, null,
        f.notifications_enabled and (f.settings @? '$.notifications.to[0]' or a.notify_email is not null), f.settings -> 'intake',
        c.submissions_count, c.change_number
      into opened
      from forms f
        join form_stats c on c.form_id = f.id
        join accounts a on a.id = f.account_id
      where f.id = form and f.deleted_at is null
      for key share of f
      for update of c;
    -- Read under the lock, so that the month of the counters never goes back.
    at := date_trunc('milliseconds', clock_timestamp());
    this_month := date_trunc('month', at at time zone 'utc')::date;
    select * into held from submissions s where s.form_id = form and s.id = submission for update;
    outcome := case
      when opened.id is null or held.id is null or held.state = 'trashed' then 'gone'
      when opened.revision <> form_revision then 'form_changed'
      when held.state = 'accepted' then 'unchanged'
      when exists (select from unique_values c where c.form_id = form and c.digest = unique_digest and c.holds) then 'duplicate'
    end;
    if outcome is not null then
      return;
    end if;

    full_options := full_options_of(form, opened.limits, held.fields);
    if opened.submissions_count >= (opened.limits ->> 'max_submissions')::integer or full_options <> '{}' then
      outcome := 'no_places';
      if opened.submissions_count >= (opened.limits ->> 'max_submissions')::integer then
        full_options := '{}';
      end if;
      return;
    end if;

    outcome := 'released';
    update submissions s set state = 'accepted', held_at = null, is_unconfirmed = false, released_at = at,
        change_number = opened.change_number + 1, changed_at = at
      where s.form_id = form and s.id = submission;
    perform take_places(form, opened.limits, submission, held.fields, unique_digest, held.received_at);
    update form_stats c set
        submissions_count = c.submissions_count + 1,
        unread_count = c.unread_count + (held.read_at is null)::integer,
        latest_submission_at = greatest(c.latest_submission_at, held.received_at),
        first_submission_at = least(c.first_submission_at, held.received_at),
        month_count = 1 + case when c.month = this_month then c.month_count else 0 end,
        month = this_month,
        change_number = opened.change_number + 1
      where c.form_id = form;

    if held.is_unconfirmed then
      perform count_received_day(form, held.received_at, true);
    else
      update address_confirmations m set due_at = at
        where m.form_id = form and m.submission_id = submission and m.status = 'pending' and m.due_at is null
          and held.received_at > at - interval '3 days';
    end if;

    released.id := submission;
    released.run_id := run;
    released.form_id := form;
    select id, coalesce(origin_run_id, id) into released.retry_of_run_id, released.origin_run_id
      from workflow_runs r where r.form_id = form and r.submission_id = submission and r.run_kind = 'production'
      order by created_at desc, id desc limit 1;
    pending_run_ids := '{}';
    if not exists (select from workflow_runs r
      where r.form_id = form and r.submission_id = submission and r.run_kind = 'production' and r.status <> 'cancelled'
    ) then
      pending_run_ids := start_submission_runs(array[released], array[opened], at);
    end if;
    is_notified := opened.is_notified and not exists (select from notifications n where n.form_id = form and n.submission_id = submission);
    if is_notified then
      perform notify_of_submissions(array[released], array[opened], at);
    end if;
  end $$;
