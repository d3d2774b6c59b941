-- Frees the places and the value of an accepted submission that is about to be deleted or quarantined. The value goes to the next accepted
-- submission that has it. `SubmissionWritesRepository` and `hold_submission` call it, under the lock of the form's counters.
create or replace function give_back_places(form uuid, submission uuid) returns void language plpgsql as $$
  declare
    freed bytea;
  begin
    update place_counts p set taken = p.taken - 1
      from forms f
        join submissions s on s.form_id = f.id and s.id = submission and s.state = 'accepted'
        cross join lateral chosen_options(f.settings -> 'intake', s.fields) c
      where f.id = form and p.form_id = form and p.field = c.field and p.option = c.option;
    with gone as (
      delete from unique_values where form_id = form and submission_id = submission returning digest, holds
    )
    select digest into freed from gone where holds;
    if freed is not null then
      update unique_values c set holds = true
        where c.form_id = form and c.digest = freed and c.submission_id = (
          select submission_id from unique_values where form_id = form and digest = freed order by received_at, submission_id limit 1);
    end if;
  end $$;
