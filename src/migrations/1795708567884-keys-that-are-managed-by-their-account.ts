import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys that keys have made, when a secret was seen in a wrong place, and who changed what, in the orders of their lists. */
export class KeysThatAreManagedByTheirAccount1795708567884 implements MigrationInterface {
  name = 'KeysThatAreManagedByTheirAccount1795708567884';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    for (const [name, on] of Object.entries(INDEXES)) {
      await runner.query(`drop index concurrently if exists ${name}`); // one that was left unfinished
      await runner.query(`create index concurrently ${name} on ${on}`);
    }
    await runner.query('drop index concurrently if exists audit_events_account_id_idx');
  }

  async down(): Promise<void> {
    throw new Error('Migrations are not reverted: the build before runs on these tables.');
  }
}

const COLUMNS = `
alter table api_keys
  add column if not exists created_by_key_id uuid references api_keys on delete set null,
  add column if not exists revision integer not null default 1;
alter table api_key_secrets
  add column if not exists exposed_at timestamptz(3),
  add column if not exists exposed_in text,
  add column if not exists exposed_form_id uuid;
alter table audit_events add column if not exists actor text;
comment on column api_keys.created_by_key_id is 'Null when the operator or the owner of the account has made it, by a link to the console.';
comment on column api_key_secrets.exposed_at is 'When the whole value was last seen in a place where it does not belong.';
comment on column api_key_secrets.exposed_in is 'The kind of that place, and exposed_form_id the form that it belongs to.';
comment on column audit_events.actor is 'key, console or operator; null for events from before it was noted.';
`;

/** The last columns of the first one let a list skip keys of another status without reading them. */
const INDEXES = {
  api_keys_account_id_idx: 'api_keys (account_id, created_at desc, id desc, revoked_at, expires_at) where not is_console',
  api_keys_created_by_key_id_idx: 'api_keys (created_by_key_id, created_at desc, id desc) where created_by_key_id is not null',
  api_keys_revoked_idx: 'api_keys (account_id, created_at desc, id desc) where revoked_at is not null and not is_console',
  audit_events_newest_idx: 'audit_events (account_id, created_at desc, id desc)',
  audit_events_of_key_idx: 'audit_events (account_id, api_key_id, created_at desc, id desc)',
  audit_events_of_action_idx: 'audit_events (account_id, action, created_at desc, id desc)',
  audit_events_of_resource_idx: 'audit_events (account_id, coalesce(resource_id, form_id::text), created_at desc, id desc)',
};
