-- Refuses every change of a row. The triggers of the tables to which rows are only added call it; `fold_point_ledger` alone may delete
-- rows of the ledger.
create or replace function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'a row of % cannot be changed', tg_table_name;
  end $$;

create or replace trigger workflow_versions_are_immutable before update on workflow_versions
  for each row execute function refuse_change();
create or replace trigger audit_events_are_append_only before update on audit_events
  for each row execute function refuse_change();
create or replace trigger point_ledger_is_append_only before update on point_ledger
  for each row execute function refuse_change();
create or replace trigger point_ledger_shrinks_by_folding before delete on point_ledger
  for each row when (current_setting('points.is_folding', true) is distinct from 'on') execute function refuse_change();
