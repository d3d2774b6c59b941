-- A submission with one more reason, quarantined if the level of the check says so. The first reason is the one that quarantines it.
-- `judge_submissions` calls it.
create or replace function submission_held_by(submission submission_to_store, found_by text, level text, detail text)
returns submission_to_store language plpgsql immutable as $$
  begin
    if level = 'quarantine' and submission.state is distinct from 'quarantined' then
      submission.state := 'quarantined';
      submission.spam_reasons := jsonb_build_array(jsonb_build_object('check', found_by, 'detail', detail)) || coalesce(submission.spam_reasons, '[]');
    else
      submission.spam_reasons := coalesce(submission.spam_reasons, '[]') || jsonb_build_object('check', found_by, 'detail', detail);
    end if;
    return submission;
  end $$;
