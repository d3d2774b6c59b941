-- A database of the last build before the baseline (commit b6f14c54), after its service has taken submissions, delivered to a destination that
-- is gone and erased a person, and with further rows of all statuses. pg_dump has written it.
SET check_function_bodies = false; -- they are made before the tables
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TYPE public.new_submission_run AS (
	id uuid,
	submission_id uuid,
	account_id uuid,
	form_id uuid,
	workflow_id uuid,
	version_id uuid,
	version integer,
	max_cost integer,
	retry_of_run_id uuid,
	origin_run_id uuid
);
CREATE TYPE public.open_form AS (
	id uuid,
	revision integer,
	account_id uuid,
	remaining integer,
	is_notified boolean,
	limits jsonb,
	submissions_count integer,
	change_number bigint,
	day date
);
CREATE TYPE public.submission_to_store AS (
	id uuid,
	run_id uuid,
	form_id uuid,
	revision integer,
	source text,
	fields json,
	other_values json,
	file_count integer,
	files json,
	ignored_fields text[],
	client_network inet,
	user_agent text,
	key_hash bytea,
	fingerprint bytea,
	state text,
	spam_reasons jsonb,
	signals jsonb,
	unique_digest bytea,
	nonce bytea,
	on_spent text,
	text_digests bytea[],
	repeated_level text,
	retry_of_run_id uuid,
	origin_run_id uuid
);
CREATE FUNCTION public.accept_submissions(batch json, OUT received_at timestamp with time zone, OUT outcomes text[], OUT receipts json, OUT pending_run_ids uuid[], OUT is_notified boolean, OUT full_options json, OUT verdicts json) RETURNS record
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $_$
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
    is_judged boolean;
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
          is_judged or coalesce(bool_or(limits is not null or remaining < cardinality(sent)), false)
        into open_forms, is_notified, is_next_day, counted_until, is_judged
        from (
          select f.id, f.revision, f.account_id,
              p.form_submissions_per_month - case when c.month = date_trunc('month', today)::date then c.month_count else 0 end as remaining,
              f.notifications_enabled and (f.settings @? '$.notifications.to[0]' or a.notify_email is not null) as is_notified,
              f.settings -> 'intake' as limits, c.submissions_count, c.change_number, c.day, c.month
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
                (select k.form_id from submission_keys k
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
      accepted := array(select stored[n] from generate_subscripts(stored, 1) n where (stored[n]).state is distinct from 'quarantined' order by n);
      verdicts := (
        select json_object_agg(n - 1, json_build_object(
              'state', coalesce((sent[n]).state, 'accepted'), 'check', (sent[n]).spam_reasons -> 0 ->> 'check'))
          from generate_subscripts(sent, 1) n where outcomes[n] = 'stored');
    end if;
    -- The counters of the day before become a row when the first submissions of a new day are stored.
    if is_next_day then
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
      returning form_id, state
    ), added as (
      select form_id, count(*)::int as changes, count(*) filter (where state = 'accepted')::int as number,
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
    if is_notified then
      perform notify_of_submissions(accepted, open_forms, received_at);
    end if;
  end $_$;
CREATE FUNCTION public.attach_submission_files(stored public.submission_to_store[], received_at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.carry_imported_source() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    new.source := 'api';
    new.imported_at := date_trunc('milliseconds', now());
    return new;
  end $$;
CREATE FUNCTION public.chosen_options(limits jsonb, fields json) RETURNS TABLE(field text, option text, places integer)
    LANGUAGE sql IMMUTABLE
    AS $$
  select v.key, chosen.option, (l.value ->> chosen.option)::integer
    from jsonb_each(limits -> 'places') l
      join json_each(fields) v on v.key = l.key
      cross join lateral (
        select v.value #>> '{}' as option where json_typeof(v.value) = 'string'
        union
        select json_array_elements_text(v.value) where json_typeof(v.value) = 'array'
      ) chosen
    where l.value ? chosen.option
  $$;
CREATE FUNCTION public.claim_submission_keys(stored public.submission_to_store[], received_at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
  #variable_conflict use_column
  declare
    claimed integer;
  begin
    insert into submission_keys as k (form_id, key_hash, fingerprint, submission_id, received_at, file_count, ignored_fields, expires_at)
      select form_id, key_hash, fingerprint, id, received_at, file_count, coalesce(ignored_fields, '{}'), now() + interval '24 hours'
        from unnest(stored) where key_hash is not null
      on conflict (form_id, key_hash) do update
        set fingerprint = excluded.fingerprint, submission_id = excluded.submission_id, received_at = excluded.received_at,
          file_count = excluded.file_count, ignored_fields = excluded.ignored_fields, expires_at = excluded.expires_at
        where k.expires_at <= now();
    get diagnostics claimed = row_count;
    if claimed < (select count(key_hash) from unnest(stored)) then
      raise exception 'an idempotency key was stored twice';
    end if;
  end $$;
CREATE FUNCTION public.delete_submissions_of_form() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    delete from submissions where form_id = old.id;
    delete from submission_keys where form_id = old.id;
    return null;
  end $$;
CREATE FUNCTION public.fold_point_ledger(days integer, after bigint) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
  declare
    until timestamptz(3) := least(now() - make_interval(days => days), date_trunc('month', now(), 'utc'));
    seen bigint[];
    continue_after bigint;
    grants bigint[];
    runs uuid[];
    payers uuid[];
  begin
    if not pg_try_advisory_xact_lock(hashtextextended('folding of the ledger', 0)) then
      return null; -- another process is folding
    end if;
    select array_agg(id) filter (where created_at < until),
        case when count(*) = 1000 and bool_and(created_at < until or kind = 'opening') then max(id) end
      into seen, continue_after
      from (select id, kind, created_at from point_ledger where id > after order by id limit 1000) page;
    grants := array(select id from point_ledger where id = any(seen) and kind = 'grant');
    runs := array(
      select run_id from (select distinct run_id from point_ledger where id = any(seen) and run_id is not null) old
        where (select count(*) from point_ledger l where l.run_id = old.run_id and l.created_at >= until) = 0
          and (select count(*) from workflow_runs r
            where r.id = old.run_id and (r.completed_at is null or r.completed_at >= until)) = 0);
    payers := array(
      select account_id from point_ledger where id = any(grants)
      union select account_id from point_ledger where run_id = any(runs));
    -- A plan that changes meanwhile would be compared with another sum.
    perform from accounts where id = any(payers) order by id for key share;
    perform set_config('points.is_folding', 'on', true);
    with granted as (
      delete from point_ledger where id = any(grants) returning account_id, kind, points, created_at
    ), moved as (
      delete from point_ledger where run_id = any(runs) returning account_id, kind, points, created_at
    ), opened as (
      delete from point_ledger where kind = 'opening' and account_id = any(payers) returning account_id, kind, points, created_at
    ), folded as (
      select account_id, greatest(until, max(created_at)) as created_at,
          sum(case kind when 'consume' then 0 when 'reserve' then -points else points end) as points
        from (select * from granted union all select * from moved union all select * from opened) rows
        group by account_id
    )
    insert into point_ledger (account_id, kind, points, created_at)
      select f.account_id, 'opening', case when a.points_balance is null then greatest(f.points, -1000000000) else f.points end, f.created_at
        from folded f join accounts a on a.id = f.account_id and a.id = any(payers);
    perform set_config('points.is_folding', 'off', true);
    return continue_after;
  end $$;
CREATE FUNCTION public.full_options_of(form uuid, limits jsonb, fields json) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
  select coalesce(jsonb_object_agg(field, options), '{}') from (
    select c.field, jsonb_agg(c.option) as options
      from chosen_options(limits, fields) c
        left join place_counts p on p.form_id = form and p.field = c.field and p.option = c.option
      where coalesce(p.taken, 0) >= c.places
      group by c.field
  ) full_ones
  $$;
CREATE FUNCTION public.give_back_places(form uuid, submission uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
  declare
    freed bytea;
  begin
    update place_counts p set taken = p.taken - 1
      from forms f
        join submissions s on s.form_id = f.id and s.id = submission and s.state = 'accepted'
        cross join lateral chosen_options(f.settings -> 'intake', s.fields) c
      where f.id = form and p.form_id = form and p.field = c.field and p.option = c.option;
    with gone as (
      delete from submission_claims where form_id = form and submission_id = submission returning digest, holds
    )
    select digest into freed from gone where holds;
    if freed is not null then
      update submission_claims c set holds = true
        where c.form_id = form and c.digest = freed and c.submission_id = (
          select submission_id from submission_claims where form_id = form and digest = freed order by received_at, submission_id limit 1);
    end if;
  end $$;
CREATE FUNCTION public.hold_submission(form uuid, submission uuid, reason jsonb) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
  declare
    was_unread boolean;
  begin
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
CREATE FUNCTION public.import_submissions(form uuid, form_revision integer, batch json, is_read boolean) RETURNS text[]
    LANGUAGE plpgsql
    AS $$
  #variable_conflict use_column
  declare
    limits jsonb;
    outcomes text[] := '{}';
    outcome text;
    imported record;
    number bigint;
    counted_day date;
    at timestamptz := date_trunc('milliseconds', now());
    today date := (now() at time zone 'utc')::date;
  begin
    select f.settings -> 'intake', c.change_number, c.day into limits, number, counted_day
      from forms f join form_stats c on c.form_id = f.id
      where f.id = form and f.revision = form_revision and f.deleted_at is null
      for key share of f
      for update of c;
    if not found then
      return null;
    end if;
    for imported in
      select r.id, r.fields, r.other_values, least(coalesce(r.received_at, at), at) as received_at, r.source_digest, r.unique_digest
        from rows from (
          json_to_recordset(batch) as (
            id uuid, fields json, other_values json, received_at timestamptz(3), source_digest bytea, unique_digest bytea
          )
        ) with ordinality r
        order by r.ordinality
    loop
      outcome := case
        when exists (select from erased_sources e where e.form_id = form and e.digest = imported.source_digest) then 'erased'
        when exists (select from imported_sources i where i.form_id = form and i.digest = imported.source_digest) then 'there'
        when exists (
          select from submission_claims c where c.form_id = form and c.digest = imported.unique_digest and c.holds
        ) then 'duplicate'
        else 'stored'
      end;
      outcomes := outcomes || outcome;
      continue when outcome <> 'stored';
      number := number + 1;
      insert into submissions (id, form_id, source, fields, other_values, file_count, received_at, imported_at, read_at, state, inserted_number, change_number,
          changed_at)
        values (imported.id, form, 'api', imported.fields, imported.other_values, 0, imported.received_at, at, case when is_read then at end, 'accepted', number, number,
          at);
      if imported.source_digest is not null then
        insert into imported_sources (form_id, digest, submission_id) values (form, imported.source_digest, imported.id);
      end if;
      perform take_places(form, limits, imported.id, imported.fields, imported.unique_digest, imported.received_at);
    end loop;
    with stored as (
      select s.received_at, (s.received_at at time zone 'utc')::date as day
        from submissions s where s.form_id = form and s.change_number > number - cardinality(array_positions(outcomes, 'stored'))
    ), days as (
      insert into form_days (form_id, day, accepted, quarantined)
        select form, day, count(*)::int, 0 from stored where day is distinct from counted_day and day > today - 91 group by day order by day
        on conflict (form_id, day) do update set accepted = form_days.accepted + excluded.accepted
    ), added as (
      select count(*)::int as number, max(received_at) as latest, min(received_at) as first,
          count(*) filter (where day = counted_day)::int as on_counted_day
        from stored
    )
    update form_stats c set
        submissions_count = c.submissions_count + added.number,
        unread_count = c.unread_count + case when is_read then 0 else added.number end,
        latest_submission_at = greatest(c.latest_submission_at, added.latest),
        first_submission_at = least(c.first_submission_at, added.first),
        change_number = c.change_number + added.number,
        day_accepted = c.day_accepted + added.on_counted_day
      from added where c.form_id = form and added.number > 0;
    return outcomes;
  end $$;
CREATE FUNCTION public.is_repeated_text(account uuid, submission public.submission_to_store, received_at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
  declare
    is_repeated boolean;
  begin
    is_repeated := exists (
      select from unnest(submission.text_digests) digest
        where (
          select count(*) from (
            select from repeated_texts t where t.account_id = account and t.digest = digest.digest and t.seen_at > received_at - interval '1 hour' limit 5
          ) seen
        ) = 5);
    insert into repeated_texts (account_id, digest, seen_at, form_id, submission_id)
      select distinct account, digest, received_at, submission.form_id, submission.id from unnest(submission.text_digests) digest;
    return is_repeated;
  end $$;
CREATE FUNCTION public.judge_submissions(INOUT sent public.submission_to_store[], INOUT outcomes text[], open_forms public.open_form[], received_at timestamp with time zone, OUT full_options json) RETURNS record
    LANGUAGE plpgsql
    AS $$
  declare
    submission submission_to_store;
    form open_form;
    form_ids uuid[] := array(select o.id from unnest(open_forms) with ordinality o order by o.ordinality);
    form_number integer;
    accepted integer[] := array_fill(0, array[cardinality(open_forms)]);
    full_here jsonb;
    full_by_position jsonb := '{}';
  begin
    for place in 1 .. cardinality(sent) loop
      continue when outcomes[place] is distinct from 'new';
      outcomes[place] := null;
      submission := sent[place];
      form_number := array_position(form_ids, submission.form_id);
      form := open_forms[form_number];
      if form.limits is not null then
        if clock_timestamp() < (form.limits ->> 'opens_at')::timestamptz or clock_timestamp() >= (form.limits ->> 'closes_at')::timestamptz then
          outcomes[place] := 'form_closed';
          continue;
        end if;
        if submission.state is distinct from 'quarantined' and exists (
          select from submission_claims c where c.form_id = form.id and c.digest = submission.unique_digest and c.holds
        ) then
          if form.limits ->> 'on_duplicate' is distinct from 'quarantine' then
            outcomes[place] := case form.limits ->> 'on_duplicate' when 'thank' then 'thanked' else 'duplicate' end;
            continue;
          end if;
          submission := submission_held_by(submission, 'duplicate', 'quarantine', 'Its value exists already.');
        end if;
        if submission.state is distinct from 'quarantined' then
          full_here := full_options_of(form.id, form.limits, submission.fields);
          if form.submissions_count + accepted[form_number] >= (form.limits ->> 'max_submissions')::integer then
            full_here := '{}';
          elsif full_here = '{}' then
            full_here := null;
          end if;
          if full_here is not null then
            outcomes[place] := 'no_places';
            full_by_position := full_by_position || jsonb_build_object(place - 1, full_here);
            continue;
          end if;
        end if;
      end if;
      continue when submission.state is distinct from 'quarantined' and accepted[form_number] >= form.remaining; -- the quota refuses it
      if submission.nonce is not null then
        insert into spent_challenges (form_id, nonce, spent_at) values (form.id, submission.nonce, received_at) on conflict do nothing;
        if not found and submission.on_spent = 'require' then
          outcomes[place] := 'solution_spent';
          continue;
        elsif not found then
          submission := submission_held_by(submission, 'proof_of_work', submission.on_spent, 'Its solution was used before.');
        end if;
      end if;
      if submission.text_digests is not null and is_repeated_text(form.account_id, submission, received_at) then
        submission := submission_held_by(submission, 'repeated_text', submission.repeated_level, 'Its text came more than five times within an hour.');
      end if;
      if submission.state is distinct from 'quarantined' then
        accepted[form_number] := accepted[form_number] + 1;
        if form.limits is not null then
          perform take_places(form.id, form.limits, submission.id, submission.fields, submission.unique_digest, received_at);
        end if;
      end if;
      sent[place] := submission;
      outcomes[place] := 'stored';
    end loop;
    full_options := full_by_position;
  end $$;
CREATE FUNCTION public.keep_account_of_ledger() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    if exists (select from point_ledger where account_id = old.id) then
      raise exception 'the ledger has movements of the account' using errcode = 'foreign_key_violation';
    end if;
    return old;
  end $$;
CREATE FUNCTION public.notify_of_submissions(stored public.submission_to_store[], open_forms public.open_form[], received_at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
  begin
    insert into notifications (form_id, submission_id, due_at)
      select s.form_id, s.id, received_at from unnest(stored) s join unnest(open_forms) f on f.id = s.form_id and f.is_notified;
  end $$;
CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    raise exception 'a row of % cannot be changed', tg_table_name;
  end $$;
CREATE FUNCTION public.refuse_files_beyond_limits(sent public.submission_to_store[], INOUT outcomes text[], open_forms public.open_form[]) RETURNS text[]
    LANGUAGE plpgsql
    AS $$
  declare
    account record;
    form open_form;
    left_to_accounts jsonb := '{}';
    left_to_forms jsonb := '{}';
    bytes bigint;
    to_account bigint;
    to_form bigint;
  begin
    for account in
      select a.id, p.stored_bytes_max as most from accounts a join plans p on p.name = a.plan
        where p.stored_bytes_max is not null
          and a.id = any(array(
            select o.account_id from unnest(open_forms) o
              where exists (select from unnest(sent) s where s.form_id = o.id and s.files is not null)))
        order by a.id
    loop
      perform pg_advisory_xact_lock(hashtextextended('stored bytes of ' || account.id, 0));
      left_to_accounts := left_to_accounts || jsonb_build_object(account.id, account.most - (
        select coalesce(sum(c.stored_bytes), 0) from forms f join form_stats c on c.form_id = f.id where f.account_id = account.id));
    end loop;
    for place in 1 .. cardinality(sent) loop
      continue when (sent[place]).files is null or outcomes[place] is null or outcomes[place] not in ('new', 'stored');
      select o.* into form from unnest(open_forms) o where o.id = (sent[place]).form_id;
      select sum((file ->> 'size_bytes')::bigint) into bytes from json_array_elements((sent[place]).files) file;
      to_account := (left_to_accounts ->> form.account_id::text)::bigint;
      to_form := coalesce(
        (left_to_forms ->> form.id::text)::bigint,
        (form.limits ->> 'max_stored_bytes')::bigint - (select c.stored_bytes from form_stats c where c.form_id = form.id));
      if bytes > to_account or bytes > to_form then
        outcomes[place] := 'storage_full';
      else
        left_to_accounts := left_to_accounts || jsonb_strip_nulls(jsonb_build_object(form.account_id, to_account - bytes));
        left_to_forms := left_to_forms || jsonb_strip_nulls(jsonb_build_object(form.id, to_form - bytes));
      end if;
    end loop;
  end $$;
CREATE FUNCTION public.refuse_illegal_move() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      if not (old.status || '>' || new.status) = any(tg_argv) then
        raise exception 'a row of % cannot move from % to %', tg_table_name, old.status, new.status;
      end if;
      return new;
    end $$;
CREATE FUNCTION public.release_points_of_deleted_run() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    declare rest integer := old.reserved_points - old.consumed_points - old.released_points;
    begin
      update accounts set points_balance = points_balance + rest where id = old.account_id;
      insert into point_ledger (account_id, run_id, kind, points) values (old.account_id, old.id, 'release', rest);
      return old;
    end $$;
CREATE FUNCTION public.release_submission(form uuid, submission uuid, form_revision integer, unique_digest bytea, run uuid, OUT outcome text, OUT full_options jsonb, OUT pending_run_ids uuid[], OUT is_notified boolean) RETURNS record
    LANGUAGE plpgsql
    AS $_$
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
      when opened.id is null or held.id is null then 'gone'
      when opened.revision <> form_revision then 'form_changed'
      when held.state = 'accepted' then 'unchanged'
      when exists (select from submission_claims c where c.form_id = form and c.digest = unique_digest and c.holds) then 'duplicate'
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
    update submissions s set state = 'accepted', held_at = null, released_at = at, change_number = opened.change_number + 1, changed_at = at
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
  end $_$;
CREATE FUNCTION public.remove_object_of_deleted_file() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      insert into object_removals (object_name, due_at) select object_name, now() from deleted;
      update form_stats c set stored_bytes = greatest(c.stored_bytes - gone.bytes, 0)
        from (select form_id, sum(size_bytes) as bytes from deleted group by form_id) gone
        where c.form_id = gone.form_id;
      return null;
    end $$;
CREATE FUNCTION public.start_submission_runs(stored public.submission_to_store[], open_forms public.open_form[], started_at timestamp with time zone) RETURNS uuid[]
    LANGUAGE plpgsql
    AS $$
  declare
    runs new_submission_run[];
    payers uuid[];
    limited uuid[];
    blocked uuid[];
    pending uuid[];
  begin
    select
        array_agg((s.run_id, s.id, f.account_id, f.id, w.id, v.id, v.version, v.max_cost, s.retry_of_run_id, s.origin_run_id)::new_submission_run
          order by s.ordinality),
        array_agg(distinct f.account_id) filter (where v.max_cost > 0)
      into runs, payers
      from unnest(stored) with ordinality s
        join unnest(open_forms) f on f.id = s.form_id
        join workflows w on w.form_id = s.form_id
        join workflow_versions v on v.workflow_id = w.id and v.version = w.published_version;
    if runs is null then
      return '{}';
    end if;
    -- The plan of an account cannot change behind a key share lock. Only limited accounts, whose balance changes, are locked for more.
    if payers is not null then
      limited := array(
        with held as (
          select id, points_balance from accounts where id = any(payers) order by id for key share
        )
        select a.id from accounts a join held on held.id = a.id where held.points_balance is not null order by a.id for no key update of a);
    end if;
    if cardinality(limited) > 0 then
      with due as (
        select a.id, greatest(p.points_per_month - a.points_balance, 0) as points
          from accounts a join plans p on p.name = a.plan
          where a.id = any(limited) and a.points_month < date_trunc('month', now() at time zone 'utc')::date
      ), granted as (
        insert into point_ledger (account_id, kind, points) select id, 'grant', points from due where points > 0
      )
      update accounts a set points_balance = a.points_balance + due.points, points_month = date_trunc('month', now() at time zone 'utc')::date
        from due where a.id = due.id;
      -- New runs get nothing while older ones of their account wait for points. First come, first served: a run that exceeds what is left
      -- holds back those after it, so that cheap ones do not starve it.
      with spendable as (
        select a.id, case when is_waiting then 0 else a.points_balance end as points
          from accounts a
            cross join lateral (select exists (select from workflow_runs r
              where r.account_id = a.id and r.status = 'blocked_insufficient_compute_points') as is_waiting) w
          where a.id = any(limited)
      ), wanted as (
        select r.id, r.account_id, r.max_cost, sum(r.max_cost) over (partition by r.account_id order by r.ordinality) as total
          from unnest(runs) with ordinality r where r.account_id = any(limited)
      ), decided as (
        select w.*, w.max_cost = 0 or w.total <= s.points as is_affordable from wanted w join spendable s on s.id = w.account_id
      ), spent as (
        update accounts a set points_balance = a.points_balance - s.points
          from (select account_id, sum(max_cost) as points from decided where is_affordable and max_cost > 0 group by account_id) s
          where a.id = s.account_id
      )
      select array_agg(id) into blocked from decided where not is_affordable;
    end if;
    with started as (
      insert into workflow_runs (id, account_id, form_id, workflow_id, workflow_version_id, workflow_version, submission_id, run_kind,
          status, reserved_points, created_at, retry_of_run_id, origin_run_id)
        select r.id, r.account_id, r.form_id, r.workflow_id, r.version_id, r.version, r.submission_id, 'production',
            case when r.id = any(blocked) then 'blocked_insufficient_compute_points' else 'pending' end,
            case when r.id = any(blocked) then 0 else r.max_cost end, started_at, r.retry_of_run_id, r.origin_run_id
          from unnest(runs) r
        returning id, account_id, status, reserved_points
    ), booked as (
      insert into point_ledger (account_id, run_id, kind, points)
        select account_id, id, 'reserve', reserved_points from started where reserved_points > 0
    )
    select array_agg(id) filter (where status = 'pending') into pending from started;
    return coalesce(pending, '{}');
  end $$;
CREATE FUNCTION public.submission_held_by(submission public.submission_to_store, found_by text, level text, detail text) RETURNS public.submission_to_store
    LANGUAGE plpgsql IMMUTABLE
    AS $$
  begin
    if level = 'quarantine' and submission.state is distinct from 'quarantined' then
      submission.state := 'quarantined';
      submission.spam_reasons := jsonb_build_array(jsonb_build_object('check', found_by, 'detail', detail)) || coalesce(submission.spam_reasons, '[]');
    else
      submission.spam_reasons := coalesce(submission.spam_reasons, '[]') || jsonb_build_object('check', found_by, 'detail', detail);
    end if;
    return submission;
  end $$;
CREATE FUNCTION public.take_places(form uuid, limits jsonb, submission uuid, fields json, unique_digest bytea, accepted_at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
  begin
    insert into place_counts as p (form_id, field, option, taken)
      select form, c.field, c.option, 1 from chosen_options(limits, take_places.fields) c order by c.field, c.option
      on conflict (form_id, field, option) do update set taken = p.taken + 1;
    if unique_digest is not null then
      insert into submission_claims (form_id, digest, submission_id, received_at, holds)
        values (form, unique_digest, submission, accepted_at, true);
    end if;
  end $$;
CREATE TABLE public.account_secrets (
    account_id uuid NOT NULL,
    name text NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    hosts text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT account_secrets_name_check CHECK ((name ~ '^[A-Z][A-Z0-9_]{0,63}$'::text))
);
COMMENT ON COLUMN public.account_secrets.hosts IS 'The hosts that the secret may be sent to, as in URLs. Empty for a secret that was set without: every host that a workflow names.';
CREATE TABLE public.accounts (
    id uuid NOT NULL,
    name text NOT NULL,
    plan text NOT NULL,
    aggregate_per_minute integer,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    points_balance integer,
    points_month date DEFAULT '1970-01-01'::date NOT NULL,
    suspended_at timestamp(3) with time zone,
    notify_email text,
    CONSTRAINT accounts_aggregate_per_minute_check CHECK ((aggregate_per_minute > 0)),
    CONSTRAINT accounts_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
    CONSTRAINT accounts_notify_email_check CHECK ((char_length(notify_email) <= 320)),
    CONSTRAINT accounts_points_balance_check CHECK ((points_balance >= 0))
);
COMMENT ON COLUMN public.accounts.points_balance IS 'Points that can still be reserved; null when points are not limited.';
COMMENT ON COLUMN public.accounts.points_month IS 'The month whose allowance has been granted.';
COMMENT ON COLUMN public.accounts.suspended_at IS 'Set while keys may only read, forms accept nothing and runs wait.';
COMMENT ON COLUMN public.accounts.notify_email IS 'Receives the notifications of forms that name no recipients.';
CREATE TABLE public.api_key_forms (
    api_key_id uuid NOT NULL,
    form_id uuid NOT NULL
);
CREATE TABLE public.api_key_secrets (
    lookup_id text NOT NULL,
    api_key_id uuid NOT NULL,
    digest bytea NOT NULL,
    expires_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    exposed_at timestamp(3) with time zone,
    exposed_in text,
    exposed_form_id uuid
);
COMMENT ON TABLE public.api_key_secrets IS 'The secrets of a key: one, or two during a rotation. Only a keyed digest is stored.';
COMMENT ON COLUMN public.api_key_secrets.exposed_at IS 'When the whole value was last seen in a place where it does not belong.';
COMMENT ON COLUMN public.api_key_secrets.exposed_in IS 'The kind of that place, and exposed_form_id the form that it belongs to.';
CREATE TABLE public.api_keys (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    form_access_mode text NOT NULL,
    writes_enabled boolean DEFAULT true NOT NULL,
    read_per_minute integer,
    write_per_minute integer,
    destructive_per_minute integer,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    is_console boolean DEFAULT false NOT NULL,
    created_by_key_id uuid,
    revision integer DEFAULT 1 NOT NULL,
    CONSTRAINT api_keys_destructive_per_minute_check CHECK ((destructive_per_minute > 0)),
    CONSTRAINT api_keys_form_access_mode_check CHECK ((form_access_mode = ANY (ARRAY['all'::text, 'selected'::text]))),
    CONSTRAINT api_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
    CONSTRAINT api_keys_read_per_minute_check CHECK ((read_per_minute > 0)),
    CONSTRAINT api_keys_write_per_minute_check CHECK ((write_per_minute > 0))
);
COMMENT ON COLUMN public.api_keys.is_console IS 'The one key of an account''s console, which links lead to. It has no secret.';
COMMENT ON COLUMN public.api_keys.created_by_key_id IS 'Null when the operator or the owner of the account has made it, by a link to the console.';
CREATE TABLE public.app_secret_check (
    is_only boolean DEFAULT true NOT NULL,
    value bytea NOT NULL,
    CONSTRAINT app_secret_check_is_only_check CHECK (is_only),
    CONSTRAINT app_secret_check_value_check CHECK ((octet_length(value) = 32))
);
COMMENT ON TABLE public.app_secret_check IS 'One row: a key derived from APP_SECRET for nothing but this check.';
CREATE TABLE public.applied_functions (
    name text NOT NULL,
    digest bytea NOT NULL,
    applied_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.audit_events (
    id bigint NOT NULL,
    account_id uuid NOT NULL,
    api_key_id uuid,
    action text NOT NULL,
    form_id uuid,
    resource_id text,
    revision_before integer,
    revision_after integer,
    request_id text,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    details jsonb,
    actor text
);
COMMENT ON COLUMN public.audit_events.actor IS 'key, console or operator; null for events from before it was noted.';
ALTER TABLE public.audit_events ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_events_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.claim_jobs (
    form_id uuid NOT NULL,
    field text NOT NULL,
    after_received_at timestamp(3) with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    after_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    touched_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE public.claim_jobs IS 'Forms whose accepted submissions have not all claimed their value yet, and how far they are.';
CREATE TABLE public.console_secrets (
    digest bytea NOT NULL,
    kind text NOT NULL,
    api_key_id uuid NOT NULL,
    key_secret_id text,
    expires_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT console_secrets_check CHECK (((kind = 'session'::text) = (last_used_at IS NOT NULL))),
    CONSTRAINT console_secrets_kind_check CHECK ((kind = ANY (ARRAY['link'::text, 'session'::text])))
);
COMMENT ON TABLE public.console_secrets IS 'Links to the console, each used once, and its sessions. An hourly task removes those that have ended.';
COMMENT ON COLUMN public.console_secrets.digest IS 'HMAC-SHA-256 of the secret with a key that is not in the database.';
COMMENT ON COLUMN public.console_secrets.key_secret_id IS 'The secret that one signed in with, whose end is that of the session; null for a link and its session.';
COMMENT ON COLUMN public.console_secrets.last_used_at IS 'Noted every ten seconds at most. A session ends after an hour without use.';
CREATE TABLE public.erased_sources (
    form_id uuid NOT NULL,
    digest bytea NOT NULL
);
COMMENT ON TABLE public.erased_sources IS 'SHA-256 of the ids of erased submissions at their source, which are not imported again.';
CREATE TABLE public.erasure_ledger (
    applied bigint NOT NULL
);
COMMENT ON TABLE public.erasure_ledger IS 'A single row: the number of the last batch of erasures, as they are noted in the object store, that was applied here.';
CREATE TABLE public.erasures (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    field text,
    dry_run boolean NOT NULL,
    sealed_value bytea,
    value_digest bytea NOT NULL,
    form_ids uuid[] NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    form_position integer DEFAULT 1 NOT NULL,
    part text DEFAULT 'submissions'::text NOT NULL,
    after_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    matched_form_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    counts json DEFAULT '{"submissions": 0, "files": 0, "runs": 0, "mails": 0}'::json NOT NULL,
    receivers json DEFAULT '[]'::json NOT NULL,
    receivers_since timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    completed_at timestamp(3) with time zone,
    tries integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    error text,
    CONSTRAINT erasures_check CHECK ((((status = ANY (ARRAY['done'::text, 'failed'::text])) = (sealed_value IS NULL)) AND ((status = 'failed'::text) = (error IS NOT NULL)))),
    CONSTRAINT erasures_part_check CHECK ((part = ANY (ARRAY['submissions'::text, 'tests'::text, 'links'::text]))),
    CONSTRAINT erasures_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
COMMENT ON COLUMN public.erasures.sealed_value IS 'Encrypted, until the erasure has ended.';
COMMENT ON COLUMN public.erasures.value_digest IS 'HMAC-SHA-256 of the canonical text.';
COMMENT ON COLUMN public.erasures.tries IS 'Failures in a row at one place.';
COMMENT ON COLUMN public.erasures.due_at IS 'Of the next turn.';
CREATE TABLE public.export_leases (
    api_key_id uuid NOT NULL,
    holder uuid NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.export_leases IS 'The export that is running for a key. The process that writes it renews its lease until the end.';
CREATE TABLE public.export_links (
    form_id uuid NOT NULL,
    id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    name text NOT NULL,
    token_digest bytea NOT NULL,
    filters jsonb NOT NULL,
    columns text[],
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp(3) with time zone,
    last_read_at timestamp(3) with time zone,
    recent_reads timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
    header text DEFAULT 'name'::text NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    sort_order text DEFAULT 'newest'::text NOT NULL,
    CONSTRAINT export_links_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
    CONSTRAINT export_links_recent_reads_check CHECK ((cardinality(recent_reads) <= 60))
);
COMMENT ON TABLE public.export_links IS 'Addresses that serve the submissions of a form as csv without a key. A link that was deleted stays, since its last read may be asked for.';
COMMENT ON COLUMN public.export_links.api_key_id IS 'The key that made it: the link ends when the key may not read the form any more.';
COMMENT ON COLUMN public.export_links.token_digest IS 'HMAC-SHA-256 of the token with a key that is not in the database.';
COMMENT ON COLUMN public.export_links.recent_reads IS 'The latest reads, oldest first, of which an hour may have sixty.';
COMMENT ON COLUMN public.export_links.header IS 'What stands above the columns: name or label.';
COMMENT ON COLUMN public.export_links.time_zone IS 'The IANA zone in which times are written.';
COMMENT ON COLUMN public.export_links.sort_order IS 'Which submissions come first: newest or oldest.';
CREATE TABLE public.fields (
    id bigint NOT NULL,
    form_id uuid NOT NULL,
    name text NOT NULL,
    label text,
    type text NOT NULL,
    required boolean NOT NULL,
    options json,
    validation_kind text,
    preset text,
    "position" integer NOT NULL,
    deleted_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT fields_check CHECK (((preset IS NOT NULL) = (NOT (validation_kind IS DISTINCT FROM 'preset'::text)))),
    CONSTRAINT fields_label_check CHECK ((char_length(label) <= 255)),
    CONSTRAINT fields_name_check CHECK ((name ~ '^[a-z][a-z0-9_]{0,63}$'::text)),
    CONSTRAINT fields_position_check CHECK (("position" >= 0)),
    CONSTRAINT fields_type_check CHECK ((type = ANY (ARRAY['string'::text, 'number'::text, 'date'::text, 'boolean'::text, 'array'::text, 'file'::text]))),
    CONSTRAINT fields_validation_kind_check CHECK ((validation_kind = ANY (ARRAY['preset'::text, 'custom'::text])))
);
ALTER TABLE public.fields ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.fields_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.form_days (
    form_id uuid NOT NULL,
    day date NOT NULL,
    accepted integer NOT NULL,
    quarantined integer NOT NULL
);
CREATE TABLE public.form_mismatches (
    form_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    day date NOT NULL,
    count integer NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL,
    visitors text[] DEFAULT '{}'::text[] NOT NULL,
    first_seen_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT form_mismatches_count_check CHECK ((count > 0)),
    CONSTRAINT form_mismatches_kind_check CHECK ((kind = ANY (ARRAY['unknown_name'::text, 'foreign_setting'::text, 'missing_field'::text]))),
    CONSTRAINT form_mismatches_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 64)))
);
COMMENT ON TABLE public.form_mismatches IS 'How pages and their forms disagree, by day of UTC, for 30 days. Names only, never values.';
COMMENT ON COLUMN public.form_mismatches.kind IS 'unknown_name: no field has it. foreign_setting: it has a meaning for other services. missing_field: a required field did not come, since a refused submission last had it.';
COMMENT ON COLUMN public.form_mismatches.visitors IS 'Keyed digests of the networks from which an unknown name came on the day, at most 32.';
CREATE TABLE public.form_stats (
    form_id uuid NOT NULL,
    submissions_count integer DEFAULT 0 NOT NULL,
    unread_count integer DEFAULT 0 NOT NULL,
    latest_submission_at timestamp(3) with time zone,
    first_submission_at timestamp(3) with time zone,
    month date DEFAULT '1970-01-01'::date NOT NULL,
    month_count integer DEFAULT 0 NOT NULL,
    change_number bigint DEFAULT 0 NOT NULL,
    forgotten_number bigint DEFAULT 0 NOT NULL,
    day date,
    day_accepted integer DEFAULT 0 NOT NULL,
    day_quarantined integer DEFAULT 0 NOT NULL,
    stored_bytes bigint DEFAULT 0 NOT NULL,
    CONSTRAINT form_stats_check CHECK (((unread_count >= 0) AND (unread_count <= submissions_count))),
    CONSTRAINT form_stats_submissions_count_check CHECK ((submissions_count >= 0))
)
WITH (fillfactor='50');
COMMENT ON TABLE public.form_stats IS 'The counters of a form, in a row of their own, so that submissions do not block edits of the form.';
COMMENT ON COLUMN public.form_stats.first_submission_at IS 'Never reset: names and types of fields are fixed from the first submission on.';
COMMENT ON COLUMN public.form_stats.stored_bytes IS 'Bytes of the files of its submissions, also of quarantined ones.';
CREATE TABLE public.forms (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    status text DEFAULT 'disabled'::text NOT NULL,
    allowed_origins text[] DEFAULT '{}'::text[] NOT NULL,
    validate_fields boolean NOT NULL,
    notifications_enabled boolean NOT NULL,
    delivery_channel_types text[] DEFAULT '{database}'::text[] NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    submission_token_digest bytea NOT NULL,
    first_enabled_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT forms_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
    CONSTRAINT forms_revision_check CHECK ((revision > 0)),
    CONSTRAINT forms_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text])))
);
COMMENT ON COLUMN public.forms.settings IS 'By section, as in the API; only members that differ from their defaults.';
CREATE TABLE public.idempotency_records (
    api_key_id uuid NOT NULL,
    operation text NOT NULL,
    key_hash bytea NOT NULL,
    fingerprint bytea NOT NULL,
    request_id text NOT NULL,
    status smallint,
    reply json,
    sealed bytea,
    etag text,
    location text,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.import_leases (
    account_id uuid NOT NULL,
    holder uuid NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.import_leases IS 'The import that is running for an account. The process that does it renews its lease until the end.';
CREATE TABLE public.imported_sources (
    form_id uuid NOT NULL,
    digest bytea NOT NULL,
    submission_id uuid NOT NULL
);
COMMENT ON TABLE public.imported_sources IS 'SHA-256 of the id that an imported submission has at its source, so that it is imported once.';
CREATE TABLE public.migrations (
    id integer NOT NULL,
    "timestamp" bigint NOT NULL,
    name character varying NOT NULL
);
CREATE SEQUENCE public.migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.migrations_id_seq OWNED BY public.migrations.id;
CREATE TABLE public.notification_mails (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    form_id uuid NOT NULL,
    sent_at timestamp(3) with time zone NOT NULL,
    is_test boolean DEFAULT false NOT NULL
);
COMMENT ON TABLE public.notification_mails IS 'The mails of the last hour, for the limits of accounts and forms, and of the day, whose first one tells more. They outlive their form, whose deletion must not reset the limit.';
COMMENT ON COLUMN public.notification_mails.is_test IS 'The mail of a step that a test sends: limited by itself, and no mail of the form to those who wait for one.';
CREATE TABLE public.notifications (
    form_id uuid NOT NULL,
    submission_id uuid NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    mail_id uuid,
    delivered_at timestamp(3) with time zone,
    error_code text,
    CONSTRAINT notifications_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT notifications_check CHECK (((due_at IS NULL) = (status = ANY (ARRAY['delivered'::text, 'failed'::text, 'uncertain'::text])))),
    CONSTRAINT notifications_check1 CHECK (((delivered_at IS NULL) = (status <> 'delivered'::text))),
    CONSTRAINT notifications_check2 CHECK (((mail_id IS NOT NULL) OR (status <> ALL (ARRAY['claimed'::text, 'sending'::text])))),
    CONSTRAINT notifications_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'claimed'::text, 'sending'::text, 'delivered'::text, 'failed'::text, 'uncertain'::text])))
);
COMMENT ON COLUMN public.notifications.due_at IS 'When a worker has to look next: to send it, or because the worker that holds it has crashed.';
COMMENT ON COLUMN public.notifications.mail_id IS 'The mail that a worker sends. It fences writes of workers that have lost the notification.';
CREATE TABLE public.object_removals (
    object_name text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.object_removals IS 'Objects of the store that are to be removed: those of deleted files, and those of uploads that no submission has taken over by then.';
CREATE TABLE public.place_counts (
    form_id uuid NOT NULL,
    field text NOT NULL,
    option text NOT NULL,
    taken integer NOT NULL,
    CONSTRAINT place_counts_taken_check CHECK ((taken >= 0))
)
WITH (fillfactor='50');
COMMENT ON TABLE public.place_counts IS 'The accepted submissions that choose an option of intake.places.';
CREATE TABLE public.plans (
    name text NOT NULL,
    forms_max integer,
    keys_max integer,
    form_submissions_per_month integer,
    points_per_month integer,
    read_per_minute integer NOT NULL,
    write_per_minute integer NOT NULL,
    destructive_per_minute integer NOT NULL,
    aggregate_per_minute integer NOT NULL,
    test_runs_max integer,
    mails_per_hour integer,
    stored_bytes_max bigint,
    CONSTRAINT plans_aggregate_per_minute_check CHECK ((aggregate_per_minute > 0)),
    CONSTRAINT plans_destructive_per_minute_check CHECK ((destructive_per_minute > 0)),
    CONSTRAINT plans_form_submissions_per_month_check CHECK ((form_submissions_per_month > 0)),
    CONSTRAINT plans_forms_max_check CHECK ((forms_max > 0)),
    CONSTRAINT plans_keys_max_check CHECK ((keys_max > 0)),
    CONSTRAINT plans_mails_per_hour_check CHECK ((mails_per_hour > 0)),
    CONSTRAINT plans_points_per_month_check CHECK ((points_per_month >= 0)),
    CONSTRAINT plans_read_per_minute_check CHECK ((read_per_minute > 0)),
    CONSTRAINT plans_stored_bytes_max_check CHECK ((stored_bytes_max > 0)),
    CONSTRAINT plans_test_runs_max_check CHECK ((test_runs_max > 0)),
    CONSTRAINT plans_write_per_minute_check CHECK ((write_per_minute > 0))
);
COMMENT ON TABLE public.plans IS 'The limits of an account. Null means without limit.';
COMMENT ON COLUMN public.plans.test_runs_max IS 'The number of test runs that may be open at the same time.';
COMMENT ON COLUMN public.plans.stored_bytes_max IS 'Bytes of the files of all forms of an account.';
CREATE TABLE public.point_ledger (
    id bigint NOT NULL,
    account_id uuid NOT NULL,
    run_id uuid,
    step_id uuid,
    kind text NOT NULL,
    points integer NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT point_ledger_check CHECK (((kind = ANY (ARRAY['grant'::text, 'opening'::text])) = (run_id IS NULL))),
    CONSTRAINT point_ledger_check1 CHECK (((kind = 'consume'::text) = (step_id IS NOT NULL))),
    CONSTRAINT point_ledger_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'reserve'::text, 'consume'::text, 'release'::text, 'opening'::text]))),
    CONSTRAINT point_ledger_points_check CHECK (((points > 0) OR (kind = 'opening'::text)))
);
COMMENT ON TABLE public.point_ledger IS 'Every movement of compute points. Rows contain ids only, so that they can outlive forms.';
ALTER TABLE public.point_ledger ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.point_ledger_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.repeated_texts (
    account_id uuid NOT NULL,
    digest bytea NOT NULL,
    seen_at timestamp(3) with time zone NOT NULL,
    form_id uuid NOT NULL,
    submission_id uuid NOT NULL
);
COMMENT ON TABLE public.repeated_texts IS 'Keyed digests of the long texts of the last hour. They count across the forms of an account.';
CREATE TABLE public.restore_check (
    is_only boolean DEFAULT true NOT NULL,
    identity uuid DEFAULT gen_random_uuid() NOT NULL,
    number bigint DEFAULT 0 NOT NULL,
    epoch integer DEFAULT 1 NOT NULL,
    CONSTRAINT restore_check_is_only_check CHECK (is_only)
);
CREATE TABLE public.retired_submission_tokens (
    form_id uuid NOT NULL,
    digest bytea NOT NULL,
    valid_until timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.retired_submission_tokens IS 'Submission tokens that a rotation has replaced, as long as they are accepted.';
CREATE TABLE public.spent_challenges (
    form_id uuid NOT NULL,
    nonce bytea NOT NULL,
    spent_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.spent_challenges IS 'Challenges whose solution came with a stored submission, until they have expired anyway.';
CREATE TABLE public.submission_claims (
    form_id uuid NOT NULL,
    digest bytea NOT NULL,
    submission_id uuid NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    holds boolean NOT NULL
);
COMMENT ON TABLE public.submission_claims IS 'SHA-256 of the value of each accepted submission under intake.unique_by; one submission holds a value.';
CREATE TABLE public.submission_deletions (
    form_id uuid NOT NULL,
    change_number bigint NOT NULL,
    submission_id uuid NOT NULL,
    is_erased boolean DEFAULT false NOT NULL,
    changed_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.submission_files (
    form_id uuid NOT NULL,
    submission_id uuid NOT NULL,
    id uuid NOT NULL,
    "position" integer NOT NULL,
    field text NOT NULL,
    filename text NOT NULL,
    content_type text NOT NULL,
    size_bytes bigint NOT NULL,
    sha256 bytea NOT NULL,
    object_name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT submission_files_filename_check CHECK (((char_length(filename) >= 1) AND (char_length(filename) <= 200))),
    CONSTRAINT submission_files_position_check CHECK (("position" >= 0)),
    CONSTRAINT submission_files_sha256_check CHECK ((octet_length(sha256) = 32)),
    CONSTRAINT submission_files_size_bytes_check CHECK ((size_bytes > 0))
);
CREATE TABLE public.submission_keys (
    form_id uuid NOT NULL,
    key_hash bytea NOT NULL,
    fingerprint bytea NOT NULL,
    submission_id uuid NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    file_count integer NOT NULL,
    ignored_fields text[] NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.submission_keys IS 'The idempotency keys of submissions.';
CREATE TABLE public.submissions (
    id uuid NOT NULL,
    form_id uuid NOT NULL,
    source text NOT NULL,
    fields json NOT NULL,
    file_count integer DEFAULT 0 NOT NULL,
    read_at timestamp(3) with time zone,
    received_at timestamp(3) with time zone NOT NULL,
    client_network inet,
    user_agent text,
    state text DEFAULT 'accepted'::text NOT NULL,
    held_at timestamp(3) with time zone,
    released_at timestamp(3) with time zone,
    spam_reasons jsonb,
    signals jsonb,
    inserted_number bigint DEFAULT 0 NOT NULL,
    change_number bigint DEFAULT 0 NOT NULL,
    changed_at timestamp(3) with time zone,
    imported_at timestamp(3) with time zone,
    other_values json,
    CONSTRAINT submissions_file_count_check CHECK ((file_count >= 0)),
    CONSTRAINT submissions_source_check CHECK ((source = ANY (ARRAY['api'::text, 'form_submit'::text, 'hosted_form'::text, 'import'::text]))),
    CONSTRAINT submissions_state_check CHECK (((state = ANY (ARRAY['accepted'::text, 'quarantined'::text])) AND ((state = 'quarantined'::text) = (held_at IS NOT NULL)))),
    CONSTRAINT submissions_user_agent_check CHECK ((char_length(user_agent) <= 255))
);
COMMENT ON COLUMN public.submissions.client_network IS 'The network of the client, truncated to /24 or /48.';
COMMENT ON COLUMN public.submissions.state IS 'Quarantined submissions look like spam, and nothing counts or carries them out.';
COMMENT ON COLUMN public.submissions.held_at IS 'When it was quarantined, at its arrival or by its owner. It is deleted thirty days later.';
COMMENT ON COLUMN public.submissions.signals IS 'What the checks saw at the moment of sending, whatever their level, for trying other settings on it.';
COMMENT ON COLUMN public.submissions.imported_at IS 'When it was imported from a file; null for what came by itself.';
COMMENT ON COLUMN public.submissions.other_values IS 'Values whose names no field of a form that validates has; null for none.';
CREATE TABLE public.workflow_channels (
    workflow_id uuid NOT NULL,
    node_id text NOT NULL,
    failing_since timestamp(3) with time zone,
    disabled_at timestamp(3) with time zone
);
COMMENT ON TABLE public.workflow_channels IS 'Failing destinations. One that is gone, or fails for days, is disabled until the next publishing.';
CREATE TABLE public.workflow_previous_signing_secrets (
    id bigint NOT NULL,
    workflow_id uuid NOT NULL,
    node_id text NOT NULL,
    sealed bytea NOT NULL,
    valid_until timestamp(3) with time zone NOT NULL
);
ALTER TABLE public.workflow_previous_signing_secrets ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.workflow_previous_signing_secrets_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.workflow_run_steps (
    id uuid NOT NULL,
    run_id uuid NOT NULL,
    node_id text NOT NULL,
    node_type text NOT NULL,
    node_kind text NOT NULL,
    status text NOT NULL,
    port text,
    output json,
    changes json,
    billed_points integer DEFAULT 0 NOT NULL,
    attempt_count integer DEFAULT 0 NOT NULL,
    error_code text,
    due_at timestamp with time zone,
    started_at timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    form_id uuid NOT NULL,
    attempts json,
    CONSTRAINT workflow_run_steps_attempt_count_check CHECK ((attempt_count >= 0)),
    CONSTRAINT workflow_run_steps_billed_points_check CHECK ((billed_points >= 0)),
    CONSTRAINT workflow_run_steps_check CHECK (((status = 'waiting'::text) = (due_at IS NOT NULL))),
    CONSTRAINT workflow_run_steps_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'waiting'::text, 'succeeded'::text, 'failed'::text, 'uncertain'::text, 'skipped'::text, 'cancelled'::text])))
);
CREATE TABLE public.workflow_runs (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    form_id uuid NOT NULL,
    workflow_id uuid NOT NULL,
    workflow_version_id uuid,
    workflow_version integer,
    draft_revision integer,
    submission_id uuid,
    retry_of_run_id uuid,
    origin_run_id uuid,
    run_kind text NOT NULL,
    status text NOT NULL,
    definition json,
    input json,
    reserved_points integer DEFAULT 0 NOT NULL,
    consumed_points integer DEFAULT 0 NOT NULL,
    released_points integer DEFAULT 0 NOT NULL,
    error_code text,
    has_uncertain boolean DEFAULT false NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    lease_number integer DEFAULT 0 NOT NULL,
    lease_owner text,
    lost_leases integer DEFAULT 0 NOT NULL,
    started_at timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    dismissed_at timestamp(3) with time zone,
    CONSTRAINT workflow_runs_check CHECK ((reserved_points >= (consumed_points + released_points))),
    CONSTRAINT workflow_runs_check1 CHECK (((NOT (status = ANY (ARRAY['succeeded'::text, 'partially_failed'::text, 'failed'::text, 'cancelled'::text]))) OR (reserved_points = (consumed_points + released_points)))),
    CONSTRAINT workflow_runs_check2 CHECK (((status = ANY (ARRAY['succeeded'::text, 'partially_failed'::text, 'failed'::text, 'cancelled'::text])) = (completed_at IS NOT NULL))),
    CONSTRAINT workflow_runs_check3 CHECK (((workflow_version_id IS NOT NULL) = (definition IS NULL))),
    CONSTRAINT workflow_runs_check4 CHECK (((run_kind = 'test'::text) OR ((submission_id IS NOT NULL) AND (workflow_version_id IS NOT NULL)))),
    CONSTRAINT workflow_runs_consumed_points_check CHECK ((consumed_points >= 0)),
    CONSTRAINT workflow_runs_released_points_check CHECK ((released_points >= 0)),
    CONSTRAINT workflow_runs_reserved_points_check CHECK ((reserved_points >= 0)),
    CONSTRAINT workflow_runs_run_kind_check CHECK ((run_kind = ANY (ARRAY['production'::text, 'test'::text]))),
    CONSTRAINT workflow_runs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'blocked_insufficient_compute_points'::text, 'blocked_plan_limits'::text, 'running'::text, 'succeeded'::text, 'partially_failed'::text, 'failed'::text, 'cancelled'::text])))
);
COMMENT ON TABLE public.workflow_runs IS 'Deleted with its form, like workflow and version, so these two need no foreign keys.';
COMMENT ON COLUMN public.workflow_runs.origin_run_id IS 'The first run of a chain of retries, whose message ids the retries repeat.';
COMMENT ON COLUMN public.workflow_runs.definition IS 'The copy of the draft that a test executes; a production run executes its version.';
COMMENT ON COLUMN public.workflow_runs.input IS 'The input of a test; a production run reads its submission.';
COMMENT ON COLUMN public.workflow_runs.due_at IS 'When a worker has to continue an open run: at once, when a step is due, or when the lease expires.';
COMMENT ON COLUMN public.workflow_runs.lease_number IS 'The fencing token. It rises with each lease, and a worker with an older number cannot write.';
COMMENT ON COLUMN public.workflow_runs.dismissed_at IS 'When somebody decided that nothing more has to be done about it. A run that ends later needs attention again.';
CREATE TABLE public.workflow_signing_secrets (
    workflow_id uuid NOT NULL,
    node_id text NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.workflow_versions (
    id uuid NOT NULL,
    workflow_id uuid NOT NULL,
    version integer NOT NULL,
    definition json NOT NULL,
    fingerprint bytea NOT NULL,
    node_count integer NOT NULL,
    min_cost integer NOT NULL,
    max_cost integer NOT NULL,
    restored_from_version_id uuid,
    published_at timestamp(3) with time zone NOT NULL,
    escapes_json boolean DEFAULT false NOT NULL,
    CONSTRAINT workflow_versions_check CHECK ((max_cost >= min_cost)),
    CONSTRAINT workflow_versions_min_cost_check CHECK ((min_cost >= 0)),
    CONSTRAINT workflow_versions_version_check CHECK ((version > 0))
);
CREATE TABLE public.workflows (
    id uuid NOT NULL,
    form_id uuid NOT NULL,
    draft_revision integer DEFAULT 1 NOT NULL,
    draft_definition json NOT NULL,
    draft_min_cost integer NOT NULL,
    draft_max_cost integer NOT NULL,
    draft_restored_from_version_id uuid,
    draft_saved_at timestamp(3) with time zone NOT NULL,
    published_version integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT workflows_check CHECK ((draft_max_cost >= draft_min_cost)),
    CONSTRAINT workflows_draft_min_cost_check CHECK ((draft_min_cost >= 0)),
    CONSTRAINT workflows_draft_revision_check CHECK ((draft_revision > 0))
);
ALTER TABLE ONLY public.migrations ALTER COLUMN id SET DEFAULT nextval('public.migrations_id_seq'::regclass);
INSERT INTO public.accounts VALUES
	('01a22419-4c54-778e-acb0-25d719db70d4', 'default', 'self_hosted', NULL, '2026-11-28 21:39:27.448+00', NULL, '1970-01-01', NULL, NULL),
	('a2ab3814-0e38-459e-9668-6d6ab76734ef', 'seeded 1', 'self_hosted', NULL, '2026-11-28 21:52:55.845+00', NULL, '1970-01-01', NULL, NULL),
	('8888e073-b74a-4b52-bc53-a56cb4e95a55', 'seeded 3', 'free', NULL, '2026-11-28 21:52:55.845+00', 8952, '1970-01-01', NULL, NULL),
	('fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'seeded 2', 'pro', NULL, '2026-11-28 21:52:55.845+00', 8952, '1970-01-01', NULL, NULL);
INSERT INTO public.api_key_forms VALUES
	('01a22419-4c75-762e-80f2-23dd168576be', '01a22423-004d-73f8-8ab0-12cbae197d1c'),
	('01a22419-4c75-762e-80f2-23dd168576be', '01a22423-1083-7123-8d64-5186be6e1966');
INSERT INTO public.api_key_secrets VALUES
	('txZI5asyyJOm', '01a22419-4c75-762e-80f2-23dd168576be', '\xc4dba4e4823e7a54ee78dc27ea856ce31935ecb427f1d064955454cf85657e0b', NULL, '2026-11-28 21:39:27.477+00', NULL, NULL, NULL);
INSERT INTO public.api_keys VALUES
	('01a22419-4c75-762e-80f2-23dd168576be', '01a22419-4c54-778e-acb0-25d719db70d4', 'bootstrap', '{forms:read,forms:create,forms:update,forms:delete,submissions:read,submissions:update,submissions:delete,workflows:read,workflows:write,workflows:publish,workflows:test,keys:manage}', 'all', true, NULL, NULL, NULL, '2100-01-01 00:00:00+00', NULL, '2026-11-28 21:51:19.303+00', '2026-11-28 21:39:27.477+00', false, NULL, 1);
INSERT INTO public.app_secret_check VALUES
	(true, '\xc9dd90e3b59219d6f99dfe545ec156efaa69f546667ee553ea1be6fac1e05835');
INSERT INTO public.applied_functions VALUES
	('fold_point_ledger', '\xbfcdebe2b492d7b94976ca27d019ba58e316e19c1ee70dd18e624142c7715817', '2026-11-28 21:39:25.134+00'),
	('keep_account_of_ledger', '\x72c5faffe6ff6780251999b81c8a30183fa8dec0af4d2a27357b264e5f998fe1', '2026-11-28 21:39:25.134+00'),
	('refuse_change', '\x92d4bd336fd1c44e2d2d8ec1e74f6d2ba72e2ddf32607383a03628b6710b1479', '2026-11-28 21:39:25.134+00'),
	('remove_object_of_deleted_file', '\xd720c875f922e7673556857a6b2784b03cee6a707b5f2e768edb7832ed2d872b', '2026-11-28 21:39:25.134+00'),
	('submission_to_store', '\x2952c4625c26526b63a9275c8353d048529ae8e9c013c3ae65c3b35a1784f69e', '2026-11-28 21:39:25.134+00'),
	('attach_submission_files', '\xbab5a863011d94dde24437b48a0b605960f1094a1cb617cf01f43fe875968f66', '2026-11-28 21:39:25.134+00'),
	('claim_submission_keys', '\xb0e4053bc094a8e052df52af7e8075188251883873aa771e61d47ab3c2e779f9', '2026-11-28 21:39:25.134+00'),
	('chosen_options', '\x70e459961edd99b85c525f96054311ce5c44f2f565dcbed73c8c9e2b6e95d707', '2026-11-28 21:39:25.134+00'),
	('full_options_of', '\xe32d5d8fecd0c85f107ea31393594648f8a9cc2ca4c1ad134bc17acf8c9cbb57', '2026-11-28 21:39:25.134+00'),
	('is_repeated_text', '\x7d6dbb704e97a3cc1a9e0671e0f9f9fec34018e26286f7481c6c0a176be76810', '2026-11-28 21:39:25.134+00'),
	('open_form', '\xe84812b228db8ad275b56302088791f173734c57765dd8aa48aa6fc5f4e2fa41', '2026-11-28 21:39:25.134+00'),
	('submission_held_by', '\x6ed9bb55ceb367176cd18cce444f57a56e6a53f54acd17de732ca396dfd13428', '2026-11-28 21:39:25.134+00'),
	('take_places', '\x064a9240ffa6b1b981c3adb7158f95c33992fa790d8774321c8923cb451ca94c', '2026-11-28 21:39:25.134+00'),
	('judge_submissions', '\x86e9b4d09e966993b06f1dcd1aedd328a70c7397b7e6adf21d59460659064dbe', '2026-11-28 21:39:25.134+00'),
	('notify_of_submissions', '\x6fb18a2f74697030fd8443a75f9643a27451a6759e3b0957563594efbb2a8a5a', '2026-11-28 21:39:25.134+00'),
	('refuse_files_beyond_limits', '\xb70a041a24f84fa39e21e866fa88e181e539fbe16e9be524923a20d648ed29be', '2026-11-28 21:39:25.134+00'),
	('new_submission_run', '\x467ee2cb9b1dadf03df918a1feaea7d6a94b8697603533538a73dc4ef313a0cf', '2026-11-28 21:39:25.134+00'),
	('start_submission_runs', '\xc56c5ec0f1c5c4a6bdb33ee7f55ad50e6912a094d5600164a6903d4e2eb7b0ca', '2026-11-28 21:39:25.134+00'),
	('accept_submissions', '\xfe57ba428517e1abe7aaa63bbf697a7e1de4069c3ae18314c66c998d1589660a', '2026-11-28 21:39:25.134+00'),
	('delete_submissions_of_form', '\xe76d5d12a6d3b705b0b084a5eb96750a8dfcfb8d0117619da6398e9c08363ae8', '2026-11-28 21:39:25.134+00'),
	('give_back_places', '\xf4ddb8ef0946d28c647be287cd2c476a14d80a9a6095411dcfe155252c6d9f68', '2026-11-28 21:39:25.134+00'),
	('hold_submission', '\xa822540762105aad3cac56dcb2686d47d50e336d1f5a06bd1a469014be73ed5d', '2026-11-28 21:39:25.134+00'),
	('carry_imported_source', '\x24e8bfbb68553c0283ec806a3a4c9344cabb257a8b6886619bf2ac43df845211', '2026-11-28 21:39:25.134+00'),
	('import_submissions', '\xe20f3574efc354a9c13a6e0286c38352002106b10ada14399997df5755a3c6d5', '2026-11-28 21:39:25.134+00'),
	('release_submission', '\x7acdc8a6815103a2510f7a9f4f73c6260760b395b23f4b5ddaa06297ad3e0255', '2026-11-28 21:39:25.134+00'),
	('refuse_illegal_move', '\x949135a34134ba328a4e15049c6f854b550392537600e1d0cec849c1a2412262', '2026-11-28 21:39:25.134+00'),
	('release_points_of_deleted_run', '\xff2a7864bf8af08b9fe0f0ebf4756dc22681a68cac6290d05ce6a1cb023c97b0', '2026-11-28 21:39:25.134+00');
INSERT INTO public.audit_events OVERRIDING SYSTEM VALUE VALUES
	(1, '01a22419-4c54-778e-acb0-25d719db70d4', NULL, 'keys create', NULL, '01a22419-4c75-762e-80f2-23dd168576be', NULL, NULL, NULL, '2026-11-28 21:39:27.361+00', NULL, 'operator'),
	(2, '01a22419-4c54-778e-acb0-25d719db70d4', '01a22419-4c75-762e-80f2-23dd168576be', 'POST /v1/forms', '01a22423-004d-73f8-8ab0-12cbae197d1c', NULL, NULL, NULL, 'req_01M8J25ZH3E8QR3JKTR8YZ44WR', '2026-11-28 21:50:03.079+00', NULL, 'key'),
	(3, '01a22419-4c54-778e-acb0-25d719db70d4', '01a22419-4c75-762e-80f2-23dd168576be', 'PATCH /v1/forms/:id', '01a22423-004d-73f8-8ab0-12cbae197d1c', NULL, 1, 2, 'req_01M8J260ZXE25TQA2BGSE1RWG9', '2026-11-28 21:50:04.434+00', NULL, 'key'),
	(4, '01a22419-4c54-778e-acb0-25d719db70d4', '01a22419-4c75-762e-80f2-23dd168576be', 'PATCH /v1/forms/:form/settings', '01a22423-004d-73f8-8ab0-12cbae197d1c', NULL, 2, 3, 'req_01M8J261WEE0X819X73DJXYQBE', '2026-11-28 21:50:05.292+00', NULL, 'key'),
	(5, '01a22419-4c54-778e-acb0-25d719db70d4', '01a22419-4c75-762e-80f2-23dd168576be', 'POST /v1/forms', '01a22423-1083-7123-8d64-5186be6e1966', NULL, NULL, NULL, 'req_01M8J26406ETSS2HPVCCC6175N', '2026-11-28 21:50:07.373+00', NULL, 'key'),
	(6, '01a22419-4c54-778e-acb0-25d719db70d4', '01a22419-4c75-762e-80f2-23dd168576be', 'PATCH /v1/forms/:id', '01a22423-1083-7123-8d64-5186be6e1966', NULL, 1, 2, 'req_01M8J264F5ECN8YWB8SE0T3CCJ', '2026-11-28 21:50:07.894+00', NULL, 'key'),
	(7, '01a22419-4c54-778e-acb0-25d719db70d4', '01a22419-4c75-762e-80f2-23dd168576be', 'PUT /v1/forms/:form/workflow/draft', '01a22423-1083-7123-8d64-5186be6e1966', NULL, 1, 2, 'req_01M8J277G3EVHB4K6FQHX0FH0M', '2026-11-28 21:50:43.811+00', NULL, 'key'),
	(8, '01a22419-4c54-778e-acb0-25d719db70d4', '01a22419-4c75-762e-80f2-23dd168576be', 'POST /v1/forms/:form/workflow/publish', '01a22423-1083-7123-8d64-5186be6e1966', '01a22423-a198-74cb-aa19-d27806db7bc3', 2, 3, 'req_01M8J27846E4199D5CVKEH7EFJ', '2026-11-28 21:50:44.382+00', NULL, 'key'),
	(9, '01a22419-4c54-778e-acb0-25d719db70d4', '01a22419-4c75-762e-80f2-23dd168576be', 'POST /v1/erasures', NULL, '01a22424-2931-737a-b5b0-2381d2862882', NULL, NULL, 'req_01M8J28A73EYVAHZWNKTWWA72K', '2026-11-28 21:51:19.336+00', NULL, 'key');
INSERT INTO public.claim_jobs VALUES
	('01a22423-1083-7123-8d64-5186be6e1966', 'email', '-infinity', '00000000-0000-0000-0000-000000000000', '2026-11-28 21:52:55.839+00');
INSERT INTO public.erasure_ledger VALUES
	(1);
INSERT INTO public.erasures VALUES
	('01a22424-2931-737a-b5b0-2381d2862882', '01a22419-4c54-778e-acb0-25d719db70d4', '01a22419-4c75-762e-80f2-23dd168576be', NULL, false, NULL, '\x1114bf76db20a5e69fb02dd29229486468c61f5ae153bfe4342b938ae859ff7d', '{01a22423-004d-73f8-8ab0-12cbae197d1c,01a22423-1083-7123-8d64-5186be6e1966}', 'done', 3, 'submissions', '00000000-0000-0000-0000-000000000000', '{01a22423-004d-73f8-8ab0-12cbae197d1c}', '{"submissions":1,"files":0,"runs":0,"mails":0}', '[]', NULL, '2026-11-28 21:51:19.336+00', '2026-11-28 21:51:21.806+00', 0, '2026-11-28 21:51:21.546+00', NULL);
INSERT INTO public.fields OVERRIDING SYSTEM VALUE VALUES
	(1, '01a22423-004d-73f8-8ab0-12cbae197d1c', 'email', NULL, 'string', true, NULL, 'preset', 'email', 0, NULL, '2026-11-28 21:50:03.341+00', '2026-11-28 21:50:03.341+00'),
	(2, '01a22423-004d-73f8-8ab0-12cbae197d1c', 'day', NULL, 'string', false, '["Monday","Tuesday"]', NULL, NULL, 1, NULL, '2026-11-28 21:50:03.341+00', '2026-11-28 21:50:03.341+00');
INSERT INTO public.form_stats VALUES
	('01a22423-1083-7123-8d64-5186be6e1966', 1, 1, '2026-11-28 21:50:44.906+00', '2026-11-28 21:50:44.906+00', '2026-11-01', 1, 1, 0, '2026-11-28', 1, 0, 0),
	('01a22423-004d-73f8-8ab0-12cbae197d1c', 2, 2, '2026-11-28 21:50:06.924+00', '2026-11-28 21:50:06.697+00', '2026-11-01', 3, 5, 0, '2026-11-28', 3, 1, 0),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', 8, 8, '2026-11-28 21:52:55.96+00', NULL, '1970-01-01', 0, 8, 0, '2026-11-28', 8, 0, 12),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', 8, 8, '2026-11-28 21:52:55.96+00', NULL, '1970-01-01', 0, 8, 0, '2026-11-28', 8, 0, 12),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', 8, 8, '2026-11-28 21:52:55.96+00', NULL, '1970-01-01', 0, 8, 0, '2026-11-28', 8, 0, 12),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', 8, 8, '2026-11-28 21:52:55.96+00', NULL, '1970-01-01', 0, 8, 0, '2026-11-28', 8, 0, 12),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 8, 8, '2026-11-28 21:52:55.96+00', NULL, '1970-01-01', 0, 8, 0, '2026-11-28', 8, 0, 12),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', 8, 8, '2026-11-28 21:52:55.96+00', NULL, '1970-01-01', 0, 8, 0, '2026-11-28', 8, 0, 12),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', 8, 8, '2026-11-28 21:52:55.96+00', NULL, '1970-01-01', 0, 8, 0, '2026-11-28', 8, 0, 12),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', 8, 8, '2026-11-28 21:52:55.96+00', NULL, '1970-01-01', 0, 8, 0, '2026-11-28', 8, 0, 12),
	('3402073a-24fc-47bf-b7d7-85540206edb1', 8, 8, '2026-11-28 21:52:55.96+00', NULL, '1970-01-01', 0, 8, 0, '2026-11-28', 8, 0, 12),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', 8, 8, '2026-11-28 21:52:55.96+00', NULL, '1970-01-01', 0, 8, 0, '2026-11-28', 8, 0, 12),
	('4358199d-0c7b-45f3-b069-39d8d102e549', 8, 8, '2026-11-28 21:52:55.96+00', NULL, '1970-01-01', 0, 8, 0, '2026-11-28', 8, 0, 12),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', 8, 8, '2026-11-28 21:52:55.96+00', NULL, '1970-01-01', 0, 8, 0, '2026-11-28', 8, 0, 12);
