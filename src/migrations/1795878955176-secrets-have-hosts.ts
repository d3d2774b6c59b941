import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The build before sets secrets without the column, which keeps the hosts that they have. */
export class SecretsHaveHosts1795878955176 implements MigrationInterface {
  name = 'SecretsHaveHosts1795878955176';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
alter table account_secrets add column if not exists hosts text[] not null default '{}';
comment on column account_secrets.hosts is
  'The hosts that the secret may be sent to, as in URLs. Empty for a secret that was set without: every host that a workflow names.';
`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}
