-- Replaces the values of a submission by corrected ones. An accepted submission gives back its places and takes those of its new values,
-- and likewise its unique value where that is a new one; options that it keeps need no free place. `outcome` is null when it is done; else
-- nothing has changed. `CorrectionsRepository` calls it, under the locks of the form, its counters and the submission.
create or replace function correct_submission(
  form uuid, submission uuid, corrected json, is_value_new boolean, unique_digest bytea, api_key uuid,
  out outcome text, out full_options jsonb
) language plpgsql as $$
  #variable_conflict use_column
  declare
    former submissions;
    limits jsonb;
    address_field text;
    claim unique_values;
    is_accepted boolean;
    at timestamptz := date_trunc('milliseconds', clock_timestamp());
  begin
    select s.* into former from submissions s where s.form_id = form and s.id = submission;
    select f.settings -> 'intake', f.settings -> 'respondent' ->> 'address_field' into limits, address_field from forms f where f.id = form;
    select c.* into claim from unique_values c where c.form_id = form and c.submission_id = submission;
    is_accepted := former.state = 'accepted';

    if is_accepted and is_value_new and exists (
      select from unique_values c where c.form_id = form and c.digest = unique_digest and c.holds and c.submission_id <> submission
    ) then
      outcome := 'duplicate';
      return;
    end if;
    full_options := (
      select jsonb_object_agg(field, options) from (
        select c.field, jsonb_agg(c.option) as options
          from chosen_options(limits, corrected) c
            join place_counts p on p.form_id = form and p.field = c.field and p.option = c.option and p.taken >= c.places
          where is_accepted and not exists (
            select from chosen_options(limits, former.fields) had where had.field = c.field and had.option = c.option)
          group by c.field
      ) full_ones);
    if full_options is not null then
      outcome := 'no_places';
      return;
    end if;

    if is_accepted then
      perform give_back_places(form, submission);
    end if;
    update submissions s set
        fields = corrected,
        edit_count = s.edit_count + 1, edited_at = at, edited_by = api_key,
        address_confirmed_at = case when s.fields ->> address_field is distinct from corrected ->> address_field then null else s.address_confirmed_at end,
        change_number = c.change_number + 1, changed_at = at
      from form_stats c where c.form_id = form and s.form_id = form and s.id = submission;
    update form_stats c set change_number = c.change_number + 1 where c.form_id = form;
    if is_accepted then
      perform take_places(form, limits, submission, corrected, case when is_value_new then unique_digest end, former.received_at);
    end if;

    -- A value that stays is claimed as it was: held again, or behind the submission that holds it.
    if claim.digest is not null and not is_value_new then
      update unique_values c set holds = false where c.form_id = form and c.digest = claim.digest and c.holds and claim.holds;
      insert into unique_values select claim.*;
    end if;
  end $$;
