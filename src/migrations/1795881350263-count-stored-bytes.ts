import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The counter of the bytes that the files of a form have, which a function and a trigger keep, and the limits of the plans. */
export class CountStoredBytes1795881350263 implements MigrationInterface {
  name = 'CountStoredBytes1795881350263';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
alter table plans add column if not exists stored_bytes_max bigint check (stored_bytes_max > 0);
comment on column plans.stored_bytes_max is 'Bytes of the files of all forms of an account.';
update plans set stored_bytes_max = case name when 'free' then 10737418240 when 'pro' then 107374182400 when 'business' then 1099511627776 end;

create index if not exists forms_account_idx on forms (account_id, id);

alter table form_stats add column if not exists stored_bytes bigint not null default 0;
comment on column form_stats.stored_bytes is 'Bytes of the files of its submissions, also of quarantined ones.';
update form_stats c set stored_bytes = stored.bytes
  from (select form_id, sum(size_bytes) as bytes from submission_files group by form_id) stored
  where stored.form_id = c.form_id;
`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}
