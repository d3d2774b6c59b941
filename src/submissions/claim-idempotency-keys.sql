-- Stores the idempotency keys of stored submissions, in place of those that have expired. `accept_submissions` calls it, under the locks
-- of the forms, and has found that none of the keys is in use.
create or replace function claim_idempotency_keys(stored submission_to_store[], received_at timestamptz) returns void language plpgsql as $$
  #variable_conflict use_column
  declare
    claimed integer;
  begin
    insert into submission_idempotency_keys as k (form_id, key_hash, fingerprint, submission_id, received_at, file_count, ignored_fields, expires_at)
      select form_id, key_hash, fingerprint, id, received_at, file_count, coalesce(ignored_fields, '{}'), now() + interval '24 hours'
        from unnest(stored) where key_hash is not null
      on conflict (form_id, key_hash) do update
        set fingerprint = excluded.fingerprint, submission_id = excluded.submission_id, received_at = excluded.received_at,
          file_count = excluded.file_count, ignored_fields = excluded.ignored_fields, expires_at = excluded.expires_at
        where k.expires_at <= now();
    get diagnostics claimed = row_count;
    if claimed < (select count(key_hash) from unnest(stored)) then
      raise exception 'an idempotency key was stored twice';
    end if;
  end $$;
