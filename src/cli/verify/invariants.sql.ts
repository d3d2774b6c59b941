import { POINT_VIOLATIONS } from './point-invariants.sql';

/**
 * Invariants that hold at any time, also while the service is running: each statement sees one snapshot and returns the
 * violations with the id of what is affected. Forms that are being purged are left out, since their counters are not
 * kept.
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
    select 'a quarantined submission has claimed a value', s.id, json_build_object('form_id', s.form_id)
    from submission_claims c join submissions s on s.form_id = c.form_id and s.id = c.submission_id
    where s.state <> 'accepted'
    union all
    select 'nobody holds a value that was claimed', f.id, json_build_object('digest', c.digest)
    from submission_claims c join forms f on f.id = c.form_id and f.deleted_at is null
    group by f.id, c.digest having not bool_or(c.holds)`,

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
        from submissions where received_at > now() - interval '90 days'
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
