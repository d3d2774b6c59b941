-- The options that the values of a submission choose and that have no places left, by field. `judge_submissions` and
-- `release_submission` call it, under the lock of the form's counters.
create or replace function full_options_of(form uuid, limits jsonb, fields json) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(field, options), '{}') from (
    select c.field, jsonb_agg(c.option) as options
      from chosen_options(limits, fields) c
        left join place_counts p on p.form_id = form and p.field = c.field and p.option = c.option
      where coalesce(p.taken, 0) >= c.places
      group by c.field
  ) full_ones
  $$;
