-- Makes `api` of the source that a process of the build before, or its text of `import_submissions`, still gives to an imported submission,
-- and notes the time. The trigger `submissions_carry_imported_source` calls it for such rows only. Both go with the next release.
create or replace function carry_imported_source() returns trigger language plpgsql as $$
  begin
    new.source := 'api';
    new.imported_at := date_trunc('milliseconds', now());
    return new;
  end $$;

create or replace trigger submissions_carry_imported_source before insert on submissions
  for each row when (new.source = 'import') execute function carry_imported_source();
