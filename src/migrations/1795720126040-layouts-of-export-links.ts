import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The build before writes links without these columns, and serves those that have others as it always did. */
export class LayoutsOfExportLinks1795720126040 implements MigrationInterface {
  name = 'LayoutsOfExportLinks1795720126040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
alter table export_links
  add column if not exists header text not null default 'name',
  add column if not exists time_zone text not null default 'UTC',
  add column if not exists sort_order text not null default 'newest';
comment on column export_links.header is 'What stands above the columns: name or label.';
comment on column export_links.time_zone is 'The IANA zone in which times are written.';
comment on column export_links.sort_order is 'Which submissions come first: newest or oldest.';
`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}
