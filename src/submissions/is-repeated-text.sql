-- True when a text of a submission came in five others to forms of the account within the last hour. Remembers its texts.
-- `judge_submissions` calls it.
create or replace function is_repeated_text(account uuid, submission submission_to_store, received_at timestamptz) returns boolean language plpgsql as $$
  declare
    is_repeated boolean;
  begin
    is_repeated := exists (
      select from unnest(submission.text_digests) digest
        where (
          select count(*) from (
            select from repeated_texts t where t.account_id = account and t.digest = digest.digest and t.seen_at > received_at - interval '1 hour' limit 5
          ) seen
        ) = 5);
    insert into repeated_texts (account_id, digest, seen_at, form_id, submission_id)
      select distinct account, digest, received_at, submission.form_id, submission.id from unnest(submission.text_digests) digest;
    return is_repeated;
  end $$;
