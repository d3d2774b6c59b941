import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Submissions have a state, and forms have claims of unique values and counts of taken places.
 *
 * The indexes of lists have only accepted submissions, so that a page of them takes as long however many are quarantined. Indexes are built
 * and dropped concurrently, so that the service can write meanwhile, and every statement can be repeated, so that an interrupted migration
 * continues. A table with partitions allows neither, and is locked.
 */
export class Quarantine1795370000000 implements MigrationInterface {
  name = 'Quarantine1795370000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...COLUMNS, ...TABLES]) await runner.query(statement);
    const [table] = (await runner.query(SUBMISSIONS)) as { is_partitioned: boolean }[];
    const concurrently = table!.is_partitioned ? '' : 'concurrently';
    if (concurrently) await runner.query('set lock_timeout = 0'); // it waits for the statements in progress, and blocks none
    for (const [name, definition] of NEW) {
      if (((await runner.query(VALID_INDEX, [name])) as unknown[]).length > 0) continue; // of an interrupted attempt
      await runner.query(`drop index ${concurrently} if exists ${name}`);
      await runner.query(`create index ${concurrently} ${name} on submissions ${definition}`);
    }
    for (const [name] of OLD) await runner.query(`drop index ${concurrently} if exists ${name}`);
    await runner.query(`set lock_timeout = '1500ms'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of OLD) await runner.query(`create index ${name} on submissions ${definition}`);
    for (const [name] of NEW) await runner.query(`drop index if exists ${name}`);
    await runner.query('drop table submission_claims, claim_jobs, place_counts, spent_challenges, repeated_texts');
    await runner.query(`delete from submissions where state = 'quarantined'`);
    await runner.query(
      'alter table submissions drop column state, drop column held_at, drop column released_at, drop column spam_reasons, drop column signals',
    );
  }
}

const SUBMISSIONS = `select relkind = 'p' as is_partitioned from pg_class where oid = 'submissions'::regclass`;
const VALID_INDEX = 'select from pg_index where indexrelid = to_regclass($1) and indisvalid';

const COLUMNS = [
  `alter table submissions
    add column if not exists state text not null default 'accepted',
    add column if not exists held_at timestamptz(3),
    add column if not exists released_at timestamptz(3),
    add column if not exists spam_reasons jsonb,
    add column if not exists signals jsonb`,
  'alter table submissions drop constraint if exists submissions_state_check',
  `alter table submissions add constraint submissions_state_check
    check (state in ('accepted', 'quarantined') and (state = 'quarantined') = (held_at is not null)) not valid`,
  'alter table submissions validate constraint submissions_state_check',
  `comment on column submissions.state is 'Quarantined submissions look like spam, and nothing counts or carries them out.'`,
  `comment on column submissions.held_at is 'When it was quarantined, at its arrival or by its owner. It is deleted thirty days later.'`,
  `comment on column submissions.signals is 'What the checks saw at the moment of sending, whatever their level, for trying other settings on it.'`,
];

const TABLES = [
  `create table if not exists submission_claims (
    form_id uuid not null,
    digest bytea not null,
    submission_id uuid not null,
    received_at timestamptz(3) not null,
    holds boolean not null,
    primary key (form_id, digest, submission_id),
    foreign key (form_id, submission_id) references submissions on delete cascade deferrable initially deferred
  )`,
  'create unique index if not exists submission_claims_holder_key on submission_claims (form_id, digest) where holds',
  'create index if not exists submission_claims_submission_idx on submission_claims (form_id, submission_id)',
  `comment on table submission_claims is 'SHA-256 of the value of each accepted submission under intake.unique_by; one submission holds a value.'`,

  `create table if not exists claim_jobs (
    form_id uuid primary key references forms on delete cascade,
    field text not null,
    after_received_at timestamptz(3) not null default '-infinity',
    after_id uuid not null default '00000000-0000-0000-0000-000000000000',
    touched_at timestamptz(3) not null default now()
  )`,
  `comment on table claim_jobs is 'Forms whose accepted submissions have not all claimed their value yet, and how far they are.'`,

  `create table if not exists place_counts (
    form_id uuid not null references forms on delete cascade,
    field text not null,
    option text not null,
    taken integer not null check (taken >= 0),
    primary key (form_id, field, option)
  ) with (fillfactor = 50)`,
  `comment on table place_counts is 'The accepted submissions that choose an option of intake.places.'`,

  `create table if not exists spent_challenges (
    form_id uuid not null references forms on delete cascade,
    nonce bytea not null,
    spent_at timestamptz(3) not null,
    primary key (form_id, nonce)
  )`,
  'create index if not exists spent_challenges_spent_at_idx on spent_challenges (spent_at)',
  `comment on table spent_challenges is 'Challenges whose solution came with a stored submission, until they have expired anyway.'`,

  `create table if not exists repeated_texts (
    account_id uuid not null references accounts on delete cascade,
    digest bytea not null,
    seen_at timestamptz(3) not null,
    form_id uuid not null,
    submission_id uuid not null,
    primary key (account_id, digest, seen_at, form_id, submission_id)
  )`,
  'create index if not exists repeated_texts_seen_at_idx on repeated_texts (seen_at)',
  `comment on table repeated_texts is 'Keyed digests of the long texts of the last hour. They count across the forms of an account.'`,
];

const ACCEPTED = `where state = 'accepted'`;

const NEW = [
  ['submissions_accepted_newest_idx', `(form_id, received_at desc, id desc) ${ACCEPTED}`],
  ['submissions_accepted_unread_idx', `(form_id, received_at desc, id desc) ${ACCEPTED} and read_at is null`],
  ['submissions_accepted_read_idx', `(form_id, received_at desc, id desc) ${ACCEPTED} and read_at is not null`],
  ['submissions_accepted_source_idx', `(form_id, source, received_at desc, id desc) ${ACCEPTED}`],
  ['submissions_quarantined_idx', `(form_id, received_at desc, id desc) where state = 'quarantined'`],
  ['submissions_held_at_idx', `(held_at) where state = 'quarantined'`],
] as const;

const OLD = [
  ['submissions_newest_idx', '(form_id, received_at desc, id desc)'],
  ['submissions_unread_idx', '(form_id, received_at desc, id desc) where read_at is null'],
  ['submissions_read_idx', '(form_id, received_at desc, id desc) where read_at is not null'],
  ['submissions_source_idx', '(form_id, source, received_at desc, id desc)'],
] as const;