INSERT INTO public.forms VALUES
	('01a22423-004d-73f8-8ab0-12cbae197d1c', '01a22419-4c54-778e-acb0-25d719db70d4', 'Signup', 'enabled', '{}', true, false, '{database}', 3, '\xecda52cfbe549dfd6eb5907a50bb1042e8d1889ed924be90a3e24d99902fdbc3', '2026-11-28 21:50:04.589+00', NULL, '2026-11-28 21:50:03.341+00', '2026-11-28 21:50:05.55+00', '{"intake": {"places": {"day": {"Monday": 2}}, "unique_by": "email"}}'),
	('01a22423-1083-7123-8d64-5186be6e1966', '01a22419-4c54-778e-acb0-25d719db70d4', 'Webhooks', 'enabled', '{}', true, false, '{database,webhook}', 2, '\x68faa8836355b432cedce86d33d328827f33210eae5ec2f7fd4e78aceb4bff90', '2026-11-28 21:50:07.987+00', NULL, '2026-11-28 21:50:07.491+00', '2026-11-28 21:50:07.987+00', '{}'),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'Seeded', 'disabled', '{}', true, true, '{database}', 1, '\x', NULL, NULL, '2026-11-28 21:52:55.893+00', '2026-11-28 21:52:55.893+00', '{}'),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'Seeded', 'disabled', '{}', true, true, '{database}', 1, '\x', NULL, NULL, '2026-11-28 21:52:55.893+00', '2026-11-28 21:52:55.893+00', '{}'),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'Seeded', 'disabled', '{}', true, true, '{database}', 1, '\x', NULL, NULL, '2026-11-28 21:52:55.893+00', '2026-11-28 21:52:55.893+00', '{}'),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'Seeded', 'disabled', '{}', true, true, '{database}', 1, '\x', NULL, NULL, '2026-11-28 21:52:55.893+00', '2026-11-28 21:52:55.893+00', '{}'),
	('3402073a-24fc-47bf-b7d7-85540206edb1', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'Seeded', 'disabled', '{}', true, true, '{database}', 1, '\x', NULL, NULL, '2026-11-28 21:52:55.893+00', '2026-11-28 21:52:55.893+00', '{}'),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'Seeded', 'disabled', '{}', true, true, '{database}', 1, '\x', NULL, NULL, '2026-11-28 21:52:55.893+00', '2026-11-28 21:52:55.893+00', '{}'),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'Seeded', 'disabled', '{}', true, true, '{database}', 1, '\x', NULL, NULL, '2026-11-28 21:52:55.893+00', '2026-11-28 21:52:55.893+00', '{}'),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'Seeded', 'disabled', '{}', true, true, '{database}', 1, '\x', NULL, NULL, '2026-11-28 21:52:55.893+00', '2026-11-28 21:52:55.893+00', '{}'),
	('4358199d-0c7b-45f3-b069-39d8d102e549', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'Seeded', 'disabled', '{}', true, true, '{database}', 1, '\x', NULL, NULL, '2026-11-28 21:52:55.893+00', '2026-11-28 21:52:55.893+00', '{}'),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'Seeded', 'disabled', '{}', true, true, '{database}', 1, '\x', NULL, NULL, '2026-11-28 21:52:55.893+00', '2026-11-28 21:52:55.893+00', '{}'),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'Seeded', 'disabled', '{}', true, true, '{database}', 1, '\x', NULL, NULL, '2026-11-28 21:52:55.893+00', '2026-11-28 21:52:55.893+00', '{}'),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'Seeded', 'disabled', '{}', true, true, '{database}', 1, '\x', NULL, NULL, '2026-11-28 21:52:55.893+00', '2026-11-28 21:52:55.893+00', '{}');
