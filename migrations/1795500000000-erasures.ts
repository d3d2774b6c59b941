import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People can be erased from all forms. Processes of the version before know nothing of it. */
export class Erasures1795500000000 implements MigrationInterface {
  name = 'Erasures1795500000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table if exists erasures, erasure_ledger');
  }
}

const UP = [
  `create table if not exists erasures (
    id uuid primary key,
    account_id uuid not null references accounts on delete cascade,
    api_key_id uuid not null,
    field text,
    dry_run boolean not null,
    sealed_value bytea,
    value_digest bytea not null,
    form_ids uuid[] not null,
    status text not null default 'pending' check (status in ('pending', 'running', 'done')),
    form_position integer not null default 1,
    part text not null default 'submissions' check (part in ('submissions', 'tests', 'links')),
    after_id uuid not null default '00000000-0000-0000-0000-000000000000',
    matched_form_ids uuid[] not null default '{}',
    counts json not null default '{"submissions": 0, "files": 0, "runs": 0, "mails": 0}',
    receivers json not null default '[]',
    receivers_since timestamptz(3),
    created_at timestamptz(3) not null default now(),
    completed_at timestamptz(3),
    check ((status = 'done') = (sealed_value is null))
  )`,
  'create index if not exists erasures_account_idx on erasures (account_id, created_at desc, id desc)',
  `create index if not exists erasures_open_idx on erasures (created_at, id) where status <> 'done'`,
  `comment on column erasures.sealed_value is 'Encrypted, until the erasure has ended.'`,
  `comment on column erasures.value_digest is 'HMAC-SHA-256 of the canonical text.'`,

  `create table if not exists erasure_ledger (applied bigint not null)`,
  `create unique index if not exists erasure_ledger_single_idx on erasure_ledger ((true))`,
  `comment on table erasure_ledger is 'A single row: the number of the last batch of erasures, as they are noted in the object store, that was applied here.'`,
  'insert into erasure_ledger (applied) values (0) on conflict do nothing',
];
