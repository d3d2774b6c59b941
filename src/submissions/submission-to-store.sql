-- A submission that is to be stored. `accept_submissions` reads a batch of them from JSON and hands them to the functions that it calls.
do $$ begin
  create type submission_to_store as (
    id uuid,
    run_id uuid,
    form_id uuid,
    revision integer,
    source text,
    fields json,
    other_values json,
    file_count integer,
    files json,
    ignored_fields text[],
    client_network inet,
    user_agent text,
    key_hash bytea,
    fingerprint bytea,
    state text,
    spam_reasons jsonb,
    signals jsonb,
    unique_digest bytea,
    nonce bytea,
    on_spent text,
    text_digests bytea[],
    repeated_level text,
    retry_of_run_id uuid,
    origin_run_id uuid
  );
exception when duplicate_object then null; -- a type that changes gets another name
end $$;