INSERT INTO public.idempotency_records VALUES
	('01a22419-4c75-762e-80f2-23dd168576be', 'POST /v1/forms', '\x089a0ff90fc6f3caf073e53d5c0074b8b2d69214eb435cf969f9709bf503622a', '\xc9a4e61f7a891b426cd695adaa9d4f136b27d4d5f9fb41f0acec94dd99d9bc8d', 'req_01M8J25ZH3E8QR3JKTR8YZ44WR', 201, '{"id":"01a22423-004d-73f8-8ab0-12cbae197d1c","name":"Signup","status":"disabled","endpoint_url":"http://localhost:34567/api/v1/forms/01a22423-004d-73f8-8ab0-12cbae197d1c/submit","allowed_origins":[],"validate_fields":true,"notifications_enabled":false,"delivery_channel_types":["database"],"revision":1,"field_count":2,"submissions_count":0,"unread_count":0,"latest_submission_at":null,"stored_bytes":0,"fields":[{"id":"1","name":"email","label":null,"type":"string","required":true,"options":null,"validation":{"kind":"preset","preset":"email"},"position":0,"created_at":"2026-11-28T21:50:03.341Z","updated_at":"2026-11-28T21:50:03.341Z"},{"id":"2","name":"day","label":null,"type":"string","required":false,"options":["Monday","Tuesday"],"validation":null,"position":1,"created_at":"2026-11-28T21:50:03.341Z","updated_at":"2026-11-28T21:50:03.341Z"}],"created_at":"2026-11-28T21:50:03.341Z","updated_at":"2026-11-28T21:50:03.341Z","submission_endpoint":"http://localhost:34567/api/v1/forms/01a22423-004d-73f8-8ab0-12cbae197d1c/submit"}', '\x01e35d60993a2a0e7741f98322f141bdf4bc74cc003f936b2f67085b932de7fe6524d1b8daf03c3f24a38df9e7e37aaf4cd6c68cd0748ac18358dff85c739e729a64e91a5d686339e51e162f407f83d14a953a4bffcb23177fdc9d41ff64ca0201343f65132f623ef30f36634c1a', '"f-01a22423-004d-73f8-8ab0-12cbae197d1c-1"', '/v1/forms/01a22423-004d-73f8-8ab0-12cbae197d1c', '2026-11-29 21:50:03.079+00'),
	('01a22419-4c75-762e-80f2-23dd168576be', 'POST /v1/forms', '\x03a96ef0921bfa201c5fefb12e87ba728b3875d7d177202435aa3bbdf8a2a9a2', '\xee2af83643706d92211f9e89d1d47feb4e375ead6510f8e9fe86373a37821543', 'req_01M8J26406ETSS2HPVCCC6175N', 201, '{"id":"01a22423-1083-7123-8d64-5186be6e1966","name":"Webhooks","status":"disabled","endpoint_url":"http://localhost:34567/api/v1/forms/01a22423-1083-7123-8d64-5186be6e1966/submit","allowed_origins":[],"validate_fields":true,"notifications_enabled":false,"delivery_channel_types":["database"],"revision":1,"field_count":0,"submissions_count":0,"unread_count":0,"latest_submission_at":null,"stored_bytes":0,"fields":[],"created_at":"2026-11-28T21:50:07.491Z","updated_at":"2026-11-28T21:50:07.491Z","submission_endpoint":"http://localhost:34567/api/v1/forms/01a22423-1083-7123-8d64-5186be6e1966/submit"}', '\x01e35d60995b404e261c1260e6aaee17ae0fe1f2f44bb54eaa0415a867923059fca096e5953c57e4e117a55e49618b3e628577cd9c22a60fe464e77f0f555b89edeafc3f719431412c8b94ff35ab055853f65cb0cec80aed5ebe83be9e86e36e3dbe457bda7187fa8461875a6ea0', '"f-01a22423-1083-7123-8d64-5186be6e1966-1"', '/v1/forms/01a22423-1083-7123-8d64-5186be6e1966', '2026-11-29 21:50:07.373+00'),
	('01a22419-4c75-762e-80f2-23dd168576be', 'POST /v1/forms/:form/workflow/publish', '\x06388b97112872477f374ab3340ce4afc0395c86baeb585a154c0246a311e860', '\x9e6fd22d374153f7165640f0016ec44e892ef56a3d0e2dc51bae5935b0e191b4', 'req_01M8J27846E4199D5CVKEH7EFJ', 201, '{"id":"01a22423-a198-74cb-aa19-d27806db7bc3","workflow_id":"01a22423-10e7-7169-9c1c-05ef62923c45","version":1,"node_count":4,"estimated_min_cost":0,"estimated_max_cost":4,"restored_from_version_id":null,"published_at":"2026-11-28T21:50:44.632Z","definition":{"schema_version":1,"nodes":[{"id":"start","type":"submission_received","config":{}},{"id":"store","type":"database","config":{}},{"id":"crm","type":"webhook","config":{"url":"http://127.0.0.1:34571/gone"}},{"id":"log","type":"webhook","config":{"url":"http://127.0.0.1:34571/ok"}}],"edges":[{"id":"a","source":"start","target":"store"},{"id":"b","source":"start","target":"crm"},{"id":"c","source":"start","target":"log"}]}}', NULL, '"w-01a22423-10e7-7169-9c1c-05ef62923c45-2-1"', '/v1/forms/01a22423-1083-7123-8d64-5186be6e1966/workflow/versions/1', '2026-11-29 21:50:44.382+00'),
	('01a22419-4c75-762e-80f2-23dd168576be', 'POST /v1/erasures', '\xc97bf44d76816176447e0f436128875fc9d600444fc75062cb44ba7e38bdde1e', '\x0b6fd9c87b538c5400aa5b3546c6d9d38b6b54dc31a5261c7855a57e6c3b28af', 'req_01M8J28A73EYVAHZWNKTWWA72K', 202, '{"id":"01a22424-2931-737a-b5b0-2381d2862882","status":"pending","error":null,"dry_run":false,"field":null,"counts":{"forms":0,"submissions":0,"files":0,"runs":0,"mails":0},"receivers":[],"receivers_since":null,"created_at":"2026-11-28T21:51:19.336Z","completed_at":null}', NULL, NULL, '/v1/erasures/01a22424-2931-737a-b5b0-2381d2862882', '2026-11-29 21:51:19.336+00');
INSERT INTO public.migrations VALUES
	(1, 1795635911000, 'Baseline1795635911000'),
	(2, 1795696564536, 'ImportsHaveATime1795696564536'),
	(3, 1795696585361, 'AddValuesOfUnknownNames1795696585361'),
	(4, 1795696645378, 'AddFormMismatches1795696645378'),
	(5, 1795697026628, 'EscapeValuesInTemplatesOfJson1795697026628'),
	(6, 1795697061080, 'ClaimsWithoutInvisibleCharacters1795697061080'),
	(7, 1795708567884, 'KeysThatAreManagedByTheirAccount1795708567884'),
	(8, 1795710739057, 'LighterSubmissions1795710739057'),
	(9, 1795712850081, 'RunsCanBeDismissed1795712850081'),
	(10, 1795720126040, 'LayoutsOfExportLinks1795720126040'),
	(11, 1795878797395, 'CountMailsOfTests1795878797395'),
	(12, 1795878955176, 'SecretsHaveHosts1795878955176'),
	(13, 1795878970877, 'ImportsRunOneAtATime1795878970877'),
	(14, 1795879792763, 'VisitorsOfUnmatchedNames1795879792763'),
	(15, 1795881350263, 'CountStoredBytes1795881350263');
INSERT INTO public.notifications VALUES
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '7173191b-3d18-4a99-a2b5-ddf09161605e', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '35825e71-8b7f-498d-8a45-b58097c55258', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '04ebae8c-a368-49fe-9c88-b31b3b7e39b5', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '65d4d9b0-c7df-473a-9e26-757d6325f3ab', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', 'd9bcdd3f-650f-4ba1-aeab-7a819f9f2630', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '5090232f-4dbf-4a52-a409-7ddc91317740', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c2807a97-7c7e-4710-ab1f-70ef3a0a7b48', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '89a7ee4f-dcbb-4a89-91d5-984863f75299', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '3d756330-69ee-4508-b6a0-f8dd51de0bb5', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '4d506827-bd15-4c2c-878e-321c07946dec', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 'b4989ca7-c09e-4b34-a142-57018b442295', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 'eeb6df0e-4bad-494b-a784-e4f79a429bbc', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '129a7ea6-5726-49b9-8686-02421e504479', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '25de5a9c-7335-4359-b461-780b50f5fdb6', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '4a702b0e-e525-4f5a-8e1c-a39bc9f76281', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '7878d91b-eb2f-407c-8827-349f336da3bb', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'cf11edea-bf56-463f-bd96-e2b201d3e601', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '340f0421-f754-4a97-8d56-3ebc9f2bdada', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3f70c7f2-46e8-4251-9cc2-87b2684c3960', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '97b001e9-af6d-4755-a97d-f4d48dfc713c', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'ff778001-a3f7-4f33-a5cb-4e1e75d3dd75', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'b4a414f6-930d-41ef-a79e-29efec762d12', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '4ef0b69e-48ea-4c7a-a37c-98aece27f3c6', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '58fbacce-00ab-4847-aa15-96af4a45bc96', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '048ee4af-0cdd-4ab3-8139-24771be40c13', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '6b4c6660-babe-47c3-a7f7-512dc9fe064a', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', 'af3653f4-d341-4189-9544-7627c6dbc112', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', 'c5f36f1c-05da-4648-9594-8abfda753b62', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '8da2139c-b387-445f-9b94-35e38e633a90', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '315045a6-5d65-4085-bf12-bb939296e71e', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', 'af1aa7d2-b034-4fc2-bff8-7b4074c78aa3', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', 'd2cf5723-a497-4f32-ba07-51632b4bba63', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '375c9a8d-6902-4b25-be6e-557dfa0b26db', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '9f53bd07-8575-4706-a3e1-7653443ca021', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3402073a-24fc-47bf-b7d7-85540206edb1', 'a237fa2d-2047-4537-844f-616c9c5f4f35', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '15e91f3f-0696-42e1-9076-9d41b74254e0', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3402073a-24fc-47bf-b7d7-85540206edb1', 'f7a48426-21d9-4625-8d43-d12757b6da63', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '56da3c33-cc56-4922-9215-80571b69fe07', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '8e12b353-b430-478c-9109-f264c9072767', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '609d22de-5e9a-4831-8062-0e461e0a7b43', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '270263be-a506-45fb-8792-bcc7e318ef35', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', 'bbfdff41-6a42-4852-86a2-3fb120c3d627', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '19c960a3-0d45-4af2-8cc9-6e1902a16af4', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '06282f10-a1a0-4c9c-a097-d832387dfbf0', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '963af7eb-9b06-4275-804e-efd678c4a353', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '31954caf-1e9e-439e-9167-798d1efa17d8', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '53610890-024f-4365-80b1-f721fd973281', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', 'dc39dc9a-cf33-440a-a9c2-35ae1eca8f6d', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', '162cc0cb-4b1e-4357-bee0-db52c40cfa80', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', 'd56a5e42-f7a8-4a16-a909-901c3850e35f', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', 'cee61f1a-c45c-489c-9e7d-be64bbc224f1', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', 'a8e9422c-1f60-4472-aaad-ddad15645d7a', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', 'fb76272e-45b0-4146-949f-c1903fd78bce', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', 'ad84b127-f0c8-41bb-8173-68622a33da2a', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', 'cd6afbf9-f1fa-4bf2-abf2-7b266296469d', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', '26385cd3-e837-4ead-9eb0-5a8299fcde83', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', 'fc94d987-1a99-4e41-ac7e-f9babdb33c8e', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', 'cb1b45c1-5bc4-41aa-95a2-1f5f9f302d84', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c32bd8ec-6ac4-4735-9238-2072f6b345ca', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', '45406b20-fcd9-4e21-a723-9271ad863ea0', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c2cc493f-f10d-42df-b071-9ab52fc1c99d', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c2be9415-6f21-481b-a788-b9de76ed0d6e', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', 'e88d93bd-a9bf-47f1-a13d-ee7ad6e09d78', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', '3059b50d-742e-45b8-9416-a5c941904554', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '9f69b082-26f8-4396-a433-5a9a4801b9df', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '02e4abf8-65c7-4d0a-b6c9-6c2508e49f67', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '2fe3ef3d-17ca-45b4-b6d9-34b3131793dc', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '98a7a917-f8dc-41e9-b834-c5f25cdecd16', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('4358199d-0c7b-45f3-b069-39d8d102e549', 'b4df4209-9dcb-4603-8ec5-eb5d69cbd4c6', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '229ef448-2e81-4450-af27-29ddeed92673', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '944a54b9-4ee5-4cea-ae0a-577284e19d76', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '83b99180-0d6b-4c8f-960e-4b517ac7933a', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '829695e5-591b-4a8b-8ce7-376299891c18', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '21c75ff7-1767-4889-b3ca-356cd75bfe59', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', 'd8404c56-cfcb-41f7-8d74-cf005b2637df', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', 'c5255990-3e0b-4840-a85d-883a13c3d8aa', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', 'df650f3e-83fa-4692-8307-815d65086bfe', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', 'c71d5582-483f-4233-b6b8-4565055b745b', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '31efaec6-8cc1-43ee-a63a-61baac48522f', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', 'b7fcfd25-4329-4f9e-9453-ed9b4aaacd36', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', 'e3e26ffe-cd20-4af5-a36d-229921936099', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', '96cd3b65-3521-4a8c-add3-45a2aff3c0aa', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', 'eaa3e8d6-ab57-440c-a055-e7920ff8cfba', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', 'ef5d5f6a-cb9e-4c1e-978d-82078f478b3c', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', '212d1341-ee6a-4065-ac99-349093c9d9c6', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', '82a15461-7421-43a0-ac1d-fd9e95b43ee4', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', 'fb1b195d-efbb-4ba8-aa18-72016d3ab2f9', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', 'dc128771-b8e5-4cfd-bd8e-51ce9a29d753', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', 'ab3f2c80-ced3-4878-9cf8-5754127345d7', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '71f2ec14-e1ed-4f3a-b8cf-826cfdbe5bad', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '93999c5e-51de-4193-bf76-29d7c21da34f', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '6cb65461-d4b4-4254-8add-416d8e565447', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '20f3c449-9055-4417-b490-46e1ff8d8040', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '83820a08-6e61-4e18-b3bb-5f42f4fff6b0', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '8f9a8a14-1914-4a1b-9f8d-ae1ad23bb95e', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '0bb2c41b-0e1f-4b15-94ce-188a27bc6538', 'pending', 0, '2026-11-29 21:52:56.052+00', NULL, NULL, NULL);
INSERT INTO public.place_counts VALUES
	('01a22423-004d-73f8-8ab0-12cbae197d1c', 'day', 'Monday', 1);
