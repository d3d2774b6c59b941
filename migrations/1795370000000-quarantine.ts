import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Submissions have a state, and forms have claims of unique values and counts of taken places. */
export class Quarantine1795370000000 implements MigrationInterface {
  name = 'Quarantine1795370000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...COLUMNS, ...TABLES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table submission_claims, claim_jobs, place_counts, spent_challenges, repeated_texts');
    await runner.query(`delete from submissions where state = 'quarantined'`);
    await runner.query(
      'alter table submissions drop column state, drop column held_at, drop column released_at, drop column spam_reasons, drop column signals',
    );
  }
}

const COLUMNS = [
  `alter table submissions
    add column state text not null default 'accepted',
    add column held_at timestamptz(3),
    add column released_at timestamptz(3),
    add column spam_reasons jsonb,
    add column signals jsonb`,
  `comment on column submissions.state is 'Quarantined submissions look like spam, and nothing counts or carries them out.'`,
  `comment on column submissions.held_at is 'When it was quarantined, at its arrival or by its owner. It is deleted thirty days later.'`,
  `comment on column submissions.signals is 'What the checks saw at the moment of sending, whatever their level, for trying other settings on it.'`,
];

const TABLES = [
  `create table submission_claims (
    form_id uuid not null,
    digest bytea not null,
    submission_id uuid not null,
    received_at timestamptz(3) not null,
    holds boolean not null,
    primary key (form_id, digest, submission_id),
    foreign key (form_id, submission_id) references submissions on delete cascade deferrable initially deferred
  )`,
  'create unique index submission_claims_holder_key on submission_claims (form_id, digest) where holds',
  'create index submission_claims_submission_idx on submission_claims (form_id, submission_id)',
  `comment on table submission_claims is 'SHA-256 of the value of each accepted submission under intake.unique_by; one submission holds a value.'`,

  `create table claim_jobs (
    form_id uuid primary key references forms on delete cascade,
    field text not null,
    after_received_at timestamptz(3) not null default '-infinity',
    after_id uuid not null default '00000000-0000-0000-0000-000000000000',
    touched_at timestamptz(3) not null default now()
  )`,
  `comment on table claim_jobs is 'Forms whose accepted submissions have not all claimed their value yet, and how far they are.'`,

  `create table place_counts (
    form_id uuid not null references forms on delete cascade,
    field text not null,
    option text not null,
    taken integer not null check (taken >= 0),
    primary key (form_id, field, option)
  ) with (fillfactor = 50)`,
  `comment on table place_counts is 'The accepted submissions that choose an option of intake.places.'`,

  `create table spent_challenges (
    form_id uuid not null references forms on delete cascade,
    nonce bytea not null,
    spent_at timestamptz(3) not null,
    primary key (form_id, nonce)
  )`,
  'create index spent_challenges_spent_at_idx on spent_challenges (spent_at)',
  `comment on table spent_challenges is 'Challenges whose solution came with a stored submission, until they have expired anyway.'`,

  `create table repeated_texts (
    account_id uuid not null references accounts on delete cascade,
    digest bytea not null,
    seen_at timestamptz(3) not null,
    form_id uuid not null,
    submission_id uuid not null,
    primary key (account_id, digest, seen_at, form_id, submission_id)
  )`,
  'create index repeated_texts_seen_at_idx on repeated_texts (seen_at)',
  `comment on table repeated_texts is 'Keyed digests of the long texts of the last hour. They count across the forms of an account.'`,
];
