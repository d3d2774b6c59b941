import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Erasures take turns, and end when they fail again and again. It may be repeated. */
export class ErasuresTakeTurns1795624732232 implements MigrationInterface {
  name = 'ErasuresTakeTurns1795624732232';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `alter table erasures
    add column if not exists tries integer not null default 0,
    add column if not exists due_at timestamptz(3) not null default now(),
    add column if not exists error text,
    drop constraint if exists erasures_status_check,
    add constraint erasures_status_check check (status in ('pending', 'running', 'done', 'failed')),
    drop constraint if exists erasures_check,
    add constraint erasures_check check ((status in ('done', 'failed')) = (sealed_value is null) and (status = 'failed') = (error is not null))`,
  'drop index if exists erasures_open_idx',
  'create index erasures_open_idx on erasures (account_id, due_at, id) where completed_at is null',
  `comment on column erasures.tries is 'Failures in a row at one place.'`,
  `comment on column erasures.due_at is 'Of the next turn.'`,
];

const DOWN = [
  `update erasures set status = 'done', error = null where status = 'failed'`,
  'drop index erasures_open_idx',
  `create index erasures_open_idx on erasures (created_at, id) where status <> 'done'`,
  `alter table erasures
    drop column tries,
    drop column due_at,
    drop constraint erasures_status_check,
    add constraint erasures_status_check check (status in ('pending', 'running', 'done')),
    drop constraint erasures_check,
    drop column error,
    add constraint erasures_check check ((status = 'done') = (sealed_value is null))`,
];
