-- Refuses every change of a row. Triggers of the tables to which rows are only added call it; `docs/database.md` names them.
--
-- To change it, edit this text and copy it into a new migration. A test compares it with what the migrations make.
create or replace function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'a row of % cannot be changed', tg_table_name; end $$;
