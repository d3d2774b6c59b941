-- A run that `start_submission_runs` is to insert for a submission.
do $$ begin
  create type new_submission_run as (
    id uuid,
    submission_id uuid,
    account_id uuid,
    form_id uuid,
    workflow_id uuid,
    version_id uuid,
    version integer,
    max_cost integer,
    retry_of_run_id uuid,
    origin_run_id uuid
  );
exception when duplicate_object then null; -- a type that changes gets another name
end $$;
