-- Stores a batch of submissions in the order of arrival, and returns for each what became of it, the receipts of replays, the runs to
-- enqueue, whether a notification was inserted, the options that were full, and the verdicts where all were judged here.
-- `SubmissionWritesRepository.accept` calls it, outside of a transaction, with one object for each submission whose members are the
-- attributes of the type `submission_to_store`.
-- `other_values_dropped` and `confirmation_language` are no attributes of that type: few submissions have them, and they are read from the
-- batch where one does. The state `unconfirmed` is that of a submission which its visitor has to confirm first.
-- It is a function and not one SQL statement because every statement in it sees what others committed while it waited for its locks.
-- Plans are generic, also in the functions that it calls, since planning for each batch anew takes longer than a small batch itself. They
-- use indexes, because a plan that reads a whole table while it is small stays when the table has grown.
create or replace function accept_submissions(
  batch json, out received_at timestamptz, out outcomes text[], out receipts json, out pending_run_ids uuid[], out is_notified boolean,
  out full_options json, out verdicts json
) language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  #variable_conflict use_column
  declare
    sent submission_to_store[];
    stored submission_to_store[];
    accepted submission_to_store[];
    form_ids uuid[];
    revisions integer[];
    key_hashes bytea[];
    open_forms open_form[];
    used bigint[] := '{}';
    has_keys boolean;
    has_files boolean;
    dropped jsonb;
    is_judged boolean;
    asks_confirmation boolean;
    is_next_day boolean;
    counted_until date;
    today date;
  begin
    -- No aggregate sorts its input here, so the arrays are in the order of arrival.
    select array_agg(s), array_agg(s.form_id), array_agg(s.revision), array_agg(s.key_hash), bool_or(s.key_hash is not null),
        bool_or(s.files is not null), bool_or(s.state is not null or s.nonce is not null or s.text_digests is not null)
      into sent, form_ids, revisions, key_hashes, has_keys, has_files, is_judged
      from json_populate_recordset(null::submission_to_store, batch) s;

    -- Locks the forms that accept submissions against edits and deletion, and their counters against other batches. The order of the ids
    -- keeps two batches from waiting for each other. What few batches need is asked here for all of their forms at once.
    -- A batch that began before midnight may have waited for one that began after it. It is then asked again, and belongs to the day and the
    -- month to which the counters have gone on.
    loop
      received_at := date_trunc('milliseconds', clock_timestamp());
      today := (received_at at time zone 'utc')::date;
      select coalesce(array_agg((id, revision, account_id, remaining, is_notified, limits, submissions_count, change_number, day)::open_form), '{}'),
          coalesce(bool_or(is_notified), false), coalesce(bool_or(day < today), false), max(greatest(day, month)),
          is_judged or coalesce(bool_or(limits is not null or remaining < cardinality(sent)), false), bool_or(has_respondent)
        into open_forms, is_notified, is_next_day, counted_until, is_judged, asks_confirmation
        from (
          select f.id, f.revision, f.account_id,
              p.form_submissions_per_month - case when c.month = date_trunc('month', today)::date then c.month_count else 0 end as remaining,
              f.notifications_enabled and (f.settings @? '$.notifications.to[0]' or a.notify_email is not null) as is_notified,
              f.settings -> 'intake' as limits, f.settings ? 'respondent' as has_respondent, c.submissions_count, c.change_number, c.day, c.month
            from forms f
              join form_stats c on c.form_id = f.id
              join accounts a on a.id = f.account_id
              join plans p on p.name = a.plan
            where f.id = any(form_ids) and f.deleted_at is null and f.status = 'enabled' and a.suspended_at is null
            order by f.id
            for key share of f
            for update of c
        ) locked;
      exit when coalesce(counted_until <= today, true) or (clock_timestamp() at time zone 'utc')::date = today;
    end loop;

    -- A form that was edited since the validation refuses first. The outcome of a key that was used before, also by another submission of
    -- the batch, stays open. Where a form has limits, its quota may not last or a check is to be decided here, all that is new is judged
    -- one by one, in the order of arrival; else it is stored.
    if has_keys then
      used := array(
        select position
          from (
            select s.position, row_number() over (partition by s.form_id, s.key_hash order by s.position) as number,
                (select k.form_id from submission_idempotency_keys k
                  where k.form_id = s.form_id and k.key_hash = s.key_hash and k.expires_at > now()) as stored_by
              from unnest(form_ids, revisions, key_hashes) with ordinality s (form_id, revision, key_hash, position)
                join unnest(open_forms) f on f.id = s.form_id and f.revision = s.revision
              where s.key_hash is not null
          ) keyed
          where stored_by is not null or number > 1);
    end if;
    outcomes := array(
      select case when f.id is null then 'form_changed' when s.position = any(used) then null when is_judged then 'new' else 'stored' end
        from unnest(form_ids, revisions) with ordinality s (form_id, revision, position)
          left join unnest(open_forms) f on f.id = s.form_id and f.revision = s.revision
        order by s.position);
    if has_files then
      outcomes := refuse_files_beyond_limits(sent, outcomes, open_forms);
    end if;
    if is_judged then
      select judged.sent, judged.outcomes, judged.full_options into sent, outcomes, full_options
        from judge_submissions(sent, outcomes, open_forms, received_at) judged;
    end if;
    stored := sent;
    if cardinality(array_positions(outcomes, 'stored')) < cardinality(sent) then
      stored := array(select sent[n] from generate_subscripts(sent, 1) n where outcomes[n] = 'stored' order by n);
    end if;
    accepted := stored;
    if is_judged then
      accepted := array(select stored[n] from generate_subscripts(stored, 1) n where (stored[n]).state is null order by n);
      verdicts := (
        select json_object_agg(n - 1, json_build_object(
              'state', case when (sent[n]).state is null then 'accepted' else 'quarantined' end, 'check', (sent[n]).spam_reasons -> 0 ->> 'check'))
          from generate_subscripts(sent, 1) n where outcomes[n] = 'stored');
    end if;

    -- The counters of the day before become a row when the first submissions of a new day are stored.
    if is_next_day then
      insert into form_days (form_id, day, accepted, quarantined)
        select c.form_id, c.day, c.day_accepted, c.day_quarantined from form_stats c where c.form_id = any(form_ids) and c.day < today
        on conflict (form_id, day) do update set
          accepted = form_days.accepted + excluded.accepted, quarantined = form_days.quarantined + excluded.quarantined;
    end if;

    if strpos(batch::text, '"other_values_dropped":') > 0 then
      dropped := (
        select jsonb_object_agg(d.id, d.other_values_dropped)
          from json_to_recordset(batch) d (id uuid, other_values_dropped json) where d.other_values_dropped is not null);
    end if;

    with inserted as (
      insert into submissions (id, form_id, source, fields, other_values, other_values_dropped, file_count, received_at, client_network, user_agent,
          state, held_at, is_unconfirmed, spam_reasons, signals, inserted_number, change_number)
      select s.id, s.form_id, s.source, s.fields, s.other_values,
          case when dropped ? s.id::text then array(select jsonb_array_elements_text(dropped -> s.id::text)) end,
          s.file_count, received_at, s.client_network, s.user_agent, case when s.state is null then 'accepted' else 'quarantined' end,
          case when s.state is not null then received_at end, coalesce(s.state = 'unconfirmed', false), s.spam_reasons, s.signals, s.number, s.number
        from (
          select a.*, o.change_number + row_number() over (partition by o.id order by a.ordinality) as number
            from unnest(stored) with ordinality a join unnest(open_forms) o on o.id = a.form_id
        ) s
      returning form_id, state, is_unconfirmed
    ), added as (
      select form_id, count(*)::int as changes, count(*) filter (where state = 'accepted')::int as number,
          count(*) filter (where state = 'quarantined' and not is_unconfirmed)::int as held,
          date_trunc('month', today)::date as month
        from inserted group by form_id
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
        day_quarantined = added.held + case when c.day = today then c.day_quarantined else 0 end,
        day = today
      from added where c.form_id = added.form_id and c.form_id = any(form_ids);

    if has_keys then
      perform claim_idempotency_keys(
        array(select sent[n] from generate_subscripts(sent, 1) n where outcomes[n] in ('stored', 'thanked') order by n), received_at);
    end if;

    if asks_confirmation then
      perform request_confirmations(batch, stored, received_at);
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
              'file_count', k.file_count, 'ignored_fields', k.ignored_fields, 'asks_confirmation', k.asks_confirmation))
            filter (where outcomes[ordinality] is null and k.fingerprint = s.fingerprint)
        into outcomes, receipts
        from unnest(sent) with ordinality s
          left join submission_idempotency_keys k on k.form_id = s.form_id and k.key_hash = s.key_hash and k.expires_at > now();
    end if;

    if has_files then
      perform attach_submission_files(stored, received_at);
    end if;
    pending_run_ids := start_submission_runs(accepted, open_forms, received_at);
    if is_notified then
      perform notify_of_submissions(accepted, open_forms, received_at);
    end if;
  end $$;
