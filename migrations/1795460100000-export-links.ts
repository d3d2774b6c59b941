import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses at which spreadsheets read the submissions of a form. */
export class ExportLinks1795460100000 implements MigrationInterface {
  name = 'ExportLinks1795460100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create table export_links (
        form_id uuid not null references forms on delete cascade,
        id uuid not null,
        api_key_id uuid not null references api_keys on delete cascade,
        name text not null check (char_length(name) between 1 and 255),
        token_digest bytea not null,
        filters jsonb not null,
        columns text[],
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null default now(),
        deleted_at timestamptz(3),
        last_read_at timestamptz(3),
        recent_reads timestamptz[] not null default '{}' check (cardinality(recent_reads) <= 60),
        primary key (form_id, id),
        unique (form_id, token_digest)
      )`,
    );
    await runner.query('create index export_links_key_idx on export_links (api_key_id)');
    for (const comment of COMMENTS) await runner.query(comment);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table export_links');
  }
}

const COMMENTS = [
  `comment on table export_links is 'Addresses that serve the submissions of a form as csv without a key. A link that was deleted stays, since its last read may be asked for.'`,
  `comment on column export_links.api_key_id is 'The key that made it: the link ends when the key may not read the form any more.'`,
  `comment on column export_links.token_digest is 'HMAC-SHA-256 of the token with a key that is not in the database.'`,
  `comment on column export_links.recent_reads is 'The latest reads, oldest first, of which an hour may have sixty.'`,
];
