import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The indexes of lists have only accepted submissions, so that a page of them takes as long however many are quarantined. Indexes are built
 * and dropped concurrently, so that the service can write meanwhile, and every statement can be repeated, so that an interrupted migration
 * continues. A table with partitions allows neither, and is locked.
 */
export class QuarantineIndexes1795370200000 implements MigrationInterface {
  name = 'QuarantineIndexes1795370200000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const [table] = (await runner.query(SUBMISSIONS)) as { is_partitioned: boolean }[];
    const concurrently = table!.is_partitioned ? '' : 'concurrently';
    if (concurrently) await runner.query('set lock_timeout = 0'); // it waits for the statements in progress, and blocks none
    for (const statement of CHECK) await runner.query(statement);
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
    await runner.query('alter table submissions drop constraint submissions_state_check');
  }
}

const SUBMISSIONS = `select relkind = 'p' as is_partitioned from pg_class where oid = 'submissions'::regclass`;
/** Validated after it was added, so that the table is not locked while it is read. */
const CHECK = [
  'alter table submissions drop constraint if exists submissions_state_check',
  `alter table submissions add constraint submissions_state_check
    check (state in ('accepted', 'quarantined') and (state = 'quarantined') = (held_at is not null)) not valid`,
  'alter table submissions validate constraint submissions_state_check',
];
const VALID_INDEX = 'select from pg_index where indexrelid = to_regclass($1) and indisvalid';

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
