-- A form that accepts submissions, as `accept_submissions` and `release_submission` have locked it for the functions that they call.
do $$ begin
  create type open_form as (
    id uuid,
    revision integer,
    account_id uuid,
    remaining integer,
    is_notified boolean,
    limits jsonb,
    submissions_count integer,
    change_number bigint,
    day date
  );
exception when duplicate_object then null; -- a type that changes gets another name
end $$;
