import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The names of values that were not kept, and the time zone in which an account tells times. Neither rewrites a table. */
export class ValuesAndTimeZones1795920000004 implements MigrationInterface {
  name = 'ValuesAndTimeZones1795920000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ADDED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(REMOVED);
  }
}

const ADDED = `
alter table submissions add column other_values_dropped text[];
comment on column submissions.other_values_dropped is
  'The names of other values that are beyond their limits and so not in other_values; null for none.';
alter table accounts add column time_zone text check (char_length(time_zone) <= 64);
comment on column accounts.time_zone is 'The IANA time zone in which pages and mails of its forms tell times; null for UTC.';`;

const REMOVED = `
alter table submissions drop column other_values_dropped;
alter table accounts drop column time_zone;`;
