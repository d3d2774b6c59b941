import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The days of submissions from before they were counted, which are those without a number, as far back as the counters are read. */
export class DaysBefore1795400100000 implements MigrationInterface {
  name = 'DaysBefore1795400100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into form_days (form_id, day, accepted, quarantined)
        select form_id, (received_at at time zone 'utc')::date, count(*) filter (where held_at is null and released_at is null),
            count(*) filter (where held_at is not null or released_at is not null)
          from submissions where inserted_number = 0 and received_at > now() - interval '91 days'
          group by 1, 2
        on conflict (form_id, day) do update set
          accepted = form_days.accepted + excluded.accepted, quarantined = form_days.quarantined + excluded.quarantined`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from form_days');
  }
}
