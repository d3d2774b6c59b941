import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import type { Mismatch, MismatchKind } from './mismatch-counts';

/** A mismatch of a form within the last 30 days. */
export interface FoundMismatch {
  kind: MismatchKind;
  name: string;
  count: number;
  /** Of the last seven days. */
  countOfWeek: number;
  lastSeenAt: Date;
}

/** Counts by day how pages and their forms disagree. */
@Injectable()
export class MismatchesRepository {
  constructor(private readonly database: Database) {}

  /** Adds to the counts, and keeps the 50 most frequent names of each form. Those of deleted forms are left out. */
  async add(mismatches: readonly Mismatch[]): Promise<void> {
    const columns = ['formId', 'kind', 'name', 'count', 'seenAt', 'isRestarted'] as const;
    await this.database.query(
      ADD,
      columns.map((column) => mismatches.map((mismatch) => mismatch[column])),
    );
  }

  /** Those that still hold, with the form as it is now; the most frequent first. */
  ofForm(formId: string): Promise<FoundMismatch[]> {
    return this.database.query(OF_FORM, [formId]);
  }

  /** Deletes one batch of days that are over; returns their number. */
  sweep(): Promise<number> {
    return this.database.deleteBatch('form_mismatches', `day <= ${TODAY} - 30`, 'day');
  }
}

const TODAY = `(now() at time zone 'utc')::date`;

/** Names that the owner of a form wants to hear of. */
const isToldOf = (name: string) => `not coalesce(o.settings #> '{intake,ignored_names}' ? ${name}, false)`;

const isUnmatched = (name: string) => `
  ${isToldOf(name)} and not exists (select from fields f where f.form_id = o.id and f.name = ${name} and f.deleted_at is null)`;

const ADD = `
  with sent as (
    select s.*, (s.seen_at at time zone 'utc')::date as day
      from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::boolean[])
        as s (form_id, kind, name, count, seen_at, is_restarted)
      where exists (select from forms o where o.id = s.form_id and o.deleted_at is null)
  ), kept as (
    select form_id, name from (
      select n.form_id, n.name,
          row_number() over (partition by n.form_id order by sum(n.count) desc, max(n.seen_at) desc, n.name) as place
        from (
          select form_id, name, count, seen_at from sent where kind = 'unknown_name'
          union all
          select form_id, name, count, seen_at from form_mismatches
            where form_id = any($1) and kind = 'unknown_name' and day > ${TODAY} - 30
        ) n join forms o on o.id = n.form_id
        where ${isUnmatched('n.name')}
        group by n.form_id, n.name
    ) names where place <= 50
  ), dropped as (
    delete from form_mismatches m
      where m.form_id = any($1) and m.kind = 'unknown_name'
        and not exists (select from kept k where k.form_id = m.form_id and k.name = m.name)
  ), ended as (
    delete from form_mismatches m using sent s
      where m.form_id = s.form_id and m.kind = s.kind and m.name = s.name and s.is_restarted and (m.day <> s.day or s.count = 0)
  )
  insert into form_mismatches as m (form_id, kind, name, day, count, seen_at)
    select form_id, kind, name, day, count, seen_at from sent s
      where s.count > 0 and (s.kind <> 'unknown_name' or exists (select from kept k where k.form_id = s.form_id and k.name = s.name))
      order by form_id, kind, name
    on conflict (form_id, kind, name, day) do update set
      count = excluded.count + case
        when exists (
          select from sent s
            where s.form_id = excluded.form_id and s.kind = excluded.kind and s.name = excluded.name and s.is_restarted
        ) then 0 else m.count end,
      seen_at = greatest(m.seen_at, excluded.seen_at)`;

const OF_FORM = `
  select m.kind, m.name, sum(m.count)::int as count, max(m.seen_at) as last_seen_at,
      coalesce(sum(m.count) filter (where m.day > ${TODAY} - 7), 0)::int as count_of_week
    from form_mismatches m join forms o on o.id = m.form_id
    where m.form_id = $1 and m.day > ${TODAY} - 30
      and case m.kind
        when 'unknown_name' then ${isUnmatched('m.name')}
          and exists (select from fields f where f.form_id = o.id and f.deleted_at is null)
        when 'missing_field' then
          exists (select from fields f where f.form_id = o.id and f.name = m.name and f.required and f.deleted_at is null)
        else ${isToldOf('m.name')} end
    group by m.kind, m.name
    order by count desc, last_seen_at desc, m.name`;
