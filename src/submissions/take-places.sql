-- Counts the places that an accepted submission takes, and claims its value. `judge_submissions` and `release_submission` call it, under
-- the lock of the form's counters, and have found the value and the places free.
create or replace function take_places(
  form uuid, limits jsonb, submission uuid, fields json, unique_digest bytea, accepted_at timestamptz
) returns void language plpgsql as $$
  begin
    insert into place_counts as p (form_id, field, option, taken)
      select form, c.field, c.option, 1 from chosen_options(limits, take_places.fields) c order by c.field, c.option
      on conflict (form_id, field, option) do update set taken = p.taken + 1;
    if unique_digest is not null then
      insert into unique_values (form_id, digest, submission_id, received_at, holds)
        values (form, unique_digest, submission, accepted_at, true);
    end if;
  end $$;
