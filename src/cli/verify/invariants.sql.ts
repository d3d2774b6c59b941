/** Selects violations of the invariants of compute points. An opening balance may contain all movements of a run that ended long ago. */
export const POINT_VIOLATIONS = `
  with balances as (
    select a.id, a.points_balance as balance, p.points_per_month as allowance,
      coalesce(sum(case l.kind when 'consume' then 0 when 'reserve' then -l.points else l.points end), 0) as total
    from accounts a join plans p on p.name = a.plan left join point_ledger l on l.account_id = a.id
    group by a.id, p.name
  ), ledger as (
    select run_id, array_agg(distinct account_id) as account_ids,
      coalesce(sum(points) filter (where kind = 'reserve'), 0) as reserved,
      coalesce(sum(points) filter (where kind = 'consume'), 0) as consumed,
      coalesce(sum(points) filter (where kind = 'release'), 0) as released
    from point_ledger where run_id is not null group by run_id
  ), runs as (
    select r.id, r.account_id, r.status, r.reserved_points as reserved, r.consumed_points as consumed, r.released_points as released,
      r.status in ('succeeded', 'partially_failed', 'failed', 'cancelled') as is_over,
      (select coalesce(sum(billed_points), 0) from workflow_run_steps s where s.run_id = r.id) as billed
    from workflow_runs r
  ), folded as (
    select r.id from workflow_runs r join point_ledger opening on opening.account_id = r.account_id and opening.kind = 'opening'
    where r.completed_at < opening.created_at and not exists (select from ledger l where l.run_id = r.id)
  )
  select 'a balance is negative' as violation, id as subject, to_json(b) as found from balances b where balance < 0
  union all
  select 'the ledger does not add up to the balance', id, to_json(b) from balances b where balance <> total
  union all
  select 'a balance is limited and its plan is not, or the other way round', id, to_json(b) from balances b
    where (balance is null) <> (allowance is null)
  union all
  select 'a run and its ledger differ', r.id, json_build_object('run', r, 'ledger', l)
    from runs r left join ledger l on l.run_id = r.id
    where (r.reserved, r.consumed, r.released) is distinct from
      (coalesce(l.reserved, 0), coalesce(l.consumed, 0), coalesce(l.released, 0))
      and not exists (select from folded f where f.id = r.id)
  union all
  select 'a run moved points of another account', r.id, json_build_object('run', r, 'ledger', l)
    from runs r join ledger l on l.run_id = r.id where l.account_ids <> array[r.account_id]
  union all
  select 'a deleted run kept points', l.run_id, to_json(l) from ledger l
    where not exists (select from runs r where r.id = l.run_id) and l.reserved <> l.consumed + l.released
  union all
  select 'a run used more than it reserved', id, to_json(r) from runs r where reserved < consumed + released
  union all
  select 'a run kept points when it ended', id, to_json(r) from runs r where is_over and reserved <> consumed + released
  union all
  select 'a blocked run holds points', id, to_json(r) from runs r where status like 'blocked%' and reserved <> 0
  union all
  select 'the steps of a run do not add up to what it consumed', id, to_json(r) from runs r where consumed <> billed
  union all
  select 'a step and its ledger differ', s.id, json_build_object('billed', s.billed_points, 'ledger', l.points)
    from workflow_run_steps s left join point_ledger l on l.run_id = s.run_id and l.step_id = s.id
    where s.billed_points <> coalesce(l.points, 0) and not exists (select from folded f where f.id = s.run_id)`;

/**
 * Invariants that hold at any time, even while the service runs. Each statement reads one snapshot and returns the violations with the id
 * of the affected row. Forms in deletion are left out, since their counters are not maintained.
 */
