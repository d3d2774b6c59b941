-- Decides, one by one in the order of arrival, which of the new submissions of a batch are stored, and in which state. A form with limits
-- accepts a submission within its hours, if its value is not taken and places are left. Quarantined submissions are stored within the hours
-- and take nothing but the solution of their challenge. One that its visitor has to confirm is judged like an accepted one, and takes as little
-- as a quarantined one. `accept_submissions` calls it, under the locks of the counters of all forms, which
-- whoever takes or gives back a value or a place holds as well.
create or replace function judge_submissions(
  inout sent submission_to_store[], inout outcomes text[], open_forms open_form[], received_at timestamptz, out full_options json
) language plpgsql as $$
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
          select from unique_values c where c.form_id = form.id and c.digest = submission.unique_digest and c.holds
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

      if submission.state = 'unconfirmed' then
        submission.spam_reasons := jsonb_build_array(jsonb_build_object('check', 'unconfirmed',
          'detail', 'It waits until its visitor has confirmed the address.')) || coalesce(submission.spam_reasons, '[]');
      elsif submission.state is distinct from 'quarantined' then
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
