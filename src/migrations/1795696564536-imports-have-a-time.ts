import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An imported submission has the source `api`, and the time of its import beside it. Processes of the build before go on importing: what
 * they store is carried over by a trigger, and then what is stored already. Every step may be repeated.
 */
export class ImportsHaveATime1795696564536 implements MigrationInterface {
  name = 'ImportsHaveATime1795696564536';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table submissions add column if not exists imported_at timestamptz(3)');
    await runner.query(COMMENT);
    await runner.query(FUNCTION);
    await runner.query(TRIGGER);
    await runner.query(CARRY_STORED);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}

const COMMENT = `comment on column submissions.imported_at is 'When it was imported from a file; null for what came by itself.'`;

/** As in `src/submissions/imports/carry-imported-source.sql`, which is applied after the migrations. */
const FUNCTION = `
create or replace function carry_imported_source() returns trigger language plpgsql as $$
  begin
    new.source := 'api';
    new.imported_at := date_trunc('milliseconds', now());
    return new;
  end $$`;

/** Waits for the open transactions that write submissions, so that afterwards no row can have the former source but those that are there. */
const TRIGGER = `
create or replace trigger submissions_carry_imported_source before insert on submissions
  for each row when (new.source = 'import') execute function carry_imported_source()`;

/**
 * In batches, each a change of its form, so that copies that follow the changes are told. Ids are UUIDs of version 7, which begin with the
 * milliseconds of their creation, and so with the time of the import.
 */
const CARRY_STORED = `
do $$
  declare
    form uuid;
    number bigint;
    carried integer;
  begin
    for form in select distinct form_id from submissions where source = 'import' loop
      loop
        select c.change_number into number from form_stats c where c.form_id = form for update;
        exit when not found;
        with due as (
          select id, row_number() over (order by change_number, id) as place from (
            select s.id, s.change_number from submissions s where s.form_id = form and s.source = 'import' limit 1000
          ) first
        )
        update submissions s set
            source = 'api',
            imported_at = to_timestamp(('x' || translate(left(s.id::text, 13), '-', ''))::bit(48)::bigint / 1000.0),
            change_number = number + due.place,
            changed_at = now()
          from due where s.form_id = form and s.id = due.id;
        get diagnostics carried = row_count;
        update form_stats c set change_number = number + carried where c.form_id = form and carried > 0;
        commit;
        exit when carried < 1000;
      end loop;
    end loop;
  end $$`;