export const INVARIANTS: Readonly<Record<string, string>> = {
  'counters of forms': `
    select 'the counters of a form and its submissions differ' as violation, s.form_id as subject,
      json_build_object('counters', s, 'counted', counted) as found
    from form_stats s join forms f on f.id = s.form_id and f.deleted_at is null
      left join (
        select form_id, count(*) as total, count(*) filter (where read_at is null) as unread, max(received_at) as latest
        from submissions where state = 'accepted' group by form_id
      ) counted on counted.form_id = s.form_id
    where (s.submissions_count, s.unread_count, s.latest_submission_at)
      is distinct from (coalesce(counted.total, 0), coalesce(counted.unread, 0), counted.latest)`,

  'bytes of files by form': `
    select 'the counter of a form and the bytes of its files differ' as violation, s.form_id as subject,
      json_build_object('counter', s.stored_bytes, 'counted', coalesce(c.bytes, 0)) as found
    from form_stats s join forms f on f.id = s.form_id and f.deleted_at is null
      left join (select form_id, sum(size_bytes) as bytes from submission_files group by form_id) c on c.form_id = s.form_id
    where s.stored_bytes <> coalesce(c.bytes, 0)`,

  'values and places': `
    select 'the places taken and the accepted submissions differ' as violation, form_id as subject,
      json_build_object('field', field, 'option', option, 'taken', p.taken, 'counted', c.taken) as found
    from place_counts p
      full join (
        select f.id as form_id, o.field, o.option, count(*) as taken
          from forms f
            join submissions s on s.form_id = f.id and s.state = 'accepted'
            cross join lateral chosen_options(f.settings -> 'intake', s.fields) o
          where f.settings -> 'intake' ? 'places'
          group by 1, 2, 3
      ) c using (form_id, field, option)
    where coalesce(p.taken, 0) <> coalesce(c.taken, 0) and form_id in (select id from forms where deleted_at is null)
    union all
    select 'a quarantined submission has a unique value', s.id, json_build_object('form_id', s.form_id)
    from unique_values c join submissions s on s.form_id = c.form_id and s.id = c.submission_id
    where s.state <> 'accepted'
    union all
    select 'nobody holds a value that was claimed', f.id, json_build_object('digest', c.digest)
    from unique_values c join forms f on f.id = c.form_id and f.deleted_at is null
    group by f.id, c.digest having not bool_or(c.holds)`,

  corrections: `
    select 'the number of corrections and the corrections differ' as violation, s.id as subject,
      json_build_object('form_id', s.form_id, 'edit_count', s.edit_count, 'counted', coalesce(e.counted, 0), 'last', e.last) as found
    from submissions s
      left join (
        select form_id, submission_id, count(*) as counted, max(number) as last from submission_edits group by form_id, submission_id
      ) e on e.form_id = s.form_id and e.submission_id = s.id
    where (s.edit_count, s.edit_count) is distinct from (coalesce(e.counted, 0), coalesce(e.last, 0))`,

  'change numbers': `
    select 'a submission has a number that its form has not given yet' as violation, s.id as subject,
      json_build_object('form_id', s.form_id, 'change_number', s.change_number, 'last', c.change_number) as found
    from submissions s join form_stats c on c.form_id = s.form_id
    where greatest(s.change_number, s.inserted_number) > c.change_number
    union all
    select 'two changes have one number', form_id, json_build_object('change_number', change_number)
    from (
      select form_id, change_number from submissions
      union all
      select form_id, change_number from submission_deletions
    ) changes
    group by form_id, change_number having count(*) > 1`,

  'counters of days': `
    select 'a day has more submissions than were counted' as violation, form_id as subject,
      json_build_object('day', day, 'found', found, 'counted', coalesce(counted, 0)) as found
    from (
      select form_id, (received_at at time zone 'utc')::date as day, count(*) as found
        from submissions where received_at > now() - interval '90 days' and not is_unconfirmed
        group by 1, 2
    ) received
      left join (
        select form_id, day, sum(counted) as counted from (
          select form_id, day, accepted + quarantined as counted from form_days
          union all
          select form_id, day, day_accepted + day_quarantined from form_stats
        ) days group by 1, 2
      ) days using (form_id, day)
    where found > coalesce(counted, 0) and form_id in (select id from forms where deleted_at is null)`,

  'file counts of submissions': `
    select 'the file count of a submission and its files differ' as violation, s.id as subject,
      json_build_object('form_id', s.form_id, 'file_count', s.file_count, 'counted', coalesce(counted.total, 0)) as found
    from submissions s
      left join (select form_id, submission_id, count(*) as total from submission_files group by form_id, submission_id) counted
        on counted.form_id = s.form_id and counted.submission_id = s.id
    where s.file_count <> coalesce(counted.total, 0)`,

  'removals of objects': `
    select 'the object of a file is scheduled for removal' as violation, f.id as subject, to_json(r) as found
    from submission_files f join object_removals r on r.object_name = f.object_name`,

  'compute points': POINT_VIOLATIONS,

  'workflows and runs': `
    select 'a run has ended, and one of its steps has not' as violation, s.id as subject,
      json_build_object('run_id', r.id, 'run', r.status, 'step', s.status) as found
    from workflow_runs r join workflow_run_steps s on s.run_id = r.id
    where r.completed_at is not null and s.status in ('pending', 'running', 'waiting')
    union all
    select 'a run has no submission', r.id, json_build_object('form_id', r.form_id, 'submission_id', r.submission_id)
    from workflow_runs r join forms f on f.id = r.form_id and f.deleted_at is null
    where r.run_kind = 'production'
      and not exists (select from submissions s where s.form_id = r.form_id and s.id = r.submission_id)
    union all
    select 'a workflow has no published version', w.id, json_build_object('published_version', w.published_version)
    from workflows w
    where w.published_version > 0
      and not exists (select from workflow_versions v where v.workflow_id = w.id and v.version = w.published_version)`,
};
