-- Inserts a mail that asks for a confirmation for each stored submission whose batch member has a `confirmation_language`. One that is held
-- for other reasons waits for its release. The key remembers it for replays, also that of a submission which is only thanked for.
-- `accept_submissions` calls it, when one of the forms has the setting.
create or replace function request_confirmations(batch json, stored submission_to_store[], received_at timestamptz) returns void language plpgsql as $$
  #variable_conflict use_column
  begin
    insert into address_confirmations (form_id, submission_id, language, due_at)
      select s.form_id, s.id, c.confirmation_language, case when s.state is distinct from 'quarantined' then received_at end
        from unnest(stored) s
          join json_to_recordset(batch) c (id uuid, confirmation_language text) on c.id = s.id
        where c.confirmation_language is not null;
    update submission_idempotency_keys k set asks_confirmation = true
      from json_to_recordset(batch) c (id uuid, form_id uuid, key_hash bytea, confirmation_language text)
      where k.form_id = c.form_id and k.key_hash = c.key_hash and k.submission_id = c.id and c.confirmation_language is not null;
  end $$;
