-- Stores a batch of submissions in the order of arrival, and returns for each what became of it, the receipts of replays, the runs to
-- enqueue, whether a notification was inserted, the options that were full, and the verdicts where all were judged here. `SubmissionStoreRepository.accept` calls it, outside of a
-- transaction, with one object for each submission whose members are the attributes of the type `submission_to_store`.
-- It is a function and not one SQL statement because every statement in it sees what others committed while it waited for its locks.
-- Plans are generic, also in the functions that it calls, since planning for each batch anew takes longer than a small batch itself.
create or replace function accept_submissions(
  batch json, out received_at timestamptz, out outcomes text[], out receipts json, out pending_run_ids uuid[], out is_notified boolean,
  out full_options json, out verdicts json
) language plpgsql set plan_cache_mode = force_generic_plan as $$
  #variable_conflict use_column
  declare
    sent submission_to_store[];
    stored submission_to_store[];
    accepted submission_to_store[];
    form_ids uuid[];
    open_forms open_form[];
    has_keys boolean;
    has_files boolean;
    is_judged boolean;
    today date := (now() at time zone 'utc')::date;
  begin
    received_at := date_trunc('milliseconds', now());

    -- No aggregate sorts its input here, so the arrays are in the order of arrival.
    select array_agg(s), array_agg(s.form_id), bool_or(s.key_hash is not null), bool_or(s.files is not null),
        bool_or(s.state is not null or s.nonce is not null or s.text_digests is not null)
      into sent, form_ids, has_keys, has_files, is_judged
      from json_populate_recordset(null::submission_to_store, batch) s;

    -- Locks the forms that accept submissions against edits and deletion, and their counters against other batches. The order of the ids
    -- keeps two batches from waiting for each other.
    open_forms := array(
      select (f.id, f.revision, f.account_id,
          p.form_submissions_per_month - case when c.month = date_trunc('month', now() at time zone 'utc')::date then c.month_count else 0 end,
          f.notifications_enabled and (f.settings @? '$.notifications.to[0]' or a.notify_email is not null),
          f.settings -> 'intake', c.submissions_count, c.change_number, c.day)::open_form
        from forms f
          join form_stats c on c.form_id = f.id
          join accounts a on a.id = f.account_id
          join plans p on p.name = a.plan
        where f.id = any(form_ids) and f.deleted_at is null and f.status = 'enabled' and a.suspended_at is null
        order by f.id
        for key share of f
        for update of c);

    is_judged := is_judged or exists (select from unnest(open_forms) o where o.limits is not null);

    -- A form that was edited since the validation refuses first. Then submissions are stored in the order of arrival while the quota
    -- lasts, except those whose key was used before, also by another one of the batch. The outcome of the others stays open. Where a form
    -- has limits or a check is to be decided here, all that is new is judged one by one.
    outcomes := array(
      select case
          when not is_current then 'form_changed'
          when is_new and is_judged then 'new'
          when is_new and (remaining is null or number <= remaining) then 'stored'
        end
        from (
          select *, count(*) filter (where is_new) over (partition by form_id order by position) as number
            from (
              select s.form_id, s.ordinality as position, f.remaining, f.id is not null as is_current,
                f.id is not null
                  and (select k.form_id from submission_keys k
                    where k.form_id = s.form_id and k.key_hash = s.key_hash and k.expires_at > now()) is null
                  and (s.key_hash is null or row_number() over (partition by f.id, s.key_hash order by s.ordinality) = 1) as is_new
                from unnest(sent) with ordinality s
                  left join unnest(open_forms) f on f.id = s.form_id and f.revision = s.revision
            ) looked_up
        ) counted
        order by position);
    if is_judged then
      select judged.sent, judged.outcomes, judged.full_options into sent, outcomes, full_options
        from judge_submissions(sent, outcomes, open_forms, received_at) judged;
    end if;
    stored := array(select sent[n] from generate_subscripts(sent, 1) n where outcomes[n] = 'stored' order by n);
    accepted := stored;
    if is_judged then
      accepted := array(select stored[n] from generate_subscripts(stored, 1) n where (stored[n]).state is distinct from 'quarantined' order by n);
      verdicts := (
        select json_object_agg(n - 1, json_build_object(
              'state', coalesce((sent[n]).state, 'accepted'), 'check', (sent[n]).spam_reasons -> 0 ->> 'check'))
          from generate_subscripts(sent, 1) n where outcomes[n] = 'stored');
    end if;

    -- The counters of the day before become a row when the first submissions of a new day are stored.
    if exists (select from unnest(open_forms) o where o.day < today) then
      insert into form_days (form_id, day, accepted, quarantined)
        select c.form_id, c.day, c.day_accepted, c.day_quarantined from form_stats c where c.form_id = any(form_ids) and c.day < today
        on conflict (form_id, day) do update set
          accepted = form_days.accepted + excluded.accepted, quarantined = form_days.quarantined + excluded.quarantined;
    end if;

    with inserted as (
      insert into submissions (id, form_id, source, fields, other_values, file_count, received_at, client_network, user_agent, state, held_at,
          spam_reasons, signals, inserted_number, change_number)
      select s.id, s.form_id, s.source, s.fields, s.other_values, s.file_count, received_at, s.client_network, s.user_agent, coalesce(s.state, 'accepted'),
          case when s.state = 'quarantined' then received_at end, s.spam_reasons, s.signals, s.number, s.number
        from (
          select a.*, o.change_number + row_number() over (partition by o.id order by a.ordinality) as number
            from unnest(stored) with ordinality a join unnest(open_forms) o on o.id = a.form_id
        ) s
    ), added as (
      select form_id, count(*)::int as changes, count(*) filter (where state is distinct from 'quarantined')::int as number,
          date_trunc('month', now() at time zone 'utc')::date as month
        from unnest(stored) group by form_id
    )
    update form_stats c set
        submissions_count = c.submissions_count + added.number,
        unread_count = c.unread_count + added.number,
        latest_submission_at = case when added.number > 0 then greatest(c.latest_submission_at, received_at) else c.latest_submission_at end,
        first_submission_at = case when added.number > 0 then coalesce(c.first_submission_at, received_at) else c.first_submission_at end,
        month_count = added.number + case when c.month = added.month then c.month_count else 0 end,
        month = added.month,
        change_number = c.change_number + added.changes,
        day_accepted = added.number + case when c.day = today then c.day_accepted else 0 end,
        day_quarantined = added.changes - added.number + case when c.day = today then c.day_quarantined else 0 end,
        day = today
      from added where c.form_id = added.form_id and c.form_id = any(form_ids);

    if has_keys then
      perform claim_submission_keys(
        array(select sent[n] from generate_subscripts(sent, 1) n where outcomes[n] in ('stored', 'thanked') order by n), received_at);
    end if;

    -- A key that is stored by now answers, whether this batch stored it or an earlier one. Without one it was refused: like the first
    -- submission of the batch that has its key, or else by the quota.
    if array_position(outcomes, null) is not null then
      select
          array_agg(coalesce(outcomes[ordinality], case
              when k.form_id is null then coalesce((
                  select min(outcomes[o.ordinality]) from unnest(sent) with ordinality o
                    where o.form_id = s.form_id and o.key_hash = s.key_hash), 'quota_exceeded')
              when k.fingerprint = s.fingerprint then 'replayed'
              else 'key_conflict'
            end) order by ordinality),
          json_object_agg(ordinality - 1, json_build_object('id', k.submission_id, 'received_at', k.received_at,
              'file_count', k.file_count, 'ignored_fields', k.ignored_fields))
            filter (where outcomes[ordinality] is null and k.fingerprint = s.fingerprint)
        into outcomes, receipts
        from unnest(sent) with ordinality s
          left join submission_keys k on k.form_id = s.form_id and k.key_hash = s.key_hash and k.expires_at > now();
    end if;

    if has_files then
      perform attach_submission_files(stored, received_at);
    end if;
    pending_run_ids := start_submission_runs(accepted, open_forms, received_at);
    is_notified := exists (select from unnest(open_forms) o where o.is_notified);
    if is_notified then
      perform notify_of_submissions(accepted, open_forms, received_at);
    end if;
  end $$;
