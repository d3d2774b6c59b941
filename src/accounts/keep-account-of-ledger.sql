-- Refuses to delete an account whose points have ever moved, as a foreign key of the ledger would. The ledger has none, since the lock of a
-- form or of the account keeps the account of each row that is inserted. The trigger `accounts_with_movements_stay` calls it.
create or replace function keep_account_of_ledger() returns trigger language plpgsql as $$
  begin
    if exists (select from point_ledger where account_id = old.id) then
      raise exception 'the ledger has movements of the account' using errcode = 'foreign_key_violation';
    end if;
    return old;
  end $$;

create or replace trigger accounts_with_movements_stay before delete on accounts
  for each row execute function keep_account_of_ledger();
