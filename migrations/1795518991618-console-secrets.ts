import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links to the console and its sessions. Those of a link have a key of their own, one for each account. It may be repeated. */
export class ConsoleSecrets1795518991618 implements MigrationInterface {
  name = 'ConsoleSecrets1795518991618';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_keys add column if not exists is_console boolean not null default false');
    await runner.query('create unique index if not exists api_keys_console_idx on api_keys (account_id) where is_console');
    await runner.query(
      `create table if not exists console_secrets (
        digest bytea primary key,
        kind text not null check (kind in ('link', 'session')),
        api_key_id uuid not null references api_keys on delete cascade,
        key_secret_id text references api_key_secrets on delete cascade,
        expires_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        check ((kind = 'session') = (last_used_at is not null))
      )`,
    );
    await runner.query('create index if not exists console_secrets_key_idx on console_secrets (api_key_id)');
    await runner.query('create index if not exists console_secrets_key_secret_idx on console_secrets (key_secret_id)');
    await runner.query('create index if not exists console_secrets_expires_at_idx on console_secrets (expires_at)');
    for (const comment of COMMENTS) await runner.query(comment);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table console_secrets');
    await runner.query('delete from api_keys where is_console');
    await runner.query('alter table api_keys drop column is_console');
  }
}

const COMMENTS = [
  `comment on column api_keys.is_console is 'The one key of an account''s console, which links lead to. It has no secret.'`,
  `comment on table console_secrets is 'Links to the console, each used once, and its sessions. An hourly task removes those that have ended.'`,
  `comment on column console_secrets.digest is 'HMAC-SHA-256 of the secret with a key that is not in the database.'`,
  `comment on column console_secrets.key_secret_id is 'The secret that one signed in with, whose end is that of the session; null for a link and its session.'`,
  `comment on column console_secrets.last_used_at is 'Noted every ten seconds at most. A session ends after an hour without use.'`,
];
