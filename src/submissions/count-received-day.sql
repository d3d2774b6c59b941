-- Counts a submission that waited for a confirmation, and no longer does, for the day on which it was received. `release_submission` and
-- `end_unconfirmed` call it, under the lock of the form's counters.
create or replace function count_received_day(form uuid, received_at timestamptz, is_accepted boolean) returns void language plpgsql as $$
  declare
    received_on date := (received_at at time zone 'utc')::date;
  begin
    update form_stats c set
        day_accepted = c.day_accepted + is_accepted::integer, day_quarantined = c.day_quarantined + (not is_accepted)::integer
      where c.form_id = form and c.day = received_on;
    if not found then
      insert into form_days as d (form_id, day, accepted, quarantined)
        values (form, received_on, is_accepted::integer, (not is_accepted)::integer)
        on conflict (form_id, day) do update set accepted = d.accepted + excluded.accepted, quarantined = d.quarantined + excluded.quarantined;
    end if;
  end $$;
