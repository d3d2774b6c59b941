-- Decides, in the order of arrival, which of the new submissions of a batch bring more bytes of files than their form or the plan of their
-- account still takes. `accept_submissions` calls it where there are files, under the locks of the counters of all forms. Accounts with
-- a limit are locked against others that bring files, whose counters are then read by a statement that sees what these have committed.
create or replace function refuse_files_beyond_limits(sent submission_to_store[], inout outcomes text[], open_forms open_form[])
language plpgsql as $$
  declare
    account record;
    form open_form;
    left_to_accounts jsonb := '{}';
    left_to_forms jsonb := '{}';
    bytes bigint;
    to_account bigint;
    to_form bigint;
  begin
    for account in
      select a.id, p.stored_bytes_max as most from accounts a join plans p on p.name = a.plan
        where p.stored_bytes_max is not null
          and a.id = any(array(
            select o.account_id from unnest(open_forms) o
              where exists (select from unnest(sent) s where s.form_id = o.id and s.files is not null)))
        order by a.id
    loop
      perform pg_advisory_xact_lock(hashtextextended('stored bytes of ' || account.id, 0));
      left_to_accounts := left_to_accounts || jsonb_build_object(account.id, account.most - (
        select coalesce(sum(c.stored_bytes), 0) from forms f join form_stats c on c.form_id = f.id where f.account_id = account.id));
    end loop;

    for place in 1 .. cardinality(sent) loop
      continue when (sent[place]).files is null or outcomes[place] is null or outcomes[place] not in ('new', 'stored');
      select o.* into form from unnest(open_forms) o where o.id = (sent[place]).form_id;
      select sum((file ->> 'size_bytes')::bigint) into bytes from json_array_elements((sent[place]).files) file;
      to_account := (left_to_accounts ->> form.account_id::text)::bigint;
      to_form := coalesce(
        (left_to_forms ->> form.id::text)::bigint,
        (form.limits ->> 'max_stored_bytes')::bigint - (select c.stored_bytes from form_stats c where c.form_id = form.id));
      if bytes > to_account or bytes > to_form then
        outcomes[place] := 'storage_full';
      else
        left_to_accounts := left_to_accounts || jsonb_strip_nulls(jsonb_build_object(form.account_id, to_account - bytes));
        left_to_forms := left_to_forms || jsonb_strip_nulls(jsonb_build_object(form.id, to_form - bytes));
      end if;
    end loop;
  end $$;