INSERT INTO public.plans VALUES
	('free', 5, 20, 500, 100, 60, 20, 5, 90, 2, 100, 10737418240),
	('pro', 50, 20, 20000, 5000, 300, 100, 20, 500, 10, 100, 107374182400),
	('business', 500, 20, 500000, 50000, 1200, 400, 60, 2000, 50, 100, 1099511627776),
	('self_hosted', NULL, NULL, NULL, NULL, 6000, 3000, 600, 12000, NULL, NULL, NULL);
INSERT INTO public.point_ledger OVERRIDING SYSTEM VALUE VALUES
	(1, '01a22419-4c54-778e-acb0-25d719db70d4', '01a22423-a2a6-7576-9120-7cdd628d6983', NULL, 'reserve', 4, '2026-11-28 21:50:44.903+00'),
	(2, '01a22419-4c54-778e-acb0-25d719db70d4', '01a22423-a2a6-7576-9120-7cdd628d6983', 'c1e93a5e-e5ec-5efb-ade3-775a6f79175c', 'consume', 2, '2026-11-28 21:50:47.514+00'),
	(3, '01a22419-4c54-778e-acb0-25d719db70d4', '01a22423-a2a6-7576-9120-7cdd628d6983', NULL, 'release', 2, '2026-11-28 21:50:47.604+00'),
	(6, '8888e073-b74a-4b52-bc53-a56cb4e95a55', NULL, NULL, 'grant', 9000, '2026-11-28 21:52:55.864+00'),
	(7, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', NULL, NULL, 'grant', 9000, '2026-11-28 21:52:55.864+00'),
	(8, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'a566670a-3f87-4f28-a256-c1ca4e3c703f', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(9, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '3d995d41-0c3d-4ac1-8316-39f0a5dda660', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(10, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'a2a512e3-7bc4-47bf-a6d3-3e32a5a54d5e', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(11, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '9c15c448-0421-4e56-9bc4-004828cc899c', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(12, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'f0a6c98c-1dc3-4105-b955-f17ab2983444', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(13, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '8c1cdbc6-2a23-444c-b894-8adc2d835f69', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(14, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'cdb2b720-476e-437d-88ae-bc96e054ac90', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(15, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '0214dd9e-755f-453e-a559-b50de1219e8b', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(16, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '87651777-62db-43ed-86e5-53bd2c12a176', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(17, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3a12f121-86f8-4762-a94d-0419c396cee0', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(18, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '7fcd96ef-1eae-475c-a299-2e3ba6e2ccf5', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(19, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '4837a98d-e03a-4fb2-ae13-9b825b17a683', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(20, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'a8c74de4-2a75-460d-8c9a-599c5dfe66dd', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(21, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '3357ef76-8f29-4732-a20a-870454b6ccb3', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(22, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'dcbc6d4c-237c-4416-b05b-aac25b488d06', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(23, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '78ab3176-2449-47cd-a27f-7d041972665c', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(24, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '986ea0ab-db82-46bf-8b9d-2d79c899e62b', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(25, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'd9a0e8d5-6c32-42b6-92cf-ddb025b65a4e', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(26, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'b33e11f1-da16-4c27-9e57-4889850ef82d', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(27, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '81819fc6-7803-4def-8470-1884a4bcb17c', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(28, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '3462b6dc-cfc8-4aee-b4bc-a24e24e33ae5', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(29, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c8d611d8-ca2a-46ad-9682-9cbb0b756b40', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(30, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c8365d07-dab0-44e9-92b7-d82e8b85ef64', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(31, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '76560463-2310-49a9-92f0-71e229f04d13', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(32, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'fa9c38b9-0df0-4e78-8d4c-37f3c6388b1a', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(33, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '48f8bb62-d3f8-46ea-889a-5226993c4d09', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(34, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '87b8bfb8-508d-4997-8486-17ead9c1a29a', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(35, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c5f88d33-f386-4764-8f16-8e1f797e1313', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(36, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'e21f334b-e598-4801-8a82-31eb28525386', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(37, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'bf642eef-119c-424a-80d1-99b3097840d8', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(38, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'a1782295-8341-4de7-959f-136a72e71eea', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(39, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'd1658afc-87ef-4b43-883b-d7960f695b99', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(40, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'c9776db8-44c3-45a6-aa37-a230ff40f6e4', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(41, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'ce6e9890-092b-42e0-84f7-11888fa5c5d2', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(42, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'e328bc46-8caf-446e-a664-1b36ee4f5be7', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(43, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'b6818ea0-f75d-4d91-8398-ca5a327a40f3', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(44, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'a4ed10f2-0f16-4ff9-ba84-880be6cfa4cf', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(45, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'cb197fe1-398b-4eb0-9a85-908c200414ec', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(46, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '1f2d7d3c-c2d7-4e25-a865-19fd165c21ab', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(47, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'ac8982bf-e5b8-4e83-bd71-3984074a2353', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(48, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '75e493c0-2192-4d39-901c-e23295b42794', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(49, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'e66ce596-88d4-44e9-8d74-aa951ce7dd66', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(50, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c743f4b0-0631-450e-8d30-5df78a83971e', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(51, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '7b0f6804-b457-4c21-ab89-4e1ee4cddaf1', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(52, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'b01c9593-6448-40a6-b7b8-c2c807e771b0', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(53, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'fbec9338-2752-430a-990f-1e4bd8fc4ef4', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(54, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c144f83a-d0e9-45ed-b75e-c53544746a9d', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(55, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '70656442-d66c-4387-b9a5-d273ca45211b', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(56, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '894f9799-aa8c-4184-b1fa-9b277969250f', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(57, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '730721de-86cb-4f01-8b80-a4997309437a', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(58, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '7146ea92-701a-45bd-91c3-701dd28a92a5', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(59, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'e1fb37eb-67ad-4f26-a038-27f45febdaa4', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(60, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '35c697bc-e5ca-4c3a-9601-997963f6f9ea', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(61, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '69a5a57e-4ba2-47b1-a435-5d49f6d0a29e', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(62, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'ff3ef901-65f3-4587-a4cc-ca9b316cdf0c', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(63, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '818ad4bb-dc83-411d-b3b9-b2e1fcf18a62', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(64, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'fed37313-0cf6-4239-96af-353f8d4f97fe', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(65, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '750729eb-0183-4624-a27b-7443ef80044d', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(66, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '115fb695-411e-42ca-bc8f-76149bd05281', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(67, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '0acbc67c-fcb1-46c2-bd98-bb2ac890c486', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(68, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'af78a6fe-cb17-4392-8f0d-0660c16e78bd', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(69, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '256fc8c6-8d33-42cf-be2f-f01bf3b3d365', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(70, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '5f77ed08-321a-4ab9-9384-869f82687929', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(71, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '6eea4e0b-e116-42ea-9df0-fb50bdf1d895', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(72, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'b09411b9-274f-43e3-b5e9-539ab721d48f', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(73, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '8297daad-717e-4fc6-8c9e-0e9b31cdf66d', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(74, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '44e16a22-ab0f-4f0a-924c-537ffb175837', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(75, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '622d8459-3438-46f9-83c8-258594a3e68e', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(76, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '2c826e01-1049-41de-9e78-0f63cb6316c0', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(77, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '65033433-0992-4b5d-99ee-3c572af4d40e', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(78, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '492ce4ed-f3d9-4c5c-a891-5343218a6d77', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(79, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'c849292b-052c-4509-b2b1-834dd1eebe79', NULL, 'reserve', 3, '2026-11-28 21:52:56.18+00'),
	(80, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '3d995d41-0c3d-4ac1-8316-39f0a5dda660', '7a280a97-b373-4d5b-bad4-d3a6261febc1', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(81, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'a2a512e3-7bc4-47bf-a6d3-3e32a5a54d5e', '23db2d26-5f19-4acf-9ad5-93b83bb409de', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(82, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'a2a512e3-7bc4-47bf-a6d3-3e32a5a54d5e', '93d2cda9-0687-4924-a7c5-ab9c89c273ac', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(83, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'a2a512e3-7bc4-47bf-a6d3-3e32a5a54d5e', 'a7ef84d0-2060-416f-9221-ee9156e465a4', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(84, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '9c15c448-0421-4e56-9bc4-004828cc899c', 'b518e086-6291-4c2d-bc8e-3285710f95bd', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(85, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '9c15c448-0421-4e56-9bc4-004828cc899c', '3eb2373d-16dd-4192-9b61-4aea062d10ea', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(86, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '8c1cdbc6-2a23-444c-b894-8adc2d835f69', '89088e30-1969-42e0-b3c6-3cbb599f3dfc', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(87, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '0214dd9e-755f-453e-a559-b50de1219e8b', '43b40d6a-023d-4600-b4fd-417c040392cc', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(88, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '87651777-62db-43ed-86e5-53bd2c12a176', '907e65ca-da15-4a59-9e4f-faa03b436e9c', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(89, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '87651777-62db-43ed-86e5-53bd2c12a176', '032618f6-d6e7-48e8-a7e4-0c3135ddbec0', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(90, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '87651777-62db-43ed-86e5-53bd2c12a176', '42a4e39f-0ed5-42a3-8db8-0ee5f7dee6fc', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(91, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3a12f121-86f8-4762-a94d-0419c396cee0', '2522a472-32c4-4084-87c7-039b2bb5e17c', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(92, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3a12f121-86f8-4762-a94d-0419c396cee0', '7c88d6ba-782c-4496-9c6a-a53b653301a5', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(93, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '4837a98d-e03a-4fb2-ae13-9b825b17a683', '3dff279d-3efc-46c4-9995-f4a692f10d1d', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(94, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '3357ef76-8f29-4732-a20a-870454b6ccb3', 'e9aff84a-d057-4490-8e3a-ff67574a1ed1', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(95, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'dcbc6d4c-237c-4416-b05b-aac25b488d06', '6c3ee7c1-a48d-415a-83ca-f50f201634e5', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(96, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'dcbc6d4c-237c-4416-b05b-aac25b488d06', '5e91e6bb-ff40-4e41-8b18-9445f1c7b455', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(97, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'dcbc6d4c-237c-4416-b05b-aac25b488d06', 'e96e9208-86e5-43fa-9ae2-2d8931eef15d', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(98, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '78ab3176-2449-47cd-a27f-7d041972665c', '962dfaa8-e6c6-4e96-a2e8-44f610999ef6', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(99, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '78ab3176-2449-47cd-a27f-7d041972665c', 'c5819124-c7ed-4b5e-b6eb-cb4a195b940e', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(100, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'd9a0e8d5-6c32-42b6-92cf-ddb025b65a4e', 'c898c3ee-63d4-46f0-a25c-22827f0bb579', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(101, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '81819fc6-7803-4def-8470-1884a4bcb17c', '8cb4f5fa-6261-4f51-9352-e019b90de498', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(102, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '3462b6dc-cfc8-4aee-b4bc-a24e24e33ae5', 'f8d90c6e-5f33-43e2-b002-a4d2a749525d', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(103, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '3462b6dc-cfc8-4aee-b4bc-a24e24e33ae5', 'a69002bf-99f9-4be0-a858-c0b07fd73694', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(104, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '3462b6dc-cfc8-4aee-b4bc-a24e24e33ae5', '3b721ab3-3c12-4e2b-b2b7-3a2d143ba6fb', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(105, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c8d611d8-ca2a-46ad-9682-9cbb0b756b40', 'ed86cf78-52e0-41b1-aaef-598cb003245c', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(106, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c8d611d8-ca2a-46ad-9682-9cbb0b756b40', '2c46fc7c-2b9c-4a50-b601-55d55631223b', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(107, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '76560463-2310-49a9-92f0-71e229f04d13', '8b70ae74-4ef7-49b8-84ae-b3b6b7f58779', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(108, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '48f8bb62-d3f8-46ea-889a-5226993c4d09', '4e2f2909-377f-4ef5-b92f-fb981cc1cbf2', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(109, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '87b8bfb8-508d-4997-8486-17ead9c1a29a', 'd0014080-0b8d-47e6-b92a-268a4434a200', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(110, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '87b8bfb8-508d-4997-8486-17ead9c1a29a', '75d97157-6768-44f1-aa77-7e8bcdd14d47', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(111, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '87b8bfb8-508d-4997-8486-17ead9c1a29a', 'dfeb7f79-856a-43b1-9967-6a4a680190d6', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(112, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c5f88d33-f386-4764-8f16-8e1f797e1313', 'd9c329c3-a9fa-4c5f-b21d-1bc08f16e92f', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(113, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c5f88d33-f386-4764-8f16-8e1f797e1313', '149e160d-9abe-4943-b359-1398c97e808b', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(114, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'bf642eef-119c-424a-80d1-99b3097840d8', '22e3a5cc-1d35-4caf-9a6e-7c66d72276e9', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(115, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'd1658afc-87ef-4b43-883b-d7960f695b99', '74c2051b-22f6-4c48-be87-abf7415f1a6a', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(116, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'c9776db8-44c3-45a6-aa37-a230ff40f6e4', '08a3dc6d-8a1c-4bb1-803d-f4542fdede5a', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(117, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'c9776db8-44c3-45a6-aa37-a230ff40f6e4', '11fe37e5-236a-4d65-81c9-946e1dea30c1', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(118, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'c9776db8-44c3-45a6-aa37-a230ff40f6e4', '676d36a9-4b10-4d36-a83a-51c06639020d', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(119, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'ce6e9890-092b-42e0-84f7-11888fa5c5d2', '0f2e81a8-d90e-48f1-98e3-d36955782a12', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(120, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'ce6e9890-092b-42e0-84f7-11888fa5c5d2', 'd856d08b-c59e-40b4-9327-3656c2cb6d9f', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(121, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'b6818ea0-f75d-4d91-8398-ca5a327a40f3', '668f0e6c-9add-467d-9c06-0217e83df17b', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(122, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'cb197fe1-398b-4eb0-9a85-908c200414ec', 'c5ec51bb-d72e-42cc-a1c3-b3493c89fc57', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(123, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '1f2d7d3c-c2d7-4e25-a865-19fd165c21ab', '18f1e542-7147-40d8-b86c-058d24da104b', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(124, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '1f2d7d3c-c2d7-4e25-a865-19fd165c21ab', '4660dd12-f2c8-48c0-a027-50af10037521', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(125, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '1f2d7d3c-c2d7-4e25-a865-19fd165c21ab', 'ad597415-4d64-4dc8-85dd-d6452f042e80', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(126, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'ac8982bf-e5b8-4e83-bd71-3984074a2353', 'c30a52f1-d63e-486f-bd6a-3603c21b0a94', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(127, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'ac8982bf-e5b8-4e83-bd71-3984074a2353', '829269ef-e4df-4f17-b4f5-28781f2514a1', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(128, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'e66ce596-88d4-44e9-8d74-aa951ce7dd66', '9c2cfbdc-a6b1-4747-8503-4067610f4bc6', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(129, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '7b0f6804-b457-4c21-ab89-4e1ee4cddaf1', '8a3804d0-2aba-4c40-bf73-65b70ed719df', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(130, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'b01c9593-6448-40a6-b7b8-c2c807e771b0', '55a02bd4-1f8e-48fa-8322-d13b32466f8e', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(131, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'b01c9593-6448-40a6-b7b8-c2c807e771b0', '4dcb2afa-0025-4b93-9777-9f0d50cbe4b0', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(132, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'b01c9593-6448-40a6-b7b8-c2c807e771b0', '86a2f045-206a-4091-b268-228c9270285f', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(133, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'fbec9338-2752-430a-990f-1e4bd8fc4ef4', 'c46cc0af-f090-49b6-b70e-4eea98ba909e', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(134, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'fbec9338-2752-430a-990f-1e4bd8fc4ef4', '4375ac6d-7fb6-4ce8-9510-8927baa0d74b', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(135, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '70656442-d66c-4387-b9a5-d273ca45211b', '62570dfa-f7ed-4f8f-904c-217bd4abd0a9', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(136, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '730721de-86cb-4f01-8b80-a4997309437a', 'ffab5125-20d3-465b-a06a-9a406acc6245', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(137, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '7146ea92-701a-45bd-91c3-701dd28a92a5', 'f0e7d3b7-f0cd-4e2a-a1f3-bcb7130f0985', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(138, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '7146ea92-701a-45bd-91c3-701dd28a92a5', 'd36ad702-5a12-4ff9-ae92-93915230c2e4', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(139, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '7146ea92-701a-45bd-91c3-701dd28a92a5', '8ec41a34-a2b8-4a61-8294-6cf7227df88c', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(140, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'e1fb37eb-67ad-4f26-a038-27f45febdaa4', '441824dd-5c9a-414a-a042-b89bdc0e1a66', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(141, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'e1fb37eb-67ad-4f26-a038-27f45febdaa4', 'cbd6197e-3889-44bd-b8d9-0c2cc458fe07', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(142, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '69a5a57e-4ba2-47b1-a435-5d49f6d0a29e', '0b394721-b003-4759-b3e5-71bb7c454e29', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(143, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '818ad4bb-dc83-411d-b3b9-b2e1fcf18a62', 'd2900fe5-178f-43a5-9fac-f70cb53ede81', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(144, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'fed37313-0cf6-4239-96af-353f8d4f97fe', 'a9e3e410-3f62-4cf5-9ca8-591dc7900b3e', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(145, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'fed37313-0cf6-4239-96af-353f8d4f97fe', 'ad43fa29-786d-4657-9321-96ad7c6f0dfc', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(146, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'fed37313-0cf6-4239-96af-353f8d4f97fe', '1d41b110-1696-4305-9e89-3240cc24273a', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(147, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '750729eb-0183-4624-a27b-7443ef80044d', '5da790ca-016d-4453-b6c9-e09315abc4be', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(148, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '750729eb-0183-4624-a27b-7443ef80044d', '95ff8ef5-bed6-417c-af3a-8c78e347fb1a', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(149, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '0acbc67c-fcb1-46c2-bd98-bb2ac890c486', '1eeb30d6-b0a3-49c8-9557-51e0fc52c9d1', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(150, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '256fc8c6-8d33-42cf-be2f-f01bf3b3d365', '7a084a92-8cd4-404c-b6a4-8bd9b65ffcbc', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(151, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '5f77ed08-321a-4ab9-9384-869f82687929', '1e0def9a-310d-41a4-9dad-2584cf81d844', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(152, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '5f77ed08-321a-4ab9-9384-869f82687929', '87e6237a-6bfa-4128-bd43-f7c0096833a7', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(153, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '5f77ed08-321a-4ab9-9384-869f82687929', 'dcf01518-613b-4c44-9338-68e315cecd42', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(154, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '6eea4e0b-e116-42ea-9df0-fb50bdf1d895', '7dc6382f-5f46-4213-852f-60765a8ca80a', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(155, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '6eea4e0b-e116-42ea-9df0-fb50bdf1d895', '359e07e8-57f7-4565-b7c3-4a0bf4ef6189', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(156, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '8297daad-717e-4fc6-8c9e-0e9b31cdf66d', '315c8e7a-f210-4175-a794-17735d5e20a9', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(157, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '622d8459-3438-46f9-83c8-258594a3e68e', '8d5d27c8-3512-4d64-ad49-89d6f5f4229e', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(158, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '2c826e01-1049-41de-9e78-0f63cb6316c0', '3f206b93-4ee2-4d3b-ad18-ba206e4cdec7', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(159, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '2c826e01-1049-41de-9e78-0f63cb6316c0', 'e5ef6d9e-b55c-4e6b-b179-1edfe33ef9f0', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(160, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '2c826e01-1049-41de-9e78-0f63cb6316c0', 'ce1efa26-96e0-45cf-bb5b-ae8c751fa901', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(161, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '65033433-0992-4b5d-99ee-3c572af4d40e', '2a3ea584-5bfa-486a-93f0-6c96bcd08ac3', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(162, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '65033433-0992-4b5d-99ee-3c572af4d40e', 'd3eafcc1-6e71-4553-9d3a-21ae9200196e', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(163, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'c849292b-052c-4509-b2b1-834dd1eebe79', '09091b0a-43d5-4c84-a822-72d594db3b5c', 'consume', 1, '2026-11-28 21:52:56.232+00'),
	(164, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '9c15c448-0421-4e56-9bc4-004828cc899c', NULL, 'release', 1, '2026-11-28 21:52:56.244+00'),
	(165, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'f0a6c98c-1dc3-4105-b955-f17ab2983444', NULL, 'release', 3, '2026-11-28 21:52:56.244+00'),
	(166, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '8c1cdbc6-2a23-444c-b894-8adc2d835f69', NULL, 'release', 2, '2026-11-28 21:52:56.244+00'),
	(167, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3a12f121-86f8-4762-a94d-0419c396cee0', NULL, 'release', 1, '2026-11-28 21:52:56.244+00'),
	(168, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '7fcd96ef-1eae-475c-a299-2e3ba6e2ccf5', NULL, 'release', 3, '2026-11-28 21:52:56.244+00'),
	(169, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '4837a98d-e03a-4fb2-ae13-9b825b17a683', NULL, 'release', 2, '2026-11-28 21:52:56.244+00'),
	(170, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '78ab3176-2449-47cd-a27f-7d041972665c', NULL, 'release', 1, '2026-11-28 21:52:56.244+00'),
	(171, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '986ea0ab-db82-46bf-8b9d-2d79c899e62b', NULL, 'release', 3, '2026-11-28 21:52:56.244+00'),
	(172, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'd9a0e8d5-6c32-42b6-92cf-ddb025b65a4e', NULL, 'release', 2, '2026-11-28 21:52:56.244+00'),
	(173, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c8d611d8-ca2a-46ad-9682-9cbb0b756b40', NULL, 'release', 1, '2026-11-28 21:52:56.244+00'),
	(174, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c8365d07-dab0-44e9-92b7-d82e8b85ef64', NULL, 'release', 3, '2026-11-28 21:52:56.244+00'),
	(175, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '76560463-2310-49a9-92f0-71e229f04d13', NULL, 'release', 2, '2026-11-28 21:52:56.244+00'),
	(176, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c5f88d33-f386-4764-8f16-8e1f797e1313', NULL, 'release', 1, '2026-11-28 21:52:56.244+00'),
	(177, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'e21f334b-e598-4801-8a82-31eb28525386', NULL, 'release', 3, '2026-11-28 21:52:56.244+00'),
	(178, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'bf642eef-119c-424a-80d1-99b3097840d8', NULL, 'release', 2, '2026-11-28 21:52:56.244+00'),
	(179, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'ce6e9890-092b-42e0-84f7-11888fa5c5d2', NULL, 'release', 1, '2026-11-28 21:52:56.244+00'),
	(180, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'e328bc46-8caf-446e-a664-1b36ee4f5be7', NULL, 'release', 3, '2026-11-28 21:52:56.244+00'),
	(181, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'b6818ea0-f75d-4d91-8398-ca5a327a40f3', NULL, 'release', 2, '2026-11-28 21:52:56.244+00'),
	(182, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'ac8982bf-e5b8-4e83-bd71-3984074a2353', NULL, 'release', 1, '2026-11-28 21:52:56.244+00'),
	(183, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '75e493c0-2192-4d39-901c-e23295b42794', NULL, 'release', 3, '2026-11-28 21:52:56.244+00'),
	(184, '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'e66ce596-88d4-44e9-8d74-aa951ce7dd66', NULL, 'release', 2, '2026-11-28 21:52:56.244+00'),
	(185, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'fbec9338-2752-430a-990f-1e4bd8fc4ef4', NULL, 'release', 1, '2026-11-28 21:52:56.244+00'),
	(186, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c144f83a-d0e9-45ed-b75e-c53544746a9d', NULL, 'release', 3, '2026-11-28 21:52:56.244+00'),
	(187, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '70656442-d66c-4387-b9a5-d273ca45211b', NULL, 'release', 2, '2026-11-28 21:52:56.244+00'),
	(188, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'e1fb37eb-67ad-4f26-a038-27f45febdaa4', NULL, 'release', 1, '2026-11-28 21:52:56.244+00'),
	(189, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '35c697bc-e5ca-4c3a-9601-997963f6f9ea', NULL, 'release', 3, '2026-11-28 21:52:56.244+00'),
	(190, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '69a5a57e-4ba2-47b1-a435-5d49f6d0a29e', NULL, 'release', 2, '2026-11-28 21:52:56.244+00'),
	(191, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '750729eb-0183-4624-a27b-7443ef80044d', NULL, 'release', 1, '2026-11-28 21:52:56.244+00'),
	(192, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '115fb695-411e-42ca-bc8f-76149bd05281', NULL, 'release', 3, '2026-11-28 21:52:56.244+00'),
	(193, '8888e073-b74a-4b52-bc53-a56cb4e95a55', '0acbc67c-fcb1-46c2-bd98-bb2ac890c486', NULL, 'release', 2, '2026-11-28 21:52:56.244+00'),
	(194, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '6eea4e0b-e116-42ea-9df0-fb50bdf1d895', NULL, 'release', 1, '2026-11-28 21:52:56.244+00'),
	(195, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'b09411b9-274f-43e3-b5e9-539ab721d48f', NULL, 'release', 3, '2026-11-28 21:52:56.244+00'),
	(196, 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '8297daad-717e-4fc6-8c9e-0e9b31cdf66d', NULL, 'release', 2, '2026-11-28 21:52:56.244+00'),
	(197, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '65033433-0992-4b5d-99ee-3c572af4d40e', NULL, 'release', 1, '2026-11-28 21:52:56.244+00'),
	(198, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '492ce4ed-f3d9-4c5c-a891-5343218a6d77', NULL, 'release', 3, '2026-11-28 21:52:56.244+00'),
	(199, 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'c849292b-052c-4509-b2b1-834dd1eebe79', NULL, 'release', 2, '2026-11-28 21:52:56.244+00');
INSERT INTO public.restore_check VALUES
	(true, 'a742544c-0690-4371-805b-fa4e4a09ca33', 14, 1);
INSERT INTO public.submission_claims VALUES
	('01a22423-004d-73f8-8ab0-12cbae197d1c', '\xb5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72', '01a22423-0d2b-7723-839a-c8a5818f2ecd', '2026-11-28 21:50:06.697+00', true),
	('01a22423-004d-73f8-8ab0-12cbae197d1c', '\xb533d4547eaa5a0fa955965a1ca393ccd2ea013032a105726f232eb41bddc4fa', '01a22423-0e43-7117-aad4-3d936d4801d9', '2026-11-28 21:50:06.924+00', true);
INSERT INTO public.submission_deletions VALUES
	('01a22423-004d-73f8-8ab0-12cbae197d1c', 5, '01a22423-0f71-72f9-9d1d-194fa6be7639', true, '2026-11-28 21:51:19.958+00');
INSERT INTO public.submission_files VALUES
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '7173191b-3d18-4a99-a2b5-ddf09161605e', 'dd8b3c29-5331-4370-aabe-8d5ab8018ef4', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 1', '2026-11-28 21:52:56.024+00'),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '04ebae8c-a368-49fe-9c88-b31b3b7e39b5', '49edd47c-8552-419f-a1b7-c6e4e45f489a', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 3', '2026-11-28 21:52:56.024+00'),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', 'd9bcdd3f-650f-4ba1-aeab-7a819f9f2630', 'c7c4f85d-e33d-4202-9a13-46e5331d28b4', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 5', '2026-11-28 21:52:56.024+00'),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c2807a97-7c7e-4710-ab1f-70ef3a0a7b48', 'ab2ca229-92b5-44f1-97e6-b986869ac5b3', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 7', '2026-11-28 21:52:56.024+00'),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '3d756330-69ee-4508-b6a0-f8dd51de0bb5', 'ac4784f9-9ea7-4ccd-aa67-8a98623ae06b', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 9', '2026-11-28 21:52:56.024+00'),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 'b4989ca7-c09e-4b34-a142-57018b442295', 'd4560910-abea-44bf-a434-71be19452f81', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 11', '2026-11-28 21:52:56.024+00'),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '129a7ea6-5726-49b9-8686-02421e504479', '198e7461-9eef-4cd7-9acf-435e19b5e40c', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 13', '2026-11-28 21:52:56.024+00'),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '4a702b0e-e525-4f5a-8e1c-a39bc9f76281', 'f7e8cb45-4305-49b8-ab19-59bdfc13411f', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 15', '2026-11-28 21:52:56.024+00'),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'cf11edea-bf56-463f-bd96-e2b201d3e601', 'd1986eb7-f970-4d62-b788-a74c091af3f0', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 17', '2026-11-28 21:52:56.024+00'),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3f70c7f2-46e8-4251-9cc2-87b2684c3960', 'fc59386a-6c4c-4686-8cdd-97355459907e', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 19', '2026-11-28 21:52:56.024+00'),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'ff778001-a3f7-4f33-a5cb-4e1e75d3dd75', 'a364c589-aef1-4309-91eb-ef587c57142e', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 21', '2026-11-28 21:52:56.024+00'),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '4ef0b69e-48ea-4c7a-a37c-98aece27f3c6', 'c369250e-4b94-4f98-8097-81bc1340c5bc', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 23', '2026-11-28 21:52:56.024+00'),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '048ee4af-0cdd-4ab3-8139-24771be40c13', 'c86e9944-b15b-4cbe-9512-b4a66c5cf593', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 25', '2026-11-28 21:52:56.024+00'),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', 'af3653f4-d341-4189-9544-7627c6dbc112', '4db8cd2d-7987-427e-a532-80913177591f', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 27', '2026-11-28 21:52:56.024+00'),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '8da2139c-b387-445f-9b94-35e38e633a90', 'f1f41b1a-3921-4ba5-97b3-d14a4dda38a8', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 29', '2026-11-28 21:52:56.024+00'),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', 'af1aa7d2-b034-4fc2-bff8-7b4074c78aa3', '9e33da4c-83a7-4a7a-b224-a3f0edb50221', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 31', '2026-11-28 21:52:56.024+00'),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '375c9a8d-6902-4b25-be6e-557dfa0b26db', '18b0d2de-6642-40a5-ab73-184b17f82cad', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 33', '2026-11-28 21:52:56.024+00'),
	('3402073a-24fc-47bf-b7d7-85540206edb1', 'a237fa2d-2047-4537-844f-616c9c5f4f35', 'b72156c4-7aeb-47fc-98de-2a47a07e603a', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 35', '2026-11-28 21:52:56.024+00'),
	('3402073a-24fc-47bf-b7d7-85540206edb1', 'f7a48426-21d9-4625-8d43-d12757b6da63', '89a3b791-fcf7-4a77-876b-deb6e1f51dcb', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 37', '2026-11-28 21:52:56.024+00'),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '8e12b353-b430-478c-9109-f264c9072767', '65c7ae75-8d6a-4529-ba3c-03599efc5ea0', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 39', '2026-11-28 21:52:56.024+00'),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '270263be-a506-45fb-8792-bcc7e318ef35', '315f2022-3c50-4555-9c0d-04bbf276399c', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 41', '2026-11-28 21:52:56.024+00'),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '19c960a3-0d45-4af2-8cc9-6e1902a16af4', 'fdf8d9cf-0edd-4e45-8209-cd4a2a49606d', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 43', '2026-11-28 21:52:56.024+00'),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '963af7eb-9b06-4275-804e-efd678c4a353', '73c0b3ca-6c08-4780-a73e-00bcaa9e8021', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 45', '2026-11-28 21:52:56.024+00'),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '53610890-024f-4365-80b1-f721fd973281', '8fcfbf7c-e28e-46d5-ba22-ec46223b8f08', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 47', '2026-11-28 21:52:56.024+00'),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', '162cc0cb-4b1e-4357-bee0-db52c40cfa80', '21e7b94f-a7ae-4556-be63-91a39a12a882', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 49', '2026-11-28 21:52:56.024+00'),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', 'cee61f1a-c45c-489c-9e7d-be64bbc224f1', '5981df26-58b0-493c-befd-3d2140ff655b', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 51', '2026-11-28 21:52:56.024+00'),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', 'fb76272e-45b0-4146-949f-c1903fd78bce', 'b16548aa-61be-4dbe-94f9-8aaa12272d81', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 53', '2026-11-28 21:52:56.024+00'),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', 'cd6afbf9-f1fa-4bf2-abf2-7b266296469d', '21d01186-118f-412f-9c82-dc94eb418867', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 55', '2026-11-28 21:52:56.024+00'),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', 'fc94d987-1a99-4e41-ac7e-f9babdb33c8e', 'a75549c7-ae79-4825-8e65-3c24e3380920', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 57', '2026-11-28 21:52:56.024+00'),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c32bd8ec-6ac4-4735-9238-2072f6b345ca', 'c8cc10f6-4a06-48c6-9e98-379a961edb01', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 59', '2026-11-28 21:52:56.024+00'),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c2cc493f-f10d-42df-b071-9ab52fc1c99d', '8a3ce745-177b-4cb8-8db5-00ff29df9674', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 61', '2026-11-28 21:52:56.024+00'),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', 'e88d93bd-a9bf-47f1-a13d-ee7ad6e09d78', '04c16d20-50f3-4739-9d60-668898507a04', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 63', '2026-11-28 21:52:56.024+00'),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '9f69b082-26f8-4396-a433-5a9a4801b9df', 'd07a433f-23d7-4b60-aed0-233ed0db2c25', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 65', '2026-11-28 21:52:56.024+00'),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '2fe3ef3d-17ca-45b4-b6d9-34b3131793dc', '757f7fc1-962a-49ad-a740-7871483c49d1', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 67', '2026-11-28 21:52:56.024+00'),
	('4358199d-0c7b-45f3-b069-39d8d102e549', 'b4df4209-9dcb-4603-8ec5-eb5d69cbd4c6', '70b26e00-6255-4f4a-aa65-3306961a25d6', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 69', '2026-11-28 21:52:56.024+00'),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '944a54b9-4ee5-4cea-ae0a-577284e19d76', '21b0fbfd-1afc-4d09-a8d6-aaae317e56a8', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 71', '2026-11-28 21:52:56.024+00'),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '829695e5-591b-4a8b-8ce7-376299891c18', '2bfbf1c2-f0ca-4d90-9d41-370e961330df', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 73', '2026-11-28 21:52:56.024+00'),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', 'd8404c56-cfcb-41f7-8d74-cf005b2637df', '52cad84b-34d7-42b5-a352-153abca3e516', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 75', '2026-11-28 21:52:56.024+00'),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', 'df650f3e-83fa-4692-8307-815d65086bfe', 'c4cc6c8d-a1b8-44b3-a87d-47069c6b12b0', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 77', '2026-11-28 21:52:56.024+00'),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '31efaec6-8cc1-43ee-a63a-61baac48522f', '52d4e092-2d39-4772-a3d6-142f8758f3aa', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 79', '2026-11-28 21:52:56.024+00'),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', 'e3e26ffe-cd20-4af5-a36d-229921936099', 'b9e2e08b-2d64-46e8-83c4-04173f10acd8', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 81', '2026-11-28 21:52:56.024+00'),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', 'eaa3e8d6-ab57-440c-a055-e7920ff8cfba', 'e8a31636-efa1-487c-8cde-883070eba1a7', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 83', '2026-11-28 21:52:56.024+00'),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', '212d1341-ee6a-4065-ac99-349093c9d9c6', 'f43203d8-5ac8-4acf-84cc-32d3888a851a', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 85', '2026-11-28 21:52:56.024+00'),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', 'fb1b195d-efbb-4ba8-aa18-72016d3ab2f9', '609624bc-03b6-44b3-8a01-70dc86676454', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 87', '2026-11-28 21:52:56.024+00'),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', 'ab3f2c80-ced3-4878-9cf8-5754127345d7', '245de13c-72f6-44c1-bd68-f580f1bda6a3', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 89', '2026-11-28 21:52:56.024+00'),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '93999c5e-51de-4193-bf76-29d7c21da34f', '659bf5a4-ade1-4e6c-89ce-455c739bce53', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 91', '2026-11-28 21:52:56.024+00'),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '20f3c449-9055-4417-b490-46e1ff8d8040', '4260f445-74a7-4d9a-8698-09d055005b3d', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 93', '2026-11-28 21:52:56.024+00'),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '8f9a8a14-1914-4a1b-9f8d-ae1ad23bb95e', '414248e6-1035-4705-a67a-3c847e01d200', 0, 'file', 'a.txt', 'text/plain', 3, '\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'object 95', '2026-11-28 21:52:56.024+00');
INSERT INTO public.submission_keys VALUES
	('01a22423-004d-73f8-8ab0-12cbae197d1c', '\x0bafe22156d2698c143b86040446d366ead863ba600d5c924f3d15c786ef4057', '\xd0707cbb233f99bda4f69bdb738bd90180d0f5013df25d5e97a6352f922ff41f', '01a22423-0d2b-7723-839a-c8a5818f2ecd', '2026-11-28 21:50:06.697+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('01a22423-1083-7123-8d64-5186be6e1966', '\xe52620675ce19beb332272696e01961f39e802d1e62541c82f4de620786f34fc', '\xa9b7f9ce12106c612d9ec98c67c75bf58c052e2d85654a41bbdf6bf9dd2096d4', '01a22423-a2a6-7576-9120-788912ed6302', '2026-11-28 21:50:44.906+00', 0, '{name}', '2100-01-01 00:00:00+00'),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '\x6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b', '\x', '7173191b-3d18-4a99-a2b5-ddf09161605e', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '\xd4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35', '\x', '35825e71-8b7f-498d-8a45-b58097c55258', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '\x4e07408562bedb8b60ce05c1decfe3ad16b72230967de01f640b7e4729b49fce', '\x', '04ebae8c-a368-49fe-9c88-b31b3b7e39b5', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '\x4b227777d4dd1fc61c6f884f48641d02b4d121d3fd328cb08b5531fcacdabf8a', '\x', '65d4d9b0-c7df-473a-9e26-757d6325f3ab', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '\xef2d127de37b942baad06145e54b0c619a1f22327b2ebbcfbec78f5564afe39d', '\x', 'd9bcdd3f-650f-4ba1-aeab-7a819f9f2630', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '\xe7f6c011776e8db7cd330b54174fd76f7d0216b612387a5ffcfb81e6f0919683', '\x', '5090232f-4dbf-4a52-a409-7ddc91317740', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '\x7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451', '\x', 'c2807a97-7c7e-4710-ab1f-70ef3a0a7b48', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c7147992-f1ff-440a-aa59-dfafb6d8680a', '\x2c624232cdd221771294dfbb310aca000a0df6ac8b66b696d90ef06fdefb64a3', '\x', '89a7ee4f-dcbb-4a89-91d5-984863f75299', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '\x19581e27de7ced00ff1ce50b2047e7a567c76b1cbaebabe5ef03f7c3017bb5b7', '\x', '3d756330-69ee-4508-b6a0-f8dd51de0bb5', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '\x4a44dc15364204a80fe80e9039455cc1608281820fe2b24f1e5233ade6af1dd5', '\x', '4d506827-bd15-4c2c-878e-321c07946dec', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '\x4fc82b26aecb47d2868c4efbe3581732a3e7cbcc6c2efb32062c08170a05eeb8', '\x', 'b4989ca7-c09e-4b34-a142-57018b442295', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '\x6b51d431df5d7f141cbececcf79edf3dd861c3b4069f0b11661a3eefacbba918', '\x', 'eeb6df0e-4bad-494b-a784-e4f79a429bbc', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '\x3fdba35f04dc8c462986c992bcf875546257113072a909c162f7e470e581e278', '\x', '129a7ea6-5726-49b9-8686-02421e504479', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '\x8527a891e224136950ff32ca212b45bc93f69fbb801c3b1ebedac52775f99e61', '\x', '25de5a9c-7335-4359-b461-780b50f5fdb6', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '\xe629fa6598d732768f7c726b4b621285f9c3b85303900aa912017db7617d8bdb', '\x', '4a702b0e-e525-4f5a-8e1c-a39bc9f76281', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '\xb17ef6d19c7a5b1ee83b907c595526dcb1eb06db8227d650d5dda0a9f4ce8cd9', '\x', '7878d91b-eb2f-407c-8827-349f336da3bb', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '\x4523540f1504cd17100c4835e85b7eefd49911580f8efff0599a8f283be6b9e3', '\x', 'cf11edea-bf56-463f-bd96-e2b201d3e601', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '\x4ec9599fc203d176a301536c2e091a19bc852759b255bd6818810a42c5fed14a', '\x', '340f0421-f754-4a97-8d56-3ebc9f2bdada', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '\x9400f1b21cb527d7fa3d3eabba93557a18ebe7a2ca4e471cfe5e4c5b4ca7f767', '\x', '3f70c7f2-46e8-4251-9cc2-87b2684c3960', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '\xf5ca38f748a1d6eaf726b8a42fb575c3c71f1864a8143301782de13da2d9202b', '\x', '97b001e9-af6d-4755-a97d-f4d48dfc713c', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '\x6f4b6612125fb3a0daecd2799dfd6c9c299424fd920f9b308110a2c1fbd8f443', '\x', 'ff778001-a3f7-4f33-a5cb-4e1e75d3dd75', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '\x785f3ec7eb32f30b90cd0fcf3657d388b5ff4297f2f9716ff66e9b69c05ddd09', '\x', 'b4a414f6-930d-41ef-a79e-29efec762d12', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '\x535fa30d7e25dd8a49f1536779734ec8286108d115da5045d77f3b4185d8f790', '\x', '4ef0b69e-48ea-4c7a-a37c-98aece27f3c6', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3d9ca75c-c457-409c-abc2-cd31ff20dc01', '\xc2356069e9d1e79ca924378153cfbbfb4d4416b1f99d41a2940bfdb66c5319db', '\x', '58fbacce-00ab-4847-aa15-96af4a45bc96', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '\xb7a56873cd771f2c446d369b649430b65a756ba278ff97ec81bb6f55b2e73569', '\x', '048ee4af-0cdd-4ab3-8139-24771be40c13', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '\x5f9c4ab08cac7457e9111a30e4664920607ea2c115a1433d7be98e97e64244ca', '\x', '6b4c6660-babe-47c3-a7f7-512dc9fe064a', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '\x670671cd97404156226e507973f2ab8330d3022ca96e0c93bdbdb320c41adcaf', '\x', 'af3653f4-d341-4189-9544-7627c6dbc112', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '\x59e19706d51d39f66711c2653cd7eb1291c94d9b55eb14bda74ce4dc636d015a', '\x', 'c5f36f1c-05da-4648-9594-8abfda753b62', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '\x35135aaa6cc23891b40cb3f378c53a17a1127210ce60e125ccf03efcfdaec458', '\x', '8da2139c-b387-445f-9b94-35e38e633a90', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '\x624b60c58c9d8bfb6ff1886c2fd605d2adeb6ea4da576068201b6c6958ce93f4', '\x', '315045a6-5d65-4085-bf12-bb939296e71e', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '\xeb1e33e8a81b697b75855af6bfcdbcbf7cbbde9f94962ceaec1ed8af21f5a50f', '\x', 'af1aa7d2-b034-4fc2-bff8-7b4074c78aa3', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('7f431213-cb38-4c6c-b5b6-926195c8bc11', '\xe29c9c180c6279b0b02abd6a1801c7c04082cf486ec027aa13515e4f3884bb6b', '\x', 'd2cf5723-a497-4f32-ba07-51632b4bba63', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '\xc6f3ac57944a531490cd39902d0f777715fd005efac9a30622d5f5205e7f6894', '\x', '375c9a8d-6902-4b25-be6e-557dfa0b26db', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '\x86e50149658661312a9e0b35558d84f6c6d3da797f552a9657fe0558ca40cdef', '\x', '9f53bd07-8575-4706-a3e1-7653443ca021', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '\x9f14025af0065b30e47e23ebb3b491d39ae8ed17d33739e5ff3827ffb3634953', '\x', 'a237fa2d-2047-4537-844f-616c9c5f4f35', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '\x76a50887d8f1c2e9301755428990ad81479ee21c25b43215cf524541e0503269', '\x', '15e91f3f-0696-42e1-9076-9d41b74254e0', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '\x7a61b53701befdae0eeeffaecc73f14e20b537bb0f8b91ad7c2936dc63562b25', '\x', 'f7a48426-21d9-4625-8d43-d12757b6da63', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '\xaea92132c4cbeb263e6ac2bf6c183b5d81737f179f21efdc5863739672f0f470', '\x', '56da3c33-cc56-4922-9215-80571b69fe07', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '\x0b918943df0962bc7a1824c0555a389347b4febdc7cf9d1254406d80ce44e3f9', '\x', '8e12b353-b430-478c-9109-f264c9072767', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3402073a-24fc-47bf-b7d7-85540206edb1', '\xd59eced1ded07f84c145592f65bdf854358e009c5cd705f5215bf18697fed103', '\x', '609d22de-5e9a-4831-8062-0e461e0a7b43', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '\x3d914f9348c9cc0ff8a79716700b9fcd4d2f3e711608004eb8f138bcba7f14d9', '\x', '270263be-a506-45fb-8792-bcc7e318ef35', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '\x73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049', '\x', 'bbfdff41-6a42-4852-86a2-3fb120c3d627', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '\x44cb730c420480a0477b505ae68af508fb90f96cf0ec54c6ad16949dd427f13a', '\x', '19c960a3-0d45-4af2-8cc9-6e1902a16af4', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '\x71ee45a3c0db9a9865f7313dd3372cf60dca6479d46261f3542eb9346e4a04d6', '\x', '06282f10-a1a0-4c9c-a097-d832387dfbf0', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '\x811786ad1ae74adfdd20dd0372abaaebc6246e343aebd01da0bfc4c02bf0106c', '\x', '963af7eb-9b06-4275-804e-efd678c4a353', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '\x25fc0e7096fc653718202dc30b0c580b8ab87eac11a700cba03a7c021bc35b0c', '\x', '31954caf-1e9e-439e-9167-798d1efa17d8', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '\x31489056e0916d59fe3add79e63f095af3ffb81604691f21cad442a85c7be617', '\x', '53610890-024f-4365-80b1-f721fd973281', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('f0b02cdf-da48-45aa-8235-5de47132ef04', '\x98010bd9270f9b100b6214a21754fd33bdc8d41b2bc9f9dd16ff54d3c34ffd71', '\x', 'dc39dc9a-cf33-440a-a9c2-35ae1eca8f6d', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', '\x0e17daca5f3e175f448bacace3bc0da47d0655a74c8dd0dc497a3afbdad95f1f', '\x', '162cc0cb-4b1e-4357-bee0-db52c40cfa80', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', '\x1a6562590ef19d1045d06c4055742d38288e9e6dcd71ccde5cee80f1d5a774eb', '\x', 'd56a5e42-f7a8-4a16-a909-901c3850e35f', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', '\x031b4af5197ec30a926f48cf40e11a7dbc470048a21e4003b7a3c07c5dab1baa', '\x', 'cee61f1a-c45c-489c-9e7d-be64bbc224f1', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', '\x41cfc0d1f2d127b04555b7246d84019b4d27710a3f3aff6e7764375b1e06e05d', '\x', 'a8e9422c-1f60-4472-aaad-ddad15645d7a', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', '\x2858dcd1057d3eae7f7d5f782167e24b61153c01551450a628cee722509f6529', '\x', 'fb76272e-45b0-4146-949f-c1903fd78bce', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', '\x2fca346db656187102ce806ac732e06a62df0dbb2829e511a770556d398e1a6e', '\x', 'ad84b127-f0c8-41bb-8173-68622a33da2a', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', '\x02d20bbd7e394ad5999a4cebabac9619732c343a4cac99470c03e23ba2bdc2bc', '\x', 'cd6afbf9-f1fa-4bf2-abf2-7b266296469d', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('683d7818-a8ba-4f5f-96fa-4984389a9c16', '\x7688b6ef52555962d008fff894223582c484517cea7da49ee67800adc7fc8866', '\x', '26385cd3-e837-4ead-9eb0-5a8299fcde83', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', '\xc837649cce43f2729138e72cc315207057ac82599a59be72765a477f22d14a54', '\x', 'fc94d987-1a99-4e41-ac7e-f9babdb33c8e', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', '\x6208ef0f7750c111548cf90b6ea1d0d0a66f6bff40dbef07cb45ec436263c7d6', '\x', 'cb1b45c1-5bc4-41aa-95a2-1f5f9f302d84', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', '\x3e1e967e9b793e908f8eae83c74dba9bcccce6a5535b4b462bd9994537bfe15c', '\x', 'c32bd8ec-6ac4-4735-9238-2072f6b345ca', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', '\x39fa9ec190eee7b6f4dff1100d6343e10918d044c75eac8f9e9a2596173f80c9', '\x', '45406b20-fcd9-4e21-a723-9271ad863ea0', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', '\xd029fa3a95e174a19934857f535eb9427d967218a36ea014b70ad704bc6c8d1c', '\x', 'c2cc493f-f10d-42df-b071-9ab52fc1c99d', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', '\x81b8a03f97e8787c53fe1a86bda042b6f0de9b0ec9c09357e107c99ba4d6948a', '\x', 'c2be9415-6f21-481b-a788-b9de76ed0d6e', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', '\xda4ea2a5506f2693eae190d9360a1f31793c98a1adade51d93533a6f520ace1c', '\x', 'e88d93bd-a9bf-47f1-a13d-ee7ad6e09d78', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('c1ebaec1-b163-4d52-8589-83a2884d98f9', '\xa68b412c4282555f15546cf6e1fc42893b7e07f271557ceb021821098dd66c1b', '\x', '3059b50d-742e-45b8-9416-a5c941904554', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '\x108c995b953c8a35561103e2014cf828eb654a99e310f87fab94c2f4b7d2a04f', '\x', '9f69b082-26f8-4396-a433-5a9a4801b9df', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '\x3ada92f28b4ceda38562ebf047c6ff05400d4c572352a1142eedfef67d21e662', '\x', '02e4abf8-65c7-4d0a-b6c9-6c2508e49f67', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '\x49d180ecf56132819571bf39d9b7b342522a2ac6d23c1418d3338251bfe469c8', '\x', '2fe3ef3d-17ca-45b4-b6d9-34b3131793dc', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '\xa21855da08cb102d1d217c53dc5824a3a795c1c1a44e971bf01ab9da3a2acbbf', '\x', '98a7a917-f8dc-41e9-b834-c5f25cdecd16', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '\xc75cb66ae28d8ebc6eded002c28a8ba0d06d3a78c6b5cbf9b2ade051f0775ac4', '\x', 'b4df4209-9dcb-4603-8ec5-eb5d69cbd4c6', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '\xff5a1ae012afa5d4c889c50ad427aaf545d31a4fac04ffc1c4d03d403ba4250a', '\x', '229ef448-2e81-4450-af27-29ddeed92673', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '\x7f2253d7e228b22a08bda1f09c516f6fead81df6536eb02fa991a34bb38d9be8', '\x', '944a54b9-4ee5-4cea-ae0a-577284e19d76', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('4358199d-0c7b-45f3-b069-39d8d102e549', '\x8722616204217eddb39e7df969e0698aed8e599ba62ed2de1ce49b03ade0fede', '\x', '83b99180-0d6b-4c8f-960e-4b517ac7933a', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '\x96061e92f58e4bdcdee73df36183fe3ac64747c81c26f6c83aada8d2aabb1864', '\x', '829695e5-591b-4a8b-8ce7-376299891c18', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '\xeb624dbe56eb6620ae62080c10a273cab73ae8eca98ab17b731446a31c79393a', '\x', '21c75ff7-1767-4889-b3ca-356cd75bfe59', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '\xf369cb89fc627e668987007d121ed1eacdc01db9e28f8bb26f358b7d8c4f08ac', '\x', 'd8404c56-cfcb-41f7-8d74-cf005b2637df', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '\xf74efabef12ea619e30b79bddef89cffa9dda494761681ca862cff2871a85980', '\x', 'c5255990-3e0b-4840-a85d-883a13c3d8aa', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '\xa88a7902cb4ef697ba0b6759c50e8c10297ff58f942243de19b984841bfe1f73', '\x', 'df650f3e-83fa-4692-8307-815d65086bfe', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '\x349c41201b62db851192665c504b350ff98c6b45fb62a8a2161f78b6534d8de9', '\x', 'c71d5582-483f-4233-b6b8-4565055b745b', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '\x98a3ab7c340e8a033e7b37b6ef9428751581760af67bbab2b9e05d4964a8874a', '\x', '31efaec6-8cc1-43ee-a63a-61baac48522f', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('998b5d65-f33f-4aa5-bc32-363bbe18e288', '\x48449a14a4ff7d79bb7a1b6f3d488eba397c36ef25634c111b49baf362511afc', '\x', 'b7fcfd25-4329-4f9e-9453-ed9b4aaacd36', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', '\x5316ca1c5ddca8e6ceccfce58f3b8540e540ee22f6180fb89492904051b3d531', '\x', 'e3e26ffe-cd20-4af5-a36d-229921936099', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', '\xa46e37632fa6ca51a13fe39a567b3c23b28c2f47d8af6be9bd63e030e214ba38', '\x', '96cd3b65-3521-4a8c-add3-45a2aff3c0aa', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', '\xbbb965ab0c80d6538cf2184babad2a564a010376712012bd07b0af92dcd3097d', '\x', 'eaa3e8d6-ab57-440c-a055-e7920ff8cfba', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', '\x44c8031cb036a7350d8b9b8603af662a4b9cdbd2f96e8d5de5af435c9c35da69', '\x', 'ef5d5f6a-cb9e-4c1e-978d-82078f478b3c', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', '\xb4944c6ff08dc6f43da2e9c824669b7d927dd1fa976fadc7b456881f51bf5ccc', '\x', '212d1341-ee6a-4065-ac99-349093c9d9c6', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', '\x434c9b5ae514646bbd91b50032ca579efec8f22bf0b4aac12e65997c418e0dd6', '\x', '82a15461-7421-43a0-ac1d-fd9e95b43ee4', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', '\xbdd2d3af3a5a1213497d4f1f7bfcda898274fe9cb5401bbc0190885664708fc2', '\x', 'fb1b195d-efbb-4ba8-aa18-72016d3ab2f9', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('3217d787-7f1f-48c6-9d63-2e42df68e51b', '\x8b940be7fb78aaa6b6567dd7a3987996947460df1c668e698eb92ca77e425349', '\x', 'dc128771-b8e5-4cfd-bd8e-51ce9a29d753', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '\xcd70bea023f752a0564abb6ed08d42c1440f2e33e29914e55e0be1595e24f45a', '\x', 'ab3f2c80-ced3-4878-9cf8-5754127345d7', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '\x69f59c273b6e669ac32a6dd5e1b2cb63333d8b004f9696447aee2d422ce63763', '\x', '71f2ec14-e1ed-4f3a-b8cf-826cfdbe5bad', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '\x1da51b8d8ff98f6a48f80ae79fe3ca6c26e1abb7b7d125259255d6d2b875ea08', '\x', '93999c5e-51de-4193-bf76-29d7c21da34f', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '\x8241649609f88ccd2a0a5b233a07a538ec313ff6adf695aa44a969dbca39f67d', '\x', '6cb65461-d4b4-4254-8add-416d8e565447', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '\x6e4001871c0cf27c7634ef1dc478408f642410fd3a444e2a88e301f5c4a35a4d', '\x', '20f3c449-9055-4417-b490-46e1ff8d8040', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '\xe3d6c4d4599e00882384ca981ee287ed961fa5f3828e2adb5e9ea890ab0d0525', '\x', '83820a08-6e61-4e18-b3bb-5f42f4fff6b0', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '\xad48ff99415b2f007dc35b7eb553fd1eb35ebfa2f2f308acd9488eeb86f71fa8', '\x', '8f9a8a14-1914-4a1b-9f8d-ae1ad23bb95e', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00'),
	('96c13c56-e567-47b1-be5c-25b4b1b89a27', '\x7b1a278f5abe8e9da907fc9c29dfd432d60dc76e17b0fabab659d2a508bc65c4', '\x', '0bb2c41b-0e1f-4b15-94ce-188a27bc6538', '2026-11-28 21:52:55.994+00', 0, '{}', '2100-01-01 00:00:00+00');
INSERT INTO public.submissions VALUES
	('01a22423-0d2b-7723-839a-c8a5818f2ecd', '01a22423-004d-73f8-8ab0-12cbae197d1c', 'form_submit', '{"email":"ada@example.com","day":"Monday"}', 0, NULL, '2026-11-28 21:50:06.697+00', '127.0.0.0/24', 'node', 'accepted', NULL, NULL, NULL, '{"honeypot": false}', 1, 1, NULL, NULL, NULL),
	('01a22423-0e43-7117-aad4-3d936d4801d9', '01a22423-004d-73f8-8ab0-12cbae197d1c', 'form_submit', '{"email":"grace@example.com","day":"Tuesday"}', 0, NULL, '2026-11-28 21:50:06.924+00', '127.0.0.0/24', 'node', 'accepted', NULL, NULL, NULL, '{"honeypot": false}', 2, 2, NULL, NULL, NULL),
	('01a22423-0eaa-714e-9bdf-dce336b1b9fd', '01a22423-004d-73f8-8ab0-12cbae197d1c', 'form_submit', '{"email":"spam@example.com"}', 0, NULL, '2026-11-28 21:50:07.032+00', '127.0.0.0/24', 'node', 'quarantined', '2026-11-28 21:50:07.032+00', NULL, '[{"check": "honeypot", "detail": "A field that people do not see was filled in."}]', '{"honeypot": true}', 3, 3, NULL, NULL, NULL),
	('01a22423-a2a6-7576-9120-788912ed6302', '01a22423-1083-7123-8d64-5186be6e1966', 'form_submit', '{}', 0, NULL, '2026-11-28 21:50:44.906+00', '127.0.0.0/24', 'node', 'accepted', NULL, NULL, NULL, '{"honeypot": false}', 1, 1, NULL, NULL, '{"name":"Ada"}'),
	('3d756330-69ee-4508-b6a0-f8dd51de0bb5', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 'api', '{"n" : 9}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 1, 1, NULL, NULL, NULL),
	('7878d91b-eb2f-407c-8827-349f336da3bb', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 'api', '{"n" : 16}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 2, 2, NULL, NULL, NULL),
	('4a702b0e-e525-4f5a-8e1c-a39bc9f76281', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 'api', '{"n" : 15}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL),
	('25de5a9c-7335-4359-b461-780b50f5fdb6', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 'api', '{"n" : 14}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 4, 4, NULL, NULL, NULL),
	('129a7ea6-5726-49b9-8686-02421e504479', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 'api', '{"n" : 13}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 5, 5, NULL, NULL, NULL),
	('eeb6df0e-4bad-494b-a784-e4f79a429bbc', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 'api', '{"n" : 12}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 6, 6, NULL, NULL, NULL),
	('b4989ca7-c09e-4b34-a142-57018b442295', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 'api', '{"n" : 11}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, NULL),
	('4d506827-bd15-4c2c-878e-321c07946dec', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 'api', '{"n" : 10}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 8, 8, NULL, NULL, NULL),
	('96cd3b65-3521-4a8c-add3-45a2aff3c0aa', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 'api', '{"n" : 82}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 1, 1, NULL, NULL, NULL),
	('dc128771-b8e5-4cfd-bd8e-51ce9a29d753', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 'api', '{"n" : 88}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 2, 2, NULL, NULL, NULL),
	('fb1b195d-efbb-4ba8-aa18-72016d3ab2f9', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 'api', '{"n" : 87}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL),
	('82a15461-7421-43a0-ac1d-fd9e95b43ee4', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 'api', '{"n" : 86}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 4, 4, NULL, NULL, NULL),
	('212d1341-ee6a-4065-ac99-349093c9d9c6', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 'api', '{"n" : 85}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 5, 5, NULL, NULL, NULL),
	('ef5d5f6a-cb9e-4c1e-978d-82078f478b3c', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 'api', '{"n" : 84}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 6, 6, NULL, NULL, NULL),
	('eaa3e8d6-ab57-440c-a055-e7920ff8cfba', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 'api', '{"n" : 83}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, NULL),
	('e3e26ffe-cd20-4af5-a36d-229921936099', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 'api', '{"n" : 81}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 8, 8, NULL, NULL, NULL),
	('609d22de-5e9a-4831-8062-0e461e0a7b43', '3402073a-24fc-47bf-b7d7-85540206edb1', 'api', '{"n" : 40}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 1, 1, NULL, NULL, NULL),
	('375c9a8d-6902-4b25-be6e-557dfa0b26db', '3402073a-24fc-47bf-b7d7-85540206edb1', 'api', '{"n" : 33}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 2, 2, NULL, NULL, NULL),
	('9f53bd07-8575-4706-a3e1-7653443ca021', '3402073a-24fc-47bf-b7d7-85540206edb1', 'api', '{"n" : 34}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL),
	('a237fa2d-2047-4537-844f-616c9c5f4f35', '3402073a-24fc-47bf-b7d7-85540206edb1', 'api', '{"n" : 35}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 4, 4, NULL, NULL, NULL),
	('15e91f3f-0696-42e1-9076-9d41b74254e0', '3402073a-24fc-47bf-b7d7-85540206edb1', 'api', '{"n" : 36}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 5, 5, NULL, NULL, NULL),
	('f7a48426-21d9-4625-8d43-d12757b6da63', '3402073a-24fc-47bf-b7d7-85540206edb1', 'api', '{"n" : 37}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 6, 6, NULL, NULL, NULL),
	('56da3c33-cc56-4922-9215-80571b69fe07', '3402073a-24fc-47bf-b7d7-85540206edb1', 'api', '{"n" : 38}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, NULL),
	('8e12b353-b430-478c-9109-f264c9072767', '3402073a-24fc-47bf-b7d7-85540206edb1', 'api', '{"n" : 39}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 8, 8, NULL, NULL, NULL),
	('ff778001-a3f7-4f33-a5cb-4e1e75d3dd75', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'api', '{"n" : 21}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 1, 1, NULL, NULL, NULL),
	('cf11edea-bf56-463f-bd96-e2b201d3e601', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'api', '{"n" : 17}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 2, 2, NULL, NULL, NULL),
	('340f0421-f754-4a97-8d56-3ebc9f2bdada', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'api', '{"n" : 18}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL),
	('3f70c7f2-46e8-4251-9cc2-87b2684c3960', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'api', '{"n" : 19}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 4, 4, NULL, NULL, NULL),
	('97b001e9-af6d-4755-a97d-f4d48dfc713c', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'api', '{"n" : 20}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 5, 5, NULL, NULL, NULL),
	('b4a414f6-930d-41ef-a79e-29efec762d12', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'api', '{"n" : 22}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 6, 6, NULL, NULL, NULL),
	('4ef0b69e-48ea-4c7a-a37c-98aece27f3c6', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'api', '{"n" : 23}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, NULL),
	('58fbacce-00ab-4847-aa15-96af4a45bc96', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 'api', '{"n" : 24}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 8, 8, NULL, NULL, NULL),
	('02e4abf8-65c7-4d0a-b6c9-6c2508e49f67', '4358199d-0c7b-45f3-b069-39d8d102e549', 'api', '{"n" : 66}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 1, 1, NULL, NULL, NULL),
	('2fe3ef3d-17ca-45b4-b6d9-34b3131793dc', '4358199d-0c7b-45f3-b069-39d8d102e549', 'api', '{"n" : 67}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 2, 2, NULL, NULL, NULL),
	('98a7a917-f8dc-41e9-b834-c5f25cdecd16', '4358199d-0c7b-45f3-b069-39d8d102e549', 'api', '{"n" : 68}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL),
	('b4df4209-9dcb-4603-8ec5-eb5d69cbd4c6', '4358199d-0c7b-45f3-b069-39d8d102e549', 'api', '{"n" : 69}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 4, 4, NULL, NULL, NULL),
	('229ef448-2e81-4450-af27-29ddeed92673', '4358199d-0c7b-45f3-b069-39d8d102e549', 'api', '{"n" : 70}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 5, 5, NULL, NULL, NULL),
	('944a54b9-4ee5-4cea-ae0a-577284e19d76', '4358199d-0c7b-45f3-b069-39d8d102e549', 'api', '{"n" : 71}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 6, 6, NULL, NULL, NULL),
	('83b99180-0d6b-4c8f-960e-4b517ac7933a', '4358199d-0c7b-45f3-b069-39d8d102e549', 'api', '{"n" : 72}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, NULL),
	('9f69b082-26f8-4396-a433-5a9a4801b9df', '4358199d-0c7b-45f3-b069-39d8d102e549', 'api', '{"n" : 65}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 8, 8, NULL, NULL, NULL),
	('162cc0cb-4b1e-4357-bee0-db52c40cfa80', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 'api', '{"n" : 49}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 1, 1, NULL, NULL, NULL),
	('d56a5e42-f7a8-4a16-a909-901c3850e35f', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 'api', '{"n" : 50}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 2, 2, NULL, NULL, NULL),
	('cee61f1a-c45c-489c-9e7d-be64bbc224f1', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 'api', '{"n" : 51}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL),
	('a8e9422c-1f60-4472-aaad-ddad15645d7a', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 'api', '{"n" : 52}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 4, 4, NULL, NULL, NULL),
	('fb76272e-45b0-4146-949f-c1903fd78bce', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 'api', '{"n" : 53}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 5, 5, NULL, NULL, NULL),
	('ad84b127-f0c8-41bb-8173-68622a33da2a', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 'api', '{"n" : 54}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 6, 6, NULL, NULL, NULL),
	('cd6afbf9-f1fa-4bf2-abf2-7b266296469d', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 'api', '{"n" : 55}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, NULL),
	('26385cd3-e837-4ead-9eb0-5a8299fcde83', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 'api', '{"n" : 56}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 8, 8, NULL, NULL, NULL),
	('6b4c6660-babe-47c3-a7f7-512dc9fe064a', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 'api', '{"n" : 26}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 1, 1, NULL, NULL, NULL),
	('af3653f4-d341-4189-9544-7627c6dbc112', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 'api', '{"n" : 27}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 2, 2, NULL, NULL, NULL),
	('c5f36f1c-05da-4648-9594-8abfda753b62', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 'api', '{"n" : 28}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL),
	('8da2139c-b387-445f-9b94-35e38e633a90', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 'api', '{"n" : 29}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 4, 4, NULL, NULL, NULL),
	('048ee4af-0cdd-4ab3-8139-24771be40c13', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 'api', '{"n" : 25}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 5, 5, NULL, NULL, NULL),
	('315045a6-5d65-4085-bf12-bb939296e71e', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 'api', '{"n" : 30}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 6, 6, NULL, NULL, NULL),
	('af1aa7d2-b034-4fc2-bff8-7b4074c78aa3', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 'api', '{"n" : 31}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, NULL),
	('d2cf5723-a497-4f32-ba07-51632b4bba63', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 'api', '{"n" : 32}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 8, 8, NULL, NULL, NULL),
	('ab3f2c80-ced3-4878-9cf8-5754127345d7', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 'api', '{"n" : 89}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 1, 1, NULL, NULL, NULL),
	('71f2ec14-e1ed-4f3a-b8cf-826cfdbe5bad', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 'api', '{"n" : 90}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 2, 2, NULL, NULL, NULL),
	('93999c5e-51de-4193-bf76-29d7c21da34f', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 'api', '{"n" : 91}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL),
	('6cb65461-d4b4-4254-8add-416d8e565447', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 'api', '{"n" : 92}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 4, 4, NULL, NULL, NULL),
	('20f3c449-9055-4417-b490-46e1ff8d8040', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 'api', '{"n" : 93}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 5, 5, NULL, NULL, NULL),
	('83820a08-6e61-4e18-b3bb-5f42f4fff6b0', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 'api', '{"n" : 94}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 6, 6, NULL, NULL, NULL),
	('8f9a8a14-1914-4a1b-9f8d-ae1ad23bb95e', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 'api', '{"n" : 95}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, NULL),
	('0bb2c41b-0e1f-4b15-94ce-188a27bc6538', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 'api', '{"n" : 96}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 8, 8, NULL, NULL, NULL),
	('829695e5-591b-4a8b-8ce7-376299891c18', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 'api', '{"n" : 73}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 1, 1, NULL, NULL, NULL),
	('b7fcfd25-4329-4f9e-9453-ed9b4aaacd36', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 'api', '{"n" : 80}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 2, 2, NULL, NULL, NULL),
	('31efaec6-8cc1-43ee-a63a-61baac48522f', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 'api', '{"n" : 79}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL),
	('c71d5582-483f-4233-b6b8-4565055b745b', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 'api', '{"n" : 78}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 4, 4, NULL, NULL, NULL),
	('df650f3e-83fa-4692-8307-815d65086bfe', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 'api', '{"n" : 77}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 5, 5, NULL, NULL, NULL),
	('c5255990-3e0b-4840-a85d-883a13c3d8aa', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 'api', '{"n" : 76}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 6, 6, NULL, NULL, NULL),
	('d8404c56-cfcb-41f7-8d74-cf005b2637df', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 'api', '{"n" : 75}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, NULL),
	('21c75ff7-1767-4889-b3ca-356cd75bfe59', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 'api', '{"n" : 74}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 8, 8, NULL, NULL, NULL),
	('c2cc493f-f10d-42df-b071-9ab52fc1c99d', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'api', '{"n" : 61}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 1, 1, NULL, NULL, NULL),
	('fc94d987-1a99-4e41-ac7e-f9babdb33c8e', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'api', '{"n" : 57}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 2, 2, NULL, NULL, NULL),
	('cb1b45c1-5bc4-41aa-95a2-1f5f9f302d84', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'api', '{"n" : 58}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL),
	('c32bd8ec-6ac4-4735-9238-2072f6b345ca', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'api', '{"n" : 59}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 4, 4, NULL, NULL, NULL),
	('45406b20-fcd9-4e21-a723-9271ad863ea0', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'api', '{"n" : 60}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 5, 5, NULL, NULL, NULL),
	('c2be9415-6f21-481b-a788-b9de76ed0d6e', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'api', '{"n" : 62}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 6, 6, NULL, NULL, NULL),
	('e88d93bd-a9bf-47f1-a13d-ee7ad6e09d78', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'api', '{"n" : 63}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, NULL),
	('3059b50d-742e-45b8-9416-a5c941904554', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'api', '{"n" : 64}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 8, 8, NULL, NULL, NULL),
	('7173191b-3d18-4a99-a2b5-ddf09161605e', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'api', '{"n" : 1}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 1, 1, NULL, NULL, NULL),
	('89a7ee4f-dcbb-4a89-91d5-984863f75299', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'api', '{"n" : 8}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 2, 2, NULL, NULL, NULL),
	('c2807a97-7c7e-4710-ab1f-70ef3a0a7b48', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'api', '{"n" : 7}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL),
	('5090232f-4dbf-4a52-a409-7ddc91317740', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'api', '{"n" : 6}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 4, 4, NULL, NULL, NULL),
	('d9bcdd3f-650f-4ba1-aeab-7a819f9f2630', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'api', '{"n" : 5}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 5, 5, NULL, NULL, NULL),
	('65d4d9b0-c7df-473a-9e26-757d6325f3ab', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'api', '{"n" : 4}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 6, 6, NULL, NULL, NULL),
	('04ebae8c-a368-49fe-9c88-b31b3b7e39b5', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'api', '{"n" : 3}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, NULL),
	('35825e71-8b7f-498d-8a45-b58097c55258', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'api', '{"n" : 2}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 8, 8, NULL, NULL, NULL),
	('dc39dc9a-cf33-440a-a9c2-35ae1eca8f6d', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'api', '{"n" : 48}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 1, 1, NULL, NULL, NULL),
	('bbfdff41-6a42-4852-86a2-3fb120c3d627', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'api', '{"n" : 42}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 2, 2, NULL, NULL, NULL),
	('19c960a3-0d45-4af2-8cc9-6e1902a16af4', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'api', '{"n" : 43}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 3, 3, NULL, NULL, NULL),
	('06282f10-a1a0-4c9c-a097-d832387dfbf0', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'api', '{"n" : 44}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 4, 4, NULL, NULL, NULL),
	('963af7eb-9b06-4275-804e-efd678c4a353', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'api', '{"n" : 45}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 5, 5, NULL, NULL, NULL),
	('31954caf-1e9e-439e-9167-798d1efa17d8', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'api', '{"n" : 46}', 0, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 6, 6, NULL, NULL, NULL),
	('53610890-024f-4365-80b1-f721fd973281', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'api', '{"n" : 47}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 7, 7, NULL, NULL, NULL),
	('270263be-a506-45fb-8792-bcc7e318ef35', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'api', '{"n" : 41}', 1, NULL, '2026-11-28 21:52:55.96+00', NULL, NULL, 'accepted', NULL, NULL, NULL, NULL, 8, 8, NULL, NULL, NULL);
INSERT INTO public.workflow_channels VALUES
	('01a22423-10e7-7169-9c1c-05ef62923c45', 'crm', '2026-11-28 21:50:47.435+00', '2026-11-28 21:50:47.435+00');
INSERT INTO public.workflow_run_steps VALUES
	('61ddd514-29dd-5d43-97be-993f781b3258', '01a22423-a2a6-7576-9120-7cdd628d6983', 'start', 'submission_received', 'trigger', 'succeeded', 'out', '{"source":"form_submit"}', NULL, 0, 1, NULL, NULL, '2026-11-28 21:50:45.35+00', '2026-11-28 21:50:45.35+00', '01a22423-1083-7123-8d64-5186be6e1966', NULL),
	('ebe0d3d0-529c-5c07-8639-d3e02b1aa298', '01a22423-a2a6-7576-9120-7cdd628d6983', 'store', 'database', 'destination', 'succeeded', 'out', '{"submission_id":"01a22423-a2a6-7576-9120-788912ed6302"}', NULL, 0, 1, NULL, NULL, '2026-11-28 21:50:45.35+00', '2026-11-28 21:50:45.351+00', '01a22423-1083-7123-8d64-5186be6e1966', NULL),
	('c1e93a5e-e5ec-5efb-ade3-775a6f79175c', '01a22423-a2a6-7576-9120-7cdd628d6983', 'log', 'webhook', 'destination', 'succeeded', 'out', '{"request":{"channel":"http","method":"POST","url":"http://127.0.0.1:34571/ok","headers":{"user-agent":"form-collection-service","content-type":"application/json","webhook-id":"msg_c1e93a5ee5ec5efbade3775a6f79175c","webhook-timestamp":"1795902645","webhook-signature":"v1,***"}},"status":200,"latency_ms":1167,"response_bytes":2}', NULL, 2, 1, NULL, NULL, '2026-11-28 21:50:45.45+00', '2026-11-28 21:50:47.389+00', '01a22423-1083-7123-8d64-5186be6e1966', '[{"completedAt":"2026-11-28T21:50:47.388Z","status":"succeeded","errorCode":null,"httpStatus":200,"startedAt":"2026-11-28T21:50:45.450Z","hosts":["127.0.0.1:34571"],"responseExcerpt":"ok"}]'),
	('6920c895-0d65-527c-bf16-a3ebd0806e9b', '01a22423-a2a6-7576-9120-7cdd628d6983', 'crm', 'webhook', 'destination', 'failed', 'error', '{"request":{"channel":"http","method":"POST","url":"http://127.0.0.1:34571/gone","headers":{"user-agent":"form-collection-service","content-type":"application/json","webhook-id":"msg_6920c8950d65527cbf16a3ebd0806e9b","webhook-timestamp":"1795902645","webhook-signature":"v1,***"}},"status":410,"latency_ms":1076,"response_bytes":2}', NULL, 0, 1, 'http_4xx', NULL, '2026-11-28 21:50:45.45+00', '2026-11-28 21:50:47.545+00', '01a22423-1083-7123-8d64-5186be6e1966', '[{"completedAt":"2026-11-28T21:50:47.544Z","status":"failed","errorCode":"http_4xx","httpStatus":410,"startedAt":"2026-11-28T21:50:45.450Z","hosts":["127.0.0.1:34571"],"responseExcerpt":"ok"}]'),
	('7a280a97-b373-4d5b-bad4-d3a6261febc1', '3d995d41-0c3d-4ac1-8316-39f0a5dda660', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c7147992-f1ff-440a-aa59-dfafb6d8680a', NULL),
	('a7ef84d0-2060-416f-9221-ee9156e465a4', 'a2a512e3-7bc4-47bf-a6d3-3e32a5a54d5e', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c7147992-f1ff-440a-aa59-dfafb6d8680a', NULL),
	('93d2cda9-0687-4924-a7c5-ab9c89c273ac', 'a2a512e3-7bc4-47bf-a6d3-3e32a5a54d5e', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c7147992-f1ff-440a-aa59-dfafb6d8680a', NULL),
	('23db2d26-5f19-4acf-9ad5-93b83bb409de', 'a2a512e3-7bc4-47bf-a6d3-3e32a5a54d5e', 'node 3', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c7147992-f1ff-440a-aa59-dfafb6d8680a', NULL),
	('3eb2373d-16dd-4192-9b61-4aea062d10ea', '9c15c448-0421-4e56-9bc4-004828cc899c', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c7147992-f1ff-440a-aa59-dfafb6d8680a', NULL),
	('b518e086-6291-4c2d-bc8e-3285710f95bd', '9c15c448-0421-4e56-9bc4-004828cc899c', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c7147992-f1ff-440a-aa59-dfafb6d8680a', NULL),
	('89088e30-1969-42e0-b3c6-3cbb599f3dfc', '8c1cdbc6-2a23-444c-b894-8adc2d835f69', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c7147992-f1ff-440a-aa59-dfafb6d8680a', NULL),
	('43b40d6a-023d-4600-b4fd-417c040392cc', '0214dd9e-755f-453e-a559-b50de1219e8b', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', NULL),
	('42a4e39f-0ed5-42a3-8db8-0ee5f7dee6fc', '87651777-62db-43ed-86e5-53bd2c12a176', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', NULL),
	('032618f6-d6e7-48e8-a7e4-0c3135ddbec0', '87651777-62db-43ed-86e5-53bd2c12a176', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', NULL),
	('907e65ca-da15-4a59-9e4f-faa03b436e9c', '87651777-62db-43ed-86e5-53bd2c12a176', 'node 3', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', NULL),
	('7c88d6ba-782c-4496-9c6a-a53b653301a5', '3a12f121-86f8-4762-a94d-0419c396cee0', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', NULL),
	('2522a472-32c4-4084-87c7-039b2bb5e17c', '3a12f121-86f8-4762-a94d-0419c396cee0', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', NULL),
	('3dff279d-3efc-46c4-9995-f4a692f10d1d', '4837a98d-e03a-4fb2-ae13-9b825b17a683', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', NULL),
	('e9aff84a-d057-4490-8e3a-ff67574a1ed1', '3357ef76-8f29-4732-a20a-870454b6ccb3', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3d9ca75c-c457-409c-abc2-cd31ff20dc01', NULL),
	('e96e9208-86e5-43fa-9ae2-2d8931eef15d', 'dcbc6d4c-237c-4416-b05b-aac25b488d06', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3d9ca75c-c457-409c-abc2-cd31ff20dc01', NULL),
	('5e91e6bb-ff40-4e41-8b18-9445f1c7b455', 'dcbc6d4c-237c-4416-b05b-aac25b488d06', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3d9ca75c-c457-409c-abc2-cd31ff20dc01', NULL),
	('6c3ee7c1-a48d-415a-83ca-f50f201634e5', 'dcbc6d4c-237c-4416-b05b-aac25b488d06', 'node 3', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3d9ca75c-c457-409c-abc2-cd31ff20dc01', NULL),
	('c5819124-c7ed-4b5e-b6eb-cb4a195b940e', '78ab3176-2449-47cd-a27f-7d041972665c', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3d9ca75c-c457-409c-abc2-cd31ff20dc01', NULL),
	('962dfaa8-e6c6-4e96-a2e8-44f610999ef6', '78ab3176-2449-47cd-a27f-7d041972665c', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3d9ca75c-c457-409c-abc2-cd31ff20dc01', NULL),
	('c898c3ee-63d4-46f0-a25c-22827f0bb579', 'd9a0e8d5-6c32-42b6-92cf-ddb025b65a4e', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3d9ca75c-c457-409c-abc2-cd31ff20dc01', NULL),
	('8cb4f5fa-6261-4f51-9352-e019b90de498', '81819fc6-7803-4def-8470-1884a4bcb17c', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '7f431213-cb38-4c6c-b5b6-926195c8bc11', NULL),
	('3b721ab3-3c12-4e2b-b2b7-3a2d143ba6fb', '3462b6dc-cfc8-4aee-b4bc-a24e24e33ae5', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '7f431213-cb38-4c6c-b5b6-926195c8bc11', NULL),
	('a69002bf-99f9-4be0-a858-c0b07fd73694', '3462b6dc-cfc8-4aee-b4bc-a24e24e33ae5', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '7f431213-cb38-4c6c-b5b6-926195c8bc11', NULL),
	('f8d90c6e-5f33-43e2-b002-a4d2a749525d', '3462b6dc-cfc8-4aee-b4bc-a24e24e33ae5', 'node 3', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '7f431213-cb38-4c6c-b5b6-926195c8bc11', NULL),
	('2c46fc7c-2b9c-4a50-b601-55d55631223b', 'c8d611d8-ca2a-46ad-9682-9cbb0b756b40', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '7f431213-cb38-4c6c-b5b6-926195c8bc11', NULL),
	('ed86cf78-52e0-41b1-aaef-598cb003245c', 'c8d611d8-ca2a-46ad-9682-9cbb0b756b40', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '7f431213-cb38-4c6c-b5b6-926195c8bc11', NULL),
	('8b70ae74-4ef7-49b8-84ae-b3b6b7f58779', '76560463-2310-49a9-92f0-71e229f04d13', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '7f431213-cb38-4c6c-b5b6-926195c8bc11', NULL),
	('4e2f2909-377f-4ef5-b92f-fb981cc1cbf2', '48f8bb62-d3f8-46ea-889a-5226993c4d09', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3402073a-24fc-47bf-b7d7-85540206edb1', NULL),
	('dfeb7f79-856a-43b1-9967-6a4a680190d6', '87b8bfb8-508d-4997-8486-17ead9c1a29a', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3402073a-24fc-47bf-b7d7-85540206edb1', NULL),
	('75d97157-6768-44f1-aa77-7e8bcdd14d47', '87b8bfb8-508d-4997-8486-17ead9c1a29a', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3402073a-24fc-47bf-b7d7-85540206edb1', NULL),
	('d0014080-0b8d-47e6-b92a-268a4434a200', '87b8bfb8-508d-4997-8486-17ead9c1a29a', 'node 3', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3402073a-24fc-47bf-b7d7-85540206edb1', NULL),
	('149e160d-9abe-4943-b359-1398c97e808b', 'c5f88d33-f386-4764-8f16-8e1f797e1313', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3402073a-24fc-47bf-b7d7-85540206edb1', NULL),
	('d9c329c3-a9fa-4c5f-b21d-1bc08f16e92f', 'c5f88d33-f386-4764-8f16-8e1f797e1313', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3402073a-24fc-47bf-b7d7-85540206edb1', NULL),
	('22e3a5cc-1d35-4caf-9a6e-7c66d72276e9', 'bf642eef-119c-424a-80d1-99b3097840d8', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3402073a-24fc-47bf-b7d7-85540206edb1', NULL),
	('74c2051b-22f6-4c48-be87-abf7415f1a6a', 'd1658afc-87ef-4b43-883b-d7960f695b99', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'f0b02cdf-da48-45aa-8235-5de47132ef04', NULL),
	('676d36a9-4b10-4d36-a83a-51c06639020d', 'c9776db8-44c3-45a6-aa37-a230ff40f6e4', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'f0b02cdf-da48-45aa-8235-5de47132ef04', NULL),
	('11fe37e5-236a-4d65-81c9-946e1dea30c1', 'c9776db8-44c3-45a6-aa37-a230ff40f6e4', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'f0b02cdf-da48-45aa-8235-5de47132ef04', NULL),
	('08a3dc6d-8a1c-4bb1-803d-f4542fdede5a', 'c9776db8-44c3-45a6-aa37-a230ff40f6e4', 'node 3', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'f0b02cdf-da48-45aa-8235-5de47132ef04', NULL),
	('d856d08b-c59e-40b4-9327-3656c2cb6d9f', 'ce6e9890-092b-42e0-84f7-11888fa5c5d2', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'f0b02cdf-da48-45aa-8235-5de47132ef04', NULL),
	('0f2e81a8-d90e-48f1-98e3-d36955782a12', 'ce6e9890-092b-42e0-84f7-11888fa5c5d2', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'f0b02cdf-da48-45aa-8235-5de47132ef04', NULL),
	('668f0e6c-9add-467d-9c06-0217e83df17b', 'b6818ea0-f75d-4d91-8398-ca5a327a40f3', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'f0b02cdf-da48-45aa-8235-5de47132ef04', NULL),
	('c5ec51bb-d72e-42cc-a1c3-b3493c89fc57', 'cb197fe1-398b-4eb0-9a85-908c200414ec', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '683d7818-a8ba-4f5f-96fa-4984389a9c16', NULL),
	('ad597415-4d64-4dc8-85dd-d6452f042e80', '1f2d7d3c-c2d7-4e25-a865-19fd165c21ab', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '683d7818-a8ba-4f5f-96fa-4984389a9c16', NULL),
	('4660dd12-f2c8-48c0-a027-50af10037521', '1f2d7d3c-c2d7-4e25-a865-19fd165c21ab', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '683d7818-a8ba-4f5f-96fa-4984389a9c16', NULL),
	('18f1e542-7147-40d8-b86c-058d24da104b', '1f2d7d3c-c2d7-4e25-a865-19fd165c21ab', 'node 3', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '683d7818-a8ba-4f5f-96fa-4984389a9c16', NULL),
	('829269ef-e4df-4f17-b4f5-28781f2514a1', 'ac8982bf-e5b8-4e83-bd71-3984074a2353', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '683d7818-a8ba-4f5f-96fa-4984389a9c16', NULL),
	('c30a52f1-d63e-486f-bd6a-3603c21b0a94', 'ac8982bf-e5b8-4e83-bd71-3984074a2353', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '683d7818-a8ba-4f5f-96fa-4984389a9c16', NULL),
	('9c2cfbdc-a6b1-4747-8503-4067610f4bc6', 'e66ce596-88d4-44e9-8d74-aa951ce7dd66', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '683d7818-a8ba-4f5f-96fa-4984389a9c16', NULL),
	('8a3804d0-2aba-4c40-bf73-65b70ed719df', '7b0f6804-b457-4c21-ab89-4e1ee4cddaf1', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c1ebaec1-b163-4d52-8589-83a2884d98f9', NULL),
	('86a2f045-206a-4091-b268-228c9270285f', 'b01c9593-6448-40a6-b7b8-c2c807e771b0', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c1ebaec1-b163-4d52-8589-83a2884d98f9', NULL),
	('4dcb2afa-0025-4b93-9777-9f0d50cbe4b0', 'b01c9593-6448-40a6-b7b8-c2c807e771b0', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c1ebaec1-b163-4d52-8589-83a2884d98f9', NULL),
	('55a02bd4-1f8e-48fa-8322-d13b32466f8e', 'b01c9593-6448-40a6-b7b8-c2c807e771b0', 'node 3', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c1ebaec1-b163-4d52-8589-83a2884d98f9', NULL),
	('4375ac6d-7fb6-4ce8-9510-8927baa0d74b', 'fbec9338-2752-430a-990f-1e4bd8fc4ef4', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c1ebaec1-b163-4d52-8589-83a2884d98f9', NULL),
	('c46cc0af-f090-49b6-b70e-4eea98ba909e', 'fbec9338-2752-430a-990f-1e4bd8fc4ef4', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c1ebaec1-b163-4d52-8589-83a2884d98f9', NULL),
	('62570dfa-f7ed-4f8f-904c-217bd4abd0a9', '70656442-d66c-4387-b9a5-d273ca45211b', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, 'c1ebaec1-b163-4d52-8589-83a2884d98f9', NULL),
	('ffab5125-20d3-465b-a06a-9a406acc6245', '730721de-86cb-4f01-8b80-a4997309437a', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '4358199d-0c7b-45f3-b069-39d8d102e549', NULL),
	('8ec41a34-a2b8-4a61-8294-6cf7227df88c', '7146ea92-701a-45bd-91c3-701dd28a92a5', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '4358199d-0c7b-45f3-b069-39d8d102e549', NULL),
	('d36ad702-5a12-4ff9-ae92-93915230c2e4', '7146ea92-701a-45bd-91c3-701dd28a92a5', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '4358199d-0c7b-45f3-b069-39d8d102e549', NULL),
	('f0e7d3b7-f0cd-4e2a-a1f3-bcb7130f0985', '7146ea92-701a-45bd-91c3-701dd28a92a5', 'node 3', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '4358199d-0c7b-45f3-b069-39d8d102e549', NULL),
	('cbd6197e-3889-44bd-b8d9-0c2cc458fe07', 'e1fb37eb-67ad-4f26-a038-27f45febdaa4', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '4358199d-0c7b-45f3-b069-39d8d102e549', NULL),
	('441824dd-5c9a-414a-a042-b89bdc0e1a66', 'e1fb37eb-67ad-4f26-a038-27f45febdaa4', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '4358199d-0c7b-45f3-b069-39d8d102e549', NULL),
	('0b394721-b003-4759-b3e5-71bb7c454e29', '69a5a57e-4ba2-47b1-a435-5d49f6d0a29e', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '4358199d-0c7b-45f3-b069-39d8d102e549', NULL),
	('d2900fe5-178f-43a5-9fac-f70cb53ede81', '818ad4bb-dc83-411d-b3b9-b2e1fcf18a62', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '998b5d65-f33f-4aa5-bc32-363bbe18e288', NULL),
	('1d41b110-1696-4305-9e89-3240cc24273a', 'fed37313-0cf6-4239-96af-353f8d4f97fe', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '998b5d65-f33f-4aa5-bc32-363bbe18e288', NULL),
	('ad43fa29-786d-4657-9321-96ad7c6f0dfc', 'fed37313-0cf6-4239-96af-353f8d4f97fe', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '998b5d65-f33f-4aa5-bc32-363bbe18e288', NULL),
	('a9e3e410-3f62-4cf5-9ca8-591dc7900b3e', 'fed37313-0cf6-4239-96af-353f8d4f97fe', 'node 3', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '998b5d65-f33f-4aa5-bc32-363bbe18e288', NULL),
	('95ff8ef5-bed6-417c-af3a-8c78e347fb1a', '750729eb-0183-4624-a27b-7443ef80044d', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '998b5d65-f33f-4aa5-bc32-363bbe18e288', NULL),
	('5da790ca-016d-4453-b6c9-e09315abc4be', '750729eb-0183-4624-a27b-7443ef80044d', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '998b5d65-f33f-4aa5-bc32-363bbe18e288', NULL),
	('1eeb30d6-b0a3-49c8-9557-51e0fc52c9d1', '0acbc67c-fcb1-46c2-bd98-bb2ac890c486', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '998b5d65-f33f-4aa5-bc32-363bbe18e288', NULL),
	('7a084a92-8cd4-404c-b6a4-8bd9b65ffcbc', '256fc8c6-8d33-42cf-be2f-f01bf3b3d365', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3217d787-7f1f-48c6-9d63-2e42df68e51b', NULL),
	('dcf01518-613b-4c44-9338-68e315cecd42', '5f77ed08-321a-4ab9-9384-869f82687929', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3217d787-7f1f-48c6-9d63-2e42df68e51b', NULL),
	('87e6237a-6bfa-4128-bd43-f7c0096833a7', '5f77ed08-321a-4ab9-9384-869f82687929', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3217d787-7f1f-48c6-9d63-2e42df68e51b', NULL),
	('1e0def9a-310d-41a4-9dad-2584cf81d844', '5f77ed08-321a-4ab9-9384-869f82687929', 'node 3', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3217d787-7f1f-48c6-9d63-2e42df68e51b', NULL),
	('359e07e8-57f7-4565-b7c3-4a0bf4ef6189', '6eea4e0b-e116-42ea-9df0-fb50bdf1d895', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3217d787-7f1f-48c6-9d63-2e42df68e51b', NULL),
	('7dc6382f-5f46-4213-852f-60765a8ca80a', '6eea4e0b-e116-42ea-9df0-fb50bdf1d895', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3217d787-7f1f-48c6-9d63-2e42df68e51b', NULL),
	('315c8e7a-f210-4175-a794-17735d5e20a9', '8297daad-717e-4fc6-8c9e-0e9b31cdf66d', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '3217d787-7f1f-48c6-9d63-2e42df68e51b', NULL),
	('8d5d27c8-3512-4d64-ad49-89d6f5f4229e', '622d8459-3438-46f9-83c8-258594a3e68e', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '96c13c56-e567-47b1-be5c-25b4b1b89a27', NULL),
	('ce1efa26-96e0-45cf-bb5b-ae8c751fa901', '2c826e01-1049-41de-9e78-0f63cb6316c0', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '96c13c56-e567-47b1-be5c-25b4b1b89a27', NULL),
	('e5ef6d9e-b55c-4e6b-b179-1edfe33ef9f0', '2c826e01-1049-41de-9e78-0f63cb6316c0', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '96c13c56-e567-47b1-be5c-25b4b1b89a27', NULL),
	('3f206b93-4ee2-4d3b-ad18-ba206e4cdec7', '2c826e01-1049-41de-9e78-0f63cb6316c0', 'node 3', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '96c13c56-e567-47b1-be5c-25b4b1b89a27', NULL),
	('d3eafcc1-6e71-4553-9d3a-21ae9200196e', '65033433-0992-4b5d-99ee-3c572af4d40e', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '96c13c56-e567-47b1-be5c-25b4b1b89a27', NULL),
	('2a3ea584-5bfa-486a-93f0-6c96bcd08ac3', '65033433-0992-4b5d-99ee-3c572af4d40e', 'node 2', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '96c13c56-e567-47b1-be5c-25b4b1b89a27', NULL),
	('09091b0a-43d5-4c84-a822-72d594db3b5c', 'c849292b-052c-4509-b2b1-834dd1eebe79', 'node 1', 'webhook', 'destination', 'succeeded', NULL, NULL, NULL, 1, 0, NULL, NULL, NULL, NULL, '96c13c56-e567-47b1-be5c-25b4b1b89a27', NULL);
INSERT INTO public.workflow_runs VALUES
	('01a22423-a2a6-7576-9120-7cdd628d6983', '01a22419-4c54-778e-acb0-25d719db70d4', '01a22423-1083-7123-8d64-5186be6e1966', '01a22423-10e7-7169-9c1c-05ef62923c45', '01a22423-a198-74cb-aa19-d27806db7bc3', 1, NULL, '01a22423-a2a6-7576-9120-788912ed6302', NULL, NULL, 'production', 'partially_failed', NULL, NULL, 4, 2, 2, 'http_4xx', false, '2026-11-28 21:51:17.603896+00', 1, NULL, 0, '2026-11-28 21:50:45.302+00', '2026-11-28 21:50:47.604+00', '2026-11-28 21:50:44.906+00', NULL),
	('a566670a-3f87-4f28-a256-c1ca4e3c703f', '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 1, NULL, '7173191b-3d18-4a99-a2b5-ddf09161605e', NULL, NULL, 'production', 'pending', NULL, NULL, 3, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('15f006e6-4043-425a-bb37-01b538f7f643', '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 1, NULL, '35825e71-8b7f-498d-8a45-b58097c55258', NULL, NULL, 'production', 'blocked_insufficient_compute_points', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('95b4d79e-e107-4d92-8981-d5d8d443b889', '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 1, NULL, '04ebae8c-a368-49fe-9c88-b31b3b7e39b5', NULL, NULL, 'production', 'blocked_plan_limits', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('3d995d41-0c3d-4ac1-8316-39f0a5dda660', '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 1, NULL, '65d4d9b0-c7df-473a-9e26-757d6325f3ab', NULL, NULL, 'production', 'running', NULL, NULL, 3, 1, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('a2a512e3-7bc4-47bf-a6d3-3e32a5a54d5e', '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 1, NULL, 'd9bcdd3f-650f-4ba1-aeab-7a819f9f2630', NULL, NULL, 'production', 'succeeded', NULL, NULL, 3, 3, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('9c15c448-0421-4e56-9bc4-004828cc899c', '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 1, NULL, '5090232f-4dbf-4a52-a409-7ddc91317740', NULL, NULL, 'production', 'partially_failed', NULL, NULL, 3, 2, 1, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('f0a6c98c-1dc3-4105-b955-f17ab2983444', '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 1, NULL, 'c2807a97-7c7e-4710-ab1f-70ef3a0a7b48', NULL, NULL, 'production', 'failed', NULL, NULL, 3, 0, 3, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('8c1cdbc6-2a23-444c-b894-8adc2d835f69', '8888e073-b74a-4b52-bc53-a56cb4e95a55', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 'c7147992-f1ff-440a-aa59-dfafb6d8680a', 1, NULL, '89a7ee4f-dcbb-4a89-91d5-984863f75299', NULL, NULL, 'production', 'cancelled', NULL, NULL, 3, 1, 2, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('cdb2b720-476e-437d-88ae-bc96e054ac90', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 1, NULL, '3d756330-69ee-4508-b6a0-f8dd51de0bb5', NULL, NULL, 'production', 'pending', NULL, NULL, 3, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('b3f86338-936b-49ba-89f5-f63a07cf756c', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 1, NULL, '4d506827-bd15-4c2c-878e-321c07946dec', NULL, NULL, 'production', 'blocked_insufficient_compute_points', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('6e029b70-bb78-4548-8c33-c635064b913a', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 1, NULL, 'b4989ca7-c09e-4b34-a142-57018b442295', NULL, NULL, 'production', 'blocked_plan_limits', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('0214dd9e-755f-453e-a559-b50de1219e8b', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 1, NULL, 'eeb6df0e-4bad-494b-a784-e4f79a429bbc', NULL, NULL, 'production', 'running', NULL, NULL, 3, 1, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('87651777-62db-43ed-86e5-53bd2c12a176', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 1, NULL, '129a7ea6-5726-49b9-8686-02421e504479', NULL, NULL, 'production', 'succeeded', NULL, NULL, 3, 3, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('3a12f121-86f8-4762-a94d-0419c396cee0', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 1, NULL, '25de5a9c-7335-4359-b461-780b50f5fdb6', NULL, NULL, 'production', 'partially_failed', NULL, NULL, 3, 2, 1, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('7fcd96ef-1eae-475c-a299-2e3ba6e2ccf5', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 1, NULL, '4a702b0e-e525-4f5a-8e1c-a39bc9f76281', NULL, NULL, 'production', 'failed', NULL, NULL, 3, 0, 3, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('4837a98d-e03a-4fb2-ae13-9b825b17a683', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', '1a6aa211-0b09-4221-bb34-52a7f8a41b4d', 1, NULL, '7878d91b-eb2f-407c-8827-349f336da3bb', NULL, NULL, 'production', 'cancelled', NULL, NULL, 3, 1, 2, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('a8c74de4-2a75-460d-8c9a-599c5dfe66dd', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 1, NULL, 'cf11edea-bf56-463f-bd96-e2b201d3e601', NULL, NULL, 'production', 'pending', NULL, NULL, 3, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('c3614855-2e7d-49ed-9635-a120b739386d', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 1, NULL, '340f0421-f754-4a97-8d56-3ebc9f2bdada', NULL, NULL, 'production', 'blocked_insufficient_compute_points', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('f7d22d2c-9bf3-4e7d-a2fd-0075ca18085b', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 1, NULL, '3f70c7f2-46e8-4251-9cc2-87b2684c3960', NULL, NULL, 'production', 'blocked_plan_limits', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('3357ef76-8f29-4732-a20a-870454b6ccb3', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 1, NULL, '97b001e9-af6d-4755-a97d-f4d48dfc713c', NULL, NULL, 'production', 'running', NULL, NULL, 3, 1, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('dcbc6d4c-237c-4416-b05b-aac25b488d06', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 1, NULL, 'ff778001-a3f7-4f33-a5cb-4e1e75d3dd75', NULL, NULL, 'production', 'succeeded', NULL, NULL, 3, 3, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('78ab3176-2449-47cd-a27f-7d041972665c', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 1, NULL, 'b4a414f6-930d-41ef-a79e-29efec762d12', NULL, NULL, 'production', 'partially_failed', NULL, NULL, 3, 2, 1, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('986ea0ab-db82-46bf-8b9d-2d79c899e62b', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 1, NULL, '4ef0b69e-48ea-4c7a-a37c-98aece27f3c6', NULL, NULL, 'production', 'failed', NULL, NULL, 3, 0, 3, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('d9a0e8d5-6c32-42b6-92cf-ddb025b65a4e', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', '3d9ca75c-c457-409c-abc2-cd31ff20dc01', 1, NULL, '58fbacce-00ab-4847-aa15-96af4a45bc96', NULL, NULL, 'production', 'cancelled', NULL, NULL, 3, 1, 2, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('b33e11f1-da16-4c27-9e57-4889850ef82d', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 1, NULL, '048ee4af-0cdd-4ab3-8139-24771be40c13', NULL, NULL, 'production', 'pending', NULL, NULL, 3, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('c57fde57-31d1-4900-9d8f-8710e5a390f2', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 1, NULL, '6b4c6660-babe-47c3-a7f7-512dc9fe064a', NULL, NULL, 'production', 'blocked_insufficient_compute_points', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('53e549c6-7c65-4f76-945f-061395409af0', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 1, NULL, 'af3653f4-d341-4189-9544-7627c6dbc112', NULL, NULL, 'production', 'blocked_plan_limits', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('81819fc6-7803-4def-8470-1884a4bcb17c', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 1, NULL, 'c5f36f1c-05da-4648-9594-8abfda753b62', NULL, NULL, 'production', 'running', NULL, NULL, 3, 1, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('3462b6dc-cfc8-4aee-b4bc-a24e24e33ae5', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 1, NULL, '8da2139c-b387-445f-9b94-35e38e633a90', NULL, NULL, 'production', 'succeeded', NULL, NULL, 3, 3, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('c8d611d8-ca2a-46ad-9682-9cbb0b756b40', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 1, NULL, '315045a6-5d65-4085-bf12-bb939296e71e', NULL, NULL, 'production', 'partially_failed', NULL, NULL, 3, 2, 1, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('c8365d07-dab0-44e9-92b7-d82e8b85ef64', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 1, NULL, 'af1aa7d2-b034-4fc2-bff8-7b4074c78aa3', NULL, NULL, 'production', 'failed', NULL, NULL, 3, 0, 3, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('76560463-2310-49a9-92f0-71e229f04d13', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', '7f431213-cb38-4c6c-b5b6-926195c8bc11', 1, NULL, 'd2cf5723-a497-4f32-ba07-51632b4bba63', NULL, NULL, 'production', 'cancelled', NULL, NULL, 3, 1, 2, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('fa9c38b9-0df0-4e78-8d4c-37f3c6388b1a', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', 1, NULL, '375c9a8d-6902-4b25-be6e-557dfa0b26db', NULL, NULL, 'production', 'pending', NULL, NULL, 3, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('f4b47f89-f4b8-41a7-938f-95801f683713', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', 1, NULL, '9f53bd07-8575-4706-a3e1-7653443ca021', NULL, NULL, 'production', 'blocked_insufficient_compute_points', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('07f9e777-40e2-45cf-839d-7af4e73e7a95', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', 1, NULL, 'a237fa2d-2047-4537-844f-616c9c5f4f35', NULL, NULL, 'production', 'blocked_plan_limits', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('48f8bb62-d3f8-46ea-889a-5226993c4d09', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', 1, NULL, '15e91f3f-0696-42e1-9076-9d41b74254e0', NULL, NULL, 'production', 'running', NULL, NULL, 3, 1, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('87b8bfb8-508d-4997-8486-17ead9c1a29a', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', 1, NULL, 'f7a48426-21d9-4625-8d43-d12757b6da63', NULL, NULL, 'production', 'succeeded', NULL, NULL, 3, 3, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('c5f88d33-f386-4764-8f16-8e1f797e1313', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', 1, NULL, '56da3c33-cc56-4922-9215-80571b69fe07', NULL, NULL, 'production', 'partially_failed', NULL, NULL, 3, 2, 1, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('e21f334b-e598-4801-8a82-31eb28525386', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', 1, NULL, '8e12b353-b430-478c-9109-f264c9072767', NULL, NULL, 'production', 'failed', NULL, NULL, 3, 0, 3, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('bf642eef-119c-424a-80d1-99b3097840d8', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', '3402073a-24fc-47bf-b7d7-85540206edb1', 1, NULL, '609d22de-5e9a-4831-8062-0e461e0a7b43', NULL, NULL, 'production', 'cancelled', NULL, NULL, 3, 1, 2, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('a1782295-8341-4de7-959f-136a72e71eea', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 1, NULL, '270263be-a506-45fb-8792-bcc7e318ef35', NULL, NULL, 'production', 'pending', NULL, NULL, 3, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('627d5940-d76c-4e4c-868d-e590103247b9', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 1, NULL, 'bbfdff41-6a42-4852-86a2-3fb120c3d627', NULL, NULL, 'production', 'blocked_insufficient_compute_points', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('12f89995-47e7-4d69-bcfd-bf9207ddf922', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 1, NULL, '19c960a3-0d45-4af2-8cc9-6e1902a16af4', NULL, NULL, 'production', 'blocked_plan_limits', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('d1658afc-87ef-4b43-883b-d7960f695b99', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 1, NULL, '06282f10-a1a0-4c9c-a097-d832387dfbf0', NULL, NULL, 'production', 'running', NULL, NULL, 3, 1, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('c9776db8-44c3-45a6-aa37-a230ff40f6e4', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 1, NULL, '963af7eb-9b06-4275-804e-efd678c4a353', NULL, NULL, 'production', 'succeeded', NULL, NULL, 3, 3, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('ce6e9890-092b-42e0-84f7-11888fa5c5d2', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 1, NULL, '31954caf-1e9e-439e-9167-798d1efa17d8', NULL, NULL, 'production', 'partially_failed', NULL, NULL, 3, 2, 1, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('e328bc46-8caf-446e-a664-1b36ee4f5be7', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 1, NULL, '53610890-024f-4365-80b1-f721fd973281', NULL, NULL, 'production', 'failed', NULL, NULL, 3, 0, 3, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('b6818ea0-f75d-4d91-8398-ca5a327a40f3', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 'f0b02cdf-da48-45aa-8235-5de47132ef04', 1, NULL, 'dc39dc9a-cf33-440a-a9c2-35ae1eca8f6d', NULL, NULL, 'production', 'cancelled', NULL, NULL, 3, 1, 2, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('a4ed10f2-0f16-4ff9-ba84-880be6cfa4cf', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 1, NULL, '162cc0cb-4b1e-4357-bee0-db52c40cfa80', NULL, NULL, 'production', 'pending', NULL, NULL, 3, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('21533f05-b7fc-40f4-a429-f10dce4c25c3', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 1, NULL, 'd56a5e42-f7a8-4a16-a909-901c3850e35f', NULL, NULL, 'production', 'blocked_insufficient_compute_points', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('456848fe-fc34-4108-8124-2bf2908dc065', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 1, NULL, 'cee61f1a-c45c-489c-9e7d-be64bbc224f1', NULL, NULL, 'production', 'blocked_plan_limits', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('cb197fe1-398b-4eb0-9a85-908c200414ec', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 1, NULL, 'a8e9422c-1f60-4472-aaad-ddad15645d7a', NULL, NULL, 'production', 'running', NULL, NULL, 3, 1, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('1f2d7d3c-c2d7-4e25-a865-19fd165c21ab', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 1, NULL, 'fb76272e-45b0-4146-949f-c1903fd78bce', NULL, NULL, 'production', 'succeeded', NULL, NULL, 3, 3, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('ac8982bf-e5b8-4e83-bd71-3984074a2353', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 1, NULL, 'ad84b127-f0c8-41bb-8173-68622a33da2a', NULL, NULL, 'production', 'partially_failed', NULL, NULL, 3, 2, 1, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('75e493c0-2192-4d39-901c-e23295b42794', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 1, NULL, 'cd6afbf9-f1fa-4bf2-abf2-7b266296469d', NULL, NULL, 'production', 'failed', NULL, NULL, 3, 0, 3, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('e66ce596-88d4-44e9-8d74-aa951ce7dd66', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', '683d7818-a8ba-4f5f-96fa-4984389a9c16', 1, NULL, '26385cd3-e837-4ead-9eb0-5a8299fcde83', NULL, NULL, 'production', 'cancelled', NULL, NULL, 3, 1, 2, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('c743f4b0-0631-450e-8d30-5df78a83971e', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 1, NULL, 'fc94d987-1a99-4e41-ac7e-f9babdb33c8e', NULL, NULL, 'production', 'pending', NULL, NULL, 3, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('da45c0b1-565a-4c70-8bd0-0b41ee30d596', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 1, NULL, 'cb1b45c1-5bc4-41aa-95a2-1f5f9f302d84', NULL, NULL, 'production', 'blocked_insufficient_compute_points', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('39e4e221-4914-49bb-bf11-1354e60ce866', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 1, NULL, 'c32bd8ec-6ac4-4735-9238-2072f6b345ca', NULL, NULL, 'production', 'blocked_plan_limits', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('7b0f6804-b457-4c21-ab89-4e1ee4cddaf1', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 1, NULL, '45406b20-fcd9-4e21-a723-9271ad863ea0', NULL, NULL, 'production', 'running', NULL, NULL, 3, 1, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('b01c9593-6448-40a6-b7b8-c2c807e771b0', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 1, NULL, 'c2cc493f-f10d-42df-b071-9ab52fc1c99d', NULL, NULL, 'production', 'succeeded', NULL, NULL, 3, 3, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('fbec9338-2752-430a-990f-1e4bd8fc4ef4', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 1, NULL, 'c2be9415-6f21-481b-a788-b9de76ed0d6e', NULL, NULL, 'production', 'partially_failed', NULL, NULL, 3, 2, 1, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('c144f83a-d0e9-45ed-b75e-c53544746a9d', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 1, NULL, 'e88d93bd-a9bf-47f1-a13d-ee7ad6e09d78', NULL, NULL, 'production', 'failed', NULL, NULL, 3, 0, 3, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('70656442-d66c-4387-b9a5-d273ca45211b', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 'c1ebaec1-b163-4d52-8589-83a2884d98f9', 1, NULL, '3059b50d-742e-45b8-9416-a5c941904554', NULL, NULL, 'production', 'cancelled', NULL, NULL, 3, 1, 2, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('894f9799-aa8c-4184-b1fa-9b277969250f', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', 1, NULL, '9f69b082-26f8-4396-a433-5a9a4801b9df', NULL, NULL, 'production', 'pending', NULL, NULL, 3, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('cdbdaaaf-19eb-4587-a7db-1d53d2585764', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', 1, NULL, '02e4abf8-65c7-4d0a-b6c9-6c2508e49f67', NULL, NULL, 'production', 'blocked_insufficient_compute_points', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('c7746138-ae8b-4da9-ac19-b67f3b608e47', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', 1, NULL, '2fe3ef3d-17ca-45b4-b6d9-34b3131793dc', NULL, NULL, 'production', 'blocked_plan_limits', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('730721de-86cb-4f01-8b80-a4997309437a', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', 1, NULL, '98a7a917-f8dc-41e9-b834-c5f25cdecd16', NULL, NULL, 'production', 'running', NULL, NULL, 3, 1, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('7146ea92-701a-45bd-91c3-701dd28a92a5', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', 1, NULL, 'b4df4209-9dcb-4603-8ec5-eb5d69cbd4c6', NULL, NULL, 'production', 'succeeded', NULL, NULL, 3, 3, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('e1fb37eb-67ad-4f26-a038-27f45febdaa4', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', 1, NULL, '229ef448-2e81-4450-af27-29ddeed92673', NULL, NULL, 'production', 'partially_failed', NULL, NULL, 3, 2, 1, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('35c697bc-e5ca-4c3a-9601-997963f6f9ea', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', 1, NULL, '944a54b9-4ee5-4cea-ae0a-577284e19d76', NULL, NULL, 'production', 'failed', NULL, NULL, 3, 0, 3, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('69a5a57e-4ba2-47b1-a435-5d49f6d0a29e', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', '4358199d-0c7b-45f3-b069-39d8d102e549', 1, NULL, '83b99180-0d6b-4c8f-960e-4b517ac7933a', NULL, NULL, 'production', 'cancelled', NULL, NULL, 3, 1, 2, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('ff3ef901-65f3-4587-a4cc-ca9b316cdf0c', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 1, NULL, '829695e5-591b-4a8b-8ce7-376299891c18', NULL, NULL, 'production', 'pending', NULL, NULL, 3, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('6760eee0-74da-4b60-8154-2a2be8914380', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 1, NULL, '21c75ff7-1767-4889-b3ca-356cd75bfe59', NULL, NULL, 'production', 'blocked_insufficient_compute_points', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('17206fb1-70a2-4e28-a3b4-99f2502b2c10', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 1, NULL, 'd8404c56-cfcb-41f7-8d74-cf005b2637df', NULL, NULL, 'production', 'blocked_plan_limits', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('818ad4bb-dc83-411d-b3b9-b2e1fcf18a62', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 1, NULL, 'c5255990-3e0b-4840-a85d-883a13c3d8aa', NULL, NULL, 'production', 'running', NULL, NULL, 3, 1, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('fed37313-0cf6-4239-96af-353f8d4f97fe', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 1, NULL, 'df650f3e-83fa-4692-8307-815d65086bfe', NULL, NULL, 'production', 'succeeded', NULL, NULL, 3, 3, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('750729eb-0183-4624-a27b-7443ef80044d', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 1, NULL, 'c71d5582-483f-4233-b6b8-4565055b745b', NULL, NULL, 'production', 'partially_failed', NULL, NULL, 3, 2, 1, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('115fb695-411e-42ca-bc8f-76149bd05281', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 1, NULL, '31efaec6-8cc1-43ee-a63a-61baac48522f', NULL, NULL, 'production', 'failed', NULL, NULL, 3, 0, 3, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('0acbc67c-fcb1-46c2-bd98-bb2ac890c486', '8888e073-b74a-4b52-bc53-a56cb4e95a55', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', '998b5d65-f33f-4aa5-bc32-363bbe18e288', 1, NULL, 'b7fcfd25-4329-4f9e-9453-ed9b4aaacd36', NULL, NULL, 'production', 'cancelled', NULL, NULL, 3, 1, 2, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('af78a6fe-cb17-4392-8f0d-0660c16e78bd', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 1, NULL, 'e3e26ffe-cd20-4af5-a36d-229921936099', NULL, NULL, 'production', 'pending', NULL, NULL, 3, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('bd77bd70-8aa3-402c-b461-0af73c933a86', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 1, NULL, '96cd3b65-3521-4a8c-add3-45a2aff3c0aa', NULL, NULL, 'production', 'blocked_insufficient_compute_points', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('3607213f-4b7a-4b92-b260-f60566dabe09', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 1, NULL, 'eaa3e8d6-ab57-440c-a055-e7920ff8cfba', NULL, NULL, 'production', 'blocked_plan_limits', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('256fc8c6-8d33-42cf-be2f-f01bf3b3d365', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 1, NULL, 'ef5d5f6a-cb9e-4c1e-978d-82078f478b3c', NULL, NULL, 'production', 'running', NULL, NULL, 3, 1, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('5f77ed08-321a-4ab9-9384-869f82687929', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 1, NULL, '212d1341-ee6a-4065-ac99-349093c9d9c6', NULL, NULL, 'production', 'succeeded', NULL, NULL, 3, 3, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('6eea4e0b-e116-42ea-9df0-fb50bdf1d895', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 1, NULL, '82a15461-7421-43a0-ac1d-fd9e95b43ee4', NULL, NULL, 'production', 'partially_failed', NULL, NULL, 3, 2, 1, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('b09411b9-274f-43e3-b5e9-539ab721d48f', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 1, NULL, 'fb1b195d-efbb-4ba8-aa18-72016d3ab2f9', NULL, NULL, 'production', 'failed', NULL, NULL, 3, 0, 3, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('8297daad-717e-4fc6-8c9e-0e9b31cdf66d', 'fdcbfa3d-c7e7-49c1-8486-a03f018f717d', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', '3217d787-7f1f-48c6-9d63-2e42df68e51b', 1, NULL, 'dc128771-b8e5-4cfd-bd8e-51ce9a29d753', NULL, NULL, 'production', 'cancelled', NULL, NULL, 3, 1, 2, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('44e16a22-ab0f-4f0a-924c-537ffb175837', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 1, NULL, 'ab3f2c80-ced3-4878-9cf8-5754127345d7', NULL, NULL, 'production', 'pending', NULL, NULL, 3, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('af83cecd-2061-4990-8e09-900e4a3ab054', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 1, NULL, '71f2ec14-e1ed-4f3a-b8cf-826cfdbe5bad', NULL, NULL, 'production', 'blocked_insufficient_compute_points', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('2d89ef70-5ef1-43b1-8272-d7f0c3e612a3', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 1, NULL, '93999c5e-51de-4193-bf76-29d7c21da34f', NULL, NULL, 'production', 'blocked_plan_limits', NULL, NULL, 0, 0, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('622d8459-3438-46f9-83c8-258594a3e68e', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 1, NULL, '6cb65461-d4b4-4254-8add-416d8e565447', NULL, NULL, 'production', 'running', NULL, NULL, 3, 1, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, NULL, '2026-11-28 21:52:56.14+00', NULL),
	('2c826e01-1049-41de-9e78-0f63cb6316c0', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 1, NULL, '20f3c449-9055-4417-b490-46e1ff8d8040', NULL, NULL, 'production', 'succeeded', NULL, NULL, 3, 3, 0, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('65033433-0992-4b5d-99ee-3c572af4d40e', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 1, NULL, '83820a08-6e61-4e18-b3bb-5f42f4fff6b0', NULL, NULL, 'production', 'partially_failed', NULL, NULL, 3, 2, 1, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('492ce4ed-f3d9-4c5c-a891-5343218a6d77', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 1, NULL, '8f9a8a14-1914-4a1b-9f8d-ae1ad23bb95e', NULL, NULL, 'production', 'failed', NULL, NULL, 3, 0, 3, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL),
	('c849292b-052c-4509-b2b1-834dd1eebe79', 'a2ab3814-0e38-459e-9668-6d6ab76734ef', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', '96c13c56-e567-47b1-be5c-25b4b1b89a27', 1, NULL, '0bb2c41b-0e1f-4b15-94ce-188a27bc6538', NULL, NULL, 'production', 'cancelled', NULL, NULL, 3, 1, 2, NULL, false, '2026-11-28 21:52:56.140383+00', 0, NULL, 0, NULL, '2026-11-28 21:52:56.14+00', '2026-11-28 21:52:56.14+00', NULL);
INSERT INTO public.workflow_signing_secrets VALUES
	('01a22423-10e7-7169-9c1c-05ef62923c45', 'crm', '\x01f8faf31dbfdee6f57a79441e677d3420db004ec7006809ef64d4f2036e13af9347baaedc03881d08f416297a0d82137c25398de6d89b417efd141286f1950cb5fcbf0eb18312d408dac768b618396eb2bf63', '2026-11-28 21:50:44.081+00'),
	('01a22423-10e7-7169-9c1c-05ef62923c45', 'log', '\x01f8faf31def42fa2862480cebaba275ff7ee411b45b5b10726fd88e9bb40e2b028efbc9bed8f58e99b37afdee5069ba18504cb04d6395eecfa062ae0000a3f0e7f6f1b2365e9218666061a38cfef10a18fa84', '2026-11-28 21:50:44.081+00');
INSERT INTO public.workflow_versions VALUES
	('01a22423-a198-74cb-aa19-d27806db7bc3', '01a22423-10e7-7169-9c1c-05ef62923c45', 1, '{"schema_version":1,"nodes":[{"id":"start","type":"submission_received","config":{}},{"id":"store","type":"database","config":{}},{"id":"crm","type":"webhook","config":{"url":"http://127.0.0.1:34571/gone"}},{"id":"log","type":"webhook","config":{"url":"http://127.0.0.1:34571/ok"}}],"edges":[{"id":"a","source":"start","target":"store"},{"id":"b","source":"start","target":"crm"},{"id":"c","source":"start","target":"log"}]}', '\xe044edd115cc824c9a90ec1a4de3cf4c673ae68368d6688c8842879e749d8f7b', 4, 0, 4, NULL, '2026-11-28 21:50:44.632+00', true);
INSERT INTO public.workflows VALUES
	('01a22423-00e9-729c-b313-6647b0966d12', '01a22423-004d-73f8-8ab0-12cbae197d1c', 1, '{"schema_version":1,"nodes":[{"id":"trigger","type":"submission_received","config":{}},{"id":"database","type":"database","config":{}}],"edges":[{"id":"trigger-database","source":"trigger","target":"database"}]}', 0, 0, NULL, '2026-11-28 21:50:03.341+00', 0, '2026-11-28 21:50:03.341+00'),
	('01a22423-10e7-7169-9c1c-05ef62923c45', '01a22423-1083-7123-8d64-5186be6e1966', 2, '{"schema_version":1,"nodes":[{"id":"start","type":"submission_received","config":{}},{"id":"store","type":"database","config":{}},{"id":"crm","type":"webhook","config":{"url":"http://127.0.0.1:34571/gone"}},{"id":"log","type":"webhook","config":{"url":"http://127.0.0.1:34571/ok"}}],"edges":[{"id":"a","source":"start","target":"store"},{"id":"b","source":"start","target":"crm"},{"id":"c","source":"start","target":"log"}]}', 0, 4, NULL, '2026-11-28 21:50:43.927+00', 1, '2026-11-28 21:50:07.491+00');
SELECT pg_catalog.setval('public.audit_events_id_seq', 9, true);
SELECT pg_catalog.setval('public.fields_id_seq', 2, true);
SELECT pg_catalog.setval('public.migrations_id_seq', 15, true);
SELECT pg_catalog.setval('public.point_ledger_id_seq', 199, true);
SELECT pg_catalog.setval('public.workflow_previous_signing_secrets_id_seq', 1, false);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT "PK_8c82d7f526340ab734260ea46be" PRIMARY KEY (id);
ALTER TABLE ONLY public.account_secrets
    ADD CONSTRAINT account_secrets_pkey PRIMARY KEY (account_id, name);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_name_key UNIQUE (name);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_key_forms
    ADD CONSTRAINT api_key_forms_pkey PRIMARY KEY (api_key_id, form_id);
ALTER TABLE ONLY public.api_key_secrets
    ADD CONSTRAINT api_key_secrets_pkey PRIMARY KEY (lookup_id);
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.app_secret_check
    ADD CONSTRAINT app_secret_check_pkey PRIMARY KEY (is_only);
ALTER TABLE ONLY public.applied_functions
    ADD CONSTRAINT applied_functions_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.audit_events
    ADD CONSTRAINT audit_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.claim_jobs
    ADD CONSTRAINT claim_jobs_pkey PRIMARY KEY (form_id);
ALTER TABLE ONLY public.console_secrets
    ADD CONSTRAINT console_secrets_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.erased_sources
    ADD CONSTRAINT erased_sources_pkey PRIMARY KEY (form_id, digest);
ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.export_leases
    ADD CONSTRAINT export_leases_pkey PRIMARY KEY (api_key_id);
ALTER TABLE ONLY public.export_links
    ADD CONSTRAINT export_links_form_id_token_digest_key UNIQUE (form_id, token_digest);
ALTER TABLE ONLY public.export_links
    ADD CONSTRAINT export_links_pkey PRIMARY KEY (form_id, id);
ALTER TABLE ONLY public.fields
    ADD CONSTRAINT fields_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.form_days
    ADD CONSTRAINT form_days_pkey PRIMARY KEY (form_id, day);
ALTER TABLE ONLY public.form_mismatches
    ADD CONSTRAINT form_mismatches_pkey PRIMARY KEY (form_id, kind, name, day);
ALTER TABLE ONLY public.form_stats
    ADD CONSTRAINT form_stats_pkey PRIMARY KEY (form_id);
ALTER TABLE ONLY public.forms
    ADD CONSTRAINT forms_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.idempotency_records
    ADD CONSTRAINT idempotency_records_pkey PRIMARY KEY (api_key_id, operation, key_hash);
ALTER TABLE ONLY public.import_leases
    ADD CONSTRAINT import_leases_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.imported_sources
    ADD CONSTRAINT imported_sources_pkey PRIMARY KEY (form_id, digest);
ALTER TABLE ONLY public.notification_mails
    ADD CONSTRAINT notification_mails_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (form_id, submission_id);
ALTER TABLE ONLY public.object_removals
    ADD CONSTRAINT object_removals_pkey PRIMARY KEY (object_name);
ALTER TABLE ONLY public.place_counts
    ADD CONSTRAINT place_counts_pkey PRIMARY KEY (form_id, field, option);
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.point_ledger
    ADD CONSTRAINT point_ledger_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.repeated_texts
    ADD CONSTRAINT repeated_texts_pkey PRIMARY KEY (account_id, digest, seen_at, form_id, submission_id);
ALTER TABLE ONLY public.restore_check
    ADD CONSTRAINT restore_check_pkey PRIMARY KEY (is_only);
ALTER TABLE ONLY public.retired_submission_tokens
    ADD CONSTRAINT retired_submission_tokens_pkey PRIMARY KEY (form_id, digest);
ALTER TABLE ONLY public.spent_challenges
    ADD CONSTRAINT spent_challenges_pkey PRIMARY KEY (form_id, nonce);
ALTER TABLE ONLY public.submission_claims
    ADD CONSTRAINT submission_claims_pkey PRIMARY KEY (form_id, digest, submission_id);
ALTER TABLE ONLY public.submission_deletions
    ADD CONSTRAINT submission_deletions_pkey PRIMARY KEY (form_id, change_number);
ALTER TABLE ONLY public.submission_files
    ADD CONSTRAINT submission_files_pkey PRIMARY KEY (form_id, submission_id, id);
ALTER TABLE ONLY public.submission_keys
    ADD CONSTRAINT submission_keys_pkey PRIMARY KEY (form_id, key_hash);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_pkey PRIMARY KEY (form_id, id);
ALTER TABLE ONLY public.workflow_channels
    ADD CONSTRAINT workflow_channels_pkey PRIMARY KEY (workflow_id, node_id);
ALTER TABLE ONLY public.workflow_previous_signing_secrets
    ADD CONSTRAINT workflow_previous_signing_secrets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.workflow_run_steps
    ADD CONSTRAINT workflow_run_steps_pkey PRIMARY KEY (run_id, form_id, node_id);
ALTER TABLE ONLY public.workflow_runs
    ADD CONSTRAINT workflow_runs_pkey PRIMARY KEY (id, form_id);
ALTER TABLE ONLY public.workflow_signing_secrets
    ADD CONSTRAINT workflow_signing_secrets_pkey PRIMARY KEY (workflow_id, node_id);
ALTER TABLE ONLY public.workflow_versions
    ADD CONSTRAINT workflow_versions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.workflow_versions
    ADD CONSTRAINT workflow_versions_workflow_id_version_key UNIQUE (workflow_id, version);
ALTER TABLE ONLY public.workflows
    ADD CONSTRAINT workflows_form_id_key UNIQUE (form_id);
ALTER TABLE ONLY public.workflows
    ADD CONSTRAINT workflows_pkey PRIMARY KEY (id);
CREATE INDEX api_key_forms_form_id_idx ON public.api_key_forms USING btree (form_id);
CREATE INDEX api_key_secrets_api_key_id_idx ON public.api_key_secrets USING btree (api_key_id);
CREATE INDEX api_keys_account_id_idx ON public.api_keys USING btree (account_id, created_at DESC, id DESC, revoked_at, expires_at) WHERE (NOT is_console);
CREATE UNIQUE INDEX api_keys_console_idx ON public.api_keys USING btree (account_id) WHERE is_console;
CREATE INDEX api_keys_created_by_key_id_idx ON public.api_keys USING btree (created_by_key_id, created_at DESC, id DESC) WHERE (created_by_key_id IS NOT NULL);
CREATE INDEX api_keys_revoked_idx ON public.api_keys USING btree (account_id, created_at DESC, id DESC) WHERE ((revoked_at IS NOT NULL) AND (NOT is_console));
CREATE INDEX audit_events_created_at_idx ON public.audit_events USING btree (created_at);
CREATE INDEX audit_events_newest_idx ON public.audit_events USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX audit_events_of_action_idx ON public.audit_events USING btree (account_id, action, created_at DESC, id DESC);
CREATE INDEX audit_events_of_key_idx ON public.audit_events USING btree (account_id, api_key_id, created_at DESC, id DESC);
CREATE INDEX audit_events_of_resource_idx ON public.audit_events USING btree (account_id, COALESCE(resource_id, (form_id)::text), created_at DESC, id DESC);
CREATE INDEX console_secrets_expires_at_idx ON public.console_secrets USING btree (expires_at);
CREATE INDEX console_secrets_key_idx ON public.console_secrets USING btree (api_key_id);
CREATE INDEX console_secrets_key_secret_idx ON public.console_secrets USING btree (key_secret_id);
CREATE UNIQUE INDEX erasure_ledger_single_idx ON public.erasure_ledger USING btree ((true));
CREATE INDEX erasures_account_idx ON public.erasures USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX erasures_open_idx ON public.erasures USING btree (account_id, due_at, id) WHERE (completed_at IS NULL);
CREATE INDEX export_links_key_idx ON public.export_links USING btree (api_key_id);
CREATE UNIQUE INDEX fields_form_id_name_key ON public.fields USING btree (form_id, name) WHERE (deleted_at IS NULL);
CREATE INDEX fields_form_id_position_idx ON public.fields USING btree (form_id, "position") WHERE (deleted_at IS NULL);
CREATE INDEX form_days_day_idx ON public.form_days USING btree (day);
CREATE INDEX form_mismatches_day_idx ON public.form_mismatches USING btree (day);
CREATE INDEX forms_account_idx ON public.forms USING btree (account_id, id);
CREATE INDEX forms_account_newest_idx ON public.forms USING btree (account_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX forms_deleted_idx ON public.forms USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX forms_name_search_idx ON public.forms USING gin (name public.gin_trgm_ops) WITH (fastupdate=off) WHERE (deleted_at IS NULL);
CREATE INDEX forms_retention_idx ON public.forms USING btree (id) WHERE ((settings ? 'retention'::text) AND (deleted_at IS NULL));
CREATE INDEX idempotency_records_expires_at_idx ON public.idempotency_records USING btree (expires_at);
CREATE INDEX imported_sources_submission_idx ON public.imported_sources USING btree (form_id, submission_id);
CREATE INDEX notification_mails_account_idx ON public.notification_mails USING btree (account_id, sent_at);
CREATE INDEX notification_mails_form_idx ON public.notification_mails USING btree (form_id, sent_at);
CREATE INDEX notification_mails_sent_at_idx ON public.notification_mails USING btree (sent_at);
CREATE INDEX notifications_due_idx ON public.notifications USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX notifications_form_due_idx ON public.notifications USING btree (form_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX object_removals_due_at_idx ON public.object_removals USING btree (due_at);
CREATE INDEX point_ledger_account_id_idx ON public.point_ledger USING btree (account_id, id);
CREATE INDEX point_ledger_consumed_idx ON public.point_ledger USING btree (account_id, created_at) INCLUDE (points) WHERE (kind = 'consume'::text);
CREATE UNIQUE INDEX point_ledger_once_key ON public.point_ledger USING btree (run_id, kind, COALESCE(step_id, run_id)) WHERE (run_id IS NOT NULL);
CREATE UNIQUE INDEX point_ledger_opening_key ON public.point_ledger USING btree (account_id) WHERE (kind = 'opening'::text);
CREATE INDEX repeated_texts_seen_at_idx ON public.repeated_texts USING btree (seen_at);
CREATE INDEX spent_challenges_spent_at_idx ON public.spent_challenges USING btree (spent_at);
CREATE UNIQUE INDEX submission_claims_holder_key ON public.submission_claims USING btree (form_id, digest) WHERE holds;
CREATE INDEX submission_claims_submission_idx ON public.submission_claims USING btree (form_id, submission_id);
CREATE INDEX submission_deletions_changed_at_idx ON public.submission_deletions USING btree (changed_at);
CREATE INDEX submission_files_object_name_idx ON public.submission_files USING btree (object_name);
CREATE INDEX submission_keys_expires_at_idx ON public.submission_keys USING btree (expires_at);
CREATE INDEX submissions_accepted_newest_idx ON public.submissions USING btree (form_id, received_at DESC, id DESC) WHERE (state = 'accepted'::text);
CREATE INDEX submissions_accepted_read_idx ON public.submissions USING btree (form_id, received_at DESC, id DESC) WHERE ((state = 'accepted'::text) AND (read_at IS NOT NULL));
CREATE INDEX submissions_accepted_source_idx ON public.submissions USING btree (form_id, source, received_at DESC, id DESC) WHERE (state = 'accepted'::text);
CREATE INDEX submissions_accepted_unread_idx ON public.submissions USING btree (form_id, received_at DESC, id DESC) WHERE ((state = 'accepted'::text) AND (read_at IS NULL));
CREATE INDEX submissions_changes_idx ON public.submissions USING btree (form_id, change_number, id);
CREATE INDEX submissions_held_at_idx ON public.submissions USING btree (held_at) WHERE (state = 'quarantined'::text);
CREATE INDEX submissions_quarantined_idx ON public.submissions USING btree (form_id, received_at DESC, id DESC) WHERE (state = 'quarantined'::text);
CREATE INDEX workflow_previous_signing_secrets_node_idx ON public.workflow_previous_signing_secrets USING btree (workflow_id, node_id);
CREATE INDEX workflow_runs_attention_idx ON public.workflow_runs USING btree (form_id, created_at DESC, id DESC) WHERE ((status = ANY (ARRAY['failed'::text, 'partially_failed'::text])) OR has_uncertain);
CREATE INDEX workflow_runs_blocked_idx ON public.workflow_runs USING btree (account_id, created_at, id) WHERE (status = ANY (ARRAY['blocked_insufficient_compute_points'::text, 'blocked_plan_limits'::text]));
CREATE INDEX workflow_runs_completed_idx ON public.workflow_runs USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE INDEX workflow_runs_due_idx ON public.workflow_runs USING btree (due_at) WHERE (status = ANY (ARRAY['pending'::text, 'running'::text]));
CREATE INDEX workflow_runs_ended_idx ON public.workflow_runs USING btree (form_id, status, created_at DESC, id DESC) WHERE (status = ANY (ARRAY['succeeded'::text, 'partially_failed'::text, 'failed'::text, 'cancelled'::text]));
CREATE INDEX workflow_runs_ended_points_idx ON public.workflow_runs USING btree (form_id, consumed_points, created_at DESC, id DESC) WHERE (status = ANY (ARRAY['succeeded'::text, 'partially_failed'::text, 'failed'::text, 'cancelled'::text]));
CREATE INDEX workflow_runs_ended_version_idx ON public.workflow_runs USING btree (form_id, workflow_version, created_at DESC, id DESC) WHERE (status = ANY (ARRAY['succeeded'::text, 'partially_failed'::text, 'failed'::text, 'cancelled'::text]));
CREATE INDEX workflow_runs_newest_idx ON public.workflow_runs USING btree (form_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX workflow_runs_of_submission_key ON public.workflow_runs USING btree (form_id, submission_id, (
CASE
    WHEN ((run_kind = 'production'::text) AND (retry_of_run_id IS NULL)) THEN '00000000-0000-0000-0000-000000000000'::uuid
    ELSE id
END));
CREATE INDEX workflow_runs_open_tests_idx ON public.workflow_runs USING btree (account_id) WHERE ((run_kind = 'test'::text) AND (status = ANY (ARRAY['pending'::text, 'running'::text])));
CREATE INDEX workflow_runs_retry_idx ON public.workflow_runs USING btree (retry_of_run_id) WHERE (retry_of_run_id IS NOT NULL);
CREATE INDEX workflow_runs_tests_idx ON public.workflow_runs USING btree (form_id, created_at DESC, id DESC) WHERE (run_kind = 'test'::text);
CREATE INDEX workflow_runs_uncertain_idx ON public.workflow_runs USING btree (form_id, created_at DESC, id DESC) WHERE has_uncertain;
CREATE TRIGGER accounts_with_movements_stay BEFORE DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION public.keep_account_of_ledger();
CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER forms_delete_their_submissions AFTER DELETE ON public.forms FOR EACH ROW EXECUTE FUNCTION public.delete_submissions_of_form();
CREATE TRIGGER point_ledger_is_append_only BEFORE UPDATE ON public.point_ledger FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER point_ledger_shrinks_by_folding BEFORE DELETE ON public.point_ledger FOR EACH ROW WHEN ((current_setting('points.is_folding'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER submission_files_remove_objects AFTER DELETE ON public.submission_files REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION public.remove_object_of_deleted_file();
CREATE TRIGGER submissions_carry_imported_source BEFORE INSERT ON public.submissions FOR EACH ROW WHEN ((new.source = 'import'::text)) EXECUTE FUNCTION public.carry_imported_source();
CREATE TRIGGER workflow_run_steps_move_legally BEFORE UPDATE OF status ON public.workflow_run_steps FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION public.refuse_illegal_move('pending>running', 'pending>skipped', 'pending>cancelled', 'running>waiting', 'running>succeeded', 'running>failed', 'running>uncertain', 'running>cancelled', 'waiting>running', 'waiting>succeeded', 'waiting>failed', 'waiting>cancelled');
CREATE TRIGGER workflow_runs_give_back_points BEFORE DELETE ON public.workflow_runs FOR EACH ROW WHEN ((old.reserved_points > (old.consumed_points + old.released_points))) EXECUTE FUNCTION public.release_points_of_deleted_run();
CREATE TRIGGER workflow_runs_move_legally BEFORE UPDATE OF status ON public.workflow_runs FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION public.refuse_illegal_move('pending>running', 'pending>blocked_insufficient_compute_points', 'pending>blocked_plan_limits', 'pending>cancelled', 'blocked_insufficient_compute_points>pending', 'blocked_insufficient_compute_points>failed', 'blocked_insufficient_compute_points>cancelled', 'blocked_plan_limits>pending', 'blocked_plan_limits>failed', 'blocked_plan_limits>cancelled', 'running>succeeded', 'running>partially_failed', 'running>failed', 'running>cancelled');
CREATE TRIGGER workflow_versions_are_immutable BEFORE UPDATE ON public.workflow_versions FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
ALTER TABLE ONLY public.account_secrets
    ADD CONSTRAINT account_secrets_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_plan_fkey FOREIGN KEY (plan) REFERENCES public.plans(name);
ALTER TABLE ONLY public.api_key_forms
    ADD CONSTRAINT api_key_forms_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.api_key_forms
    ADD CONSTRAINT api_key_forms_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.api_key_secrets
    ADD CONSTRAINT api_key_secrets_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_created_by_key_id_fkey FOREIGN KEY (created_by_key_id) REFERENCES public.api_keys(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.claim_jobs
    ADD CONSTRAINT claim_jobs_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.console_secrets
    ADD CONSTRAINT console_secrets_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.console_secrets
    ADD CONSTRAINT console_secrets_key_secret_id_fkey FOREIGN KEY (key_secret_id) REFERENCES public.api_key_secrets(lookup_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.erased_sources
    ADD CONSTRAINT erased_sources_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.export_leases
    ADD CONSTRAINT export_leases_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.export_links
    ADD CONSTRAINT export_links_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.export_links
    ADD CONSTRAINT export_links_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.fields
    ADD CONSTRAINT fields_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.form_days
    ADD CONSTRAINT form_days_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.form_mismatches
    ADD CONSTRAINT form_mismatches_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.form_stats
    ADD CONSTRAINT form_stats_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.forms
    ADD CONSTRAINT forms_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE RESTRICT;
ALTER TABLE ONLY public.idempotency_records
    ADD CONSTRAINT idempotency_records_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES public.api_keys(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.import_leases
    ADD CONSTRAINT import_leases_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.imported_sources
    ADD CONSTRAINT imported_sources_form_id_submission_id_fkey FOREIGN KEY (form_id, submission_id) REFERENCES public.submissions(form_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.notification_mails
    ADD CONSTRAINT notification_mails_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_form_id_submission_id_fkey FOREIGN KEY (form_id, submission_id) REFERENCES public.submissions(form_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.place_counts
    ADD CONSTRAINT place_counts_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.repeated_texts
    ADD CONSTRAINT repeated_texts_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.retired_submission_tokens
    ADD CONSTRAINT retired_submission_tokens_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.spent_challenges
    ADD CONSTRAINT spent_challenges_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.submission_claims
    ADD CONSTRAINT submission_claims_form_id_submission_id_fkey FOREIGN KEY (form_id, submission_id) REFERENCES public.submissions(form_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.submission_deletions
    ADD CONSTRAINT submission_deletions_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.submission_files
    ADD CONSTRAINT submission_files_form_id_submission_id_fkey FOREIGN KEY (form_id, submission_id) REFERENCES public.submissions(form_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.workflow_channels
    ADD CONSTRAINT workflow_channels_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES public.workflows(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.workflow_previous_signing_secrets
    ADD CONSTRAINT workflow_previous_signing_secrets_workflow_id_node_id_fkey FOREIGN KEY (workflow_id, node_id) REFERENCES public.workflow_signing_secrets(workflow_id, node_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.workflow_run_steps
    ADD CONSTRAINT workflow_run_steps_run_id_form_id_fkey FOREIGN KEY (run_id, form_id) REFERENCES public.workflow_runs(id, form_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.workflow_runs
    ADD CONSTRAINT workflow_runs_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.workflow_signing_secrets
    ADD CONSTRAINT workflow_signing_secrets_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES public.workflows(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.workflow_versions
    ADD CONSTRAINT workflow_versions_workflow_id_fkey FOREIGN KEY (workflow_id) REFERENCES public.workflows(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.workflows
    ADD CONSTRAINT workflows_form_id_fkey FOREIGN KEY (form_id) REFERENCES public.forms(id) ON DELETE CASCADE;
RESET check_function_bodies;
