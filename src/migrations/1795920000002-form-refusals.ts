import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the counts of what a form refuses, and of the origins that it accepts. */
export class FormRefusals1795920000002 implements MigrationInterface {
  name = 'FormRefusals1795920000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table form_refusals');
  }
}

const UP = `
create table form_refusals (
  form_id uuid not null references forms on delete cascade,
  kind text not null check (kind in ('origin', 'field', 'closed', 'dropped', 'refused', 'accepted')),
  name text not null check (char_length(name) <= 255),
  reason text not null check (char_length(reason) <= 64),
  day date not null,
  count integer not null check (count > 0),
  visitors text[] not null default '{}',
  first_seen_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  primary key (form_id, kind, day, name, reason)
);
create index form_refusals_day_idx on form_refusals (day);
comment on table form_refusals is 'What a form refuses or does not keep, by day of UTC, for 30 days. Names and origins only, never values.';
comment on column form_refusals.kind is 'origin: not listed. field: a value was refused. closed: the form takes nothing now. dropped: a value was not kept. refused: a submission, for each of the first three reasons. accepted: the origin of a submission, to compare with.';
comment on column form_refusals.name is 'The origin, the field or the name of the value; empty for the form as a whole, and for a request without an origin.';
comment on column form_refusals.reason is 'Tells refusals of one kind apart, such as before, after, full and quota for closed.';
comment on column form_refusals.visitors is 'Keyed digests of the networks, valid for one form and one day, at most 32; empty for accepted.';
`;
