import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When and where the value of a key was seen and does not belong. */
export class WhereAKeyWasExposed1795709423284 implements MigrationInterface {
  name = 'WhereAKeyWasExposed1795709423284';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}

const COLUMNS = `
alter table api_key_secrets
  add column if not exists exposed_at timestamptz(3),
  add column if not exists exposed_in text,
  add column if not exists exposed_form_id uuid;
comment on column api_key_secrets.exposed_at is 'When the whole value was last seen in a place where it does not belong.';
comment on column api_key_secrets.exposed_in is 'submit_header, submit_query or workflow_header.';
comment on column api_key_secrets.exposed_form_id is 'The form in question, if it belongs to the account of the key.';
`;
