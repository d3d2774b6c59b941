import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was counted before has no visitors, and counts as one a day. The build before writes such rows, too. */
export class VisitorsOfUnmatchedNames1795879792763 implements MigrationInterface {
  name = 'VisitorsOfUnmatchedNames1795879792763';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
alter table form_mismatches
  add column if not exists visitors text[] not null default '{}',
  add column if not exists first_seen_at timestamptz(3) not null default now();
comment on column form_mismatches.visitors is 'Keyed digests of the networks from which an unknown name came on the day, at most 32.';
`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}
