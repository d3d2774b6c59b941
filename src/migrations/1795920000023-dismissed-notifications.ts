import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that were not sent can be taken off the list of what needs attention. The index finds those that are on it. */
export class DismissedNotifications1795920000023 implements MigrationInterface {
  name = 'DismissedNotifications1795920000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
alter table notifications add column dismissed_at timestamp(3) with time zone;
comment on column notifications.dismissed_at is 'When somebody decided that nothing has to be done about a mail that was not sent.';
create index notifications_undecided_idx on notifications (form_id, submission_id)
  where status in ('failed', 'uncertain') and dismissed_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index notifications_undecided_idx; alter table notifications drop column dismissed_at');
  }
}
