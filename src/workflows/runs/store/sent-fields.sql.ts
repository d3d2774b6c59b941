/**
 * The values of submission `s` that run `r` has: those that it began with, or that an earlier run of its chain has tried to deliver, since
 * a receiver takes all of their attempts for one delivery. Null where these are the present values.
 */
export const SENT_FIELDS = `(
  select e.fields_before from submission_edits e
  where s.edit_count > 0 and e.form_id = r.form_id and e.submission_id = r.submission_id and e.run_ids && array(
    select r.id
    union all
    select tried.id from workflow_runs tried
    where tried.form_id = r.form_id and tried.submission_id = r.submission_id and r.origin_run_id in (tried.id, tried.origin_run_id)
      and exists (select from workflow_run_steps step where step.form_id = tried.form_id and step.run_id = tried.id and step.attempt_count > 0))
  order by e.number limit 1)`;
