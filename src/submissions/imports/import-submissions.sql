-- Stores a batch of imported submissions of one form with its counters, and returns for each what became of it: `stored`, `there` when its
-- source was imported before `started_at`, `repeated` when it was since, or when the row says so, `erased` when that has been erased, `old`
-- when the row says so, or `duplicate` when its value is taken. Places count and never refuse, and neither the quota nor the status of the
-- form does. Null when the form is gone, or not at the revision by which the values were validated.
-- `SubmissionWritesRepository.import` calls it.
create or replace function import_submissions(form uuid, form_revision integer, batch json, is_read boolean) returns text[] language plpgsql as $$
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
      select r.id, r.fields, r.other_values, r.other_values_dropped, least(coalesce(r.received_at, at), at) as received_at,
          r.source_digest, r.unique_digest, coalesce(r.started_at, 'infinity') as started_at, r.is_old, r.is_repeated
        from rows from (
          json_to_recordset(batch) as (
            id uuid, fields json, other_values json, other_values_dropped text[], received_at timestamptz(3), source_digest bytea,
            unique_digest bytea, started_at timestamptz, is_old boolean, is_repeated boolean
          )
        ) with ordinality r
        order by r.ordinality
    loop
      outcome := case
        when exists (select from erased_sources e where e.form_id = form and e.digest = imported.source_digest) then 'erased'
        when exists (
          select from imported_sources i join submissions s on s.form_id = i.form_id and s.id = i.submission_id
            where i.form_id = form and i.digest = imported.source_digest and s.imported_at < imported.started_at
        ) then 'there'
        when imported.is_repeated then 'repeated'
        when exists (select from imported_sources i where i.form_id = form and i.digest = imported.source_digest) then 'repeated'
        when imported.is_old then 'old'
        when exists (
          select from unique_values c where c.form_id = form and c.digest = imported.unique_digest and c.holds
        ) then 'duplicate'
        else 'stored'
      end;
      outcomes := outcomes || outcome;
      continue when outcome <> 'stored';

      number := number + 1;
      insert into submissions (id, form_id, source, fields, other_values, other_values_dropped, file_count, received_at, imported_at, read_at, state,
          inserted_number, change_number, changed_at)
        values (imported.id, form, 'api', imported.fields, imported.other_values, imported.other_values_dropped, 0, imported.received_at, at,
          case when is_read then at end, 'accepted', number, number, at);
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
