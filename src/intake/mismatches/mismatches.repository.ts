import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { MAX_VISITORS, type NameCount, NAMES_OF_VISITOR } from '../counts/name-counts';

/** The kinds of mismatch: a name without a field, a setting of another service, and a required field that was not sent. */
export type MismatchKind = 'unknown_name' | 'foreign_setting' | 'missing_field';

/** A mismatch of a form within the last 30 days. */
export interface FoundMismatch {
  kind: MismatchKind;
  name: string;
  count: number;
  /** Counts the last seven days. */
  countOfWeek: number;
  /** The number of networks that sent an unknown name. A day that was counted without networks adds one. */
  visitors: number;
  visitorsOfWeek: number;
  lastSeenAt: Date;
}

@Injectable()
export class MismatchesRepository {
  constructor(private readonly database: Database) {}

  /** Adds counts, and keeps the 50 names of each form that most visitors have sent. Ignores deleted forms. */
  async add(mismatches: readonly NameCount<MismatchKind>[]): Promise<void> {
    const columns = ['formId', 'kind', 'name', 'count', 'seenAt', 'isRestarted'] as const;
    const visitors = mismatches.map((mismatch) => mismatch.visitors.join());
    await this.database.query(ADD, [...columns.map((column) => mismatches.map((mismatch) => mismatch[column])), visitors]);
  }

  /** Lists the mismatches that the current form still has, those with most visitors first. */
  ofForm(formId: string): Promise<FoundMismatch[]> {
    return this.database.query(OF_FORM, [formId]);
  }

  /** Deletes one batch of counts that are 30 days old, and returns their number. */
  sweep(): Promise<number> {
    return this.database.deleteBatch('form_mismatches', `day <= ${TODAY} - 30`, 'day');
  }
}

const TODAY = `(now() at time zone 'utc')::date`;

/** Excludes names that the settings of the form ignore. */
const isToldOf = (name: string) => `not coalesce(o.settings #> '{intake,ignored_names}' ? ${name}, false)`;

const isUnmatched = (name: string) => `
  ${isToldOf(name)} and not exists (select from fields f where f.form_id = o.id and f.name = ${name} and f.deleted_at is null)`;

/** Ranks names by visitors, of whom only the first names count. Older names win ties. */
const ADD = `
  with sent as (
    select s.form_id, s.kind, s.name, s.count, s.seen_at, s.is_restarted, (s.seen_at at time zone 'utc')::date as day,
        string_to_array(s.visitors, ',') as visitors
      from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::timestamptz[], $6::boolean[], $7::text[])
        as s (form_id, kind, name, count, seen_at, is_restarted, visitors)
      where exists (select from forms o where o.id = s.form_id and o.deleted_at is null)
  ), named as (
    select form_id, name, visitors, seen_at as since from sent where kind = 'unknown_name'
    union all
    select form_id, name, visitors, least(first_seen_at, seen_at) from form_mismatches
      where form_id = any($1) and kind = 'unknown_name' and day > ${TODAY} - 30
  ), visits as (
    select n.form_id, n.name, row_number() over (partition by n.form_id, v.visitor order by min(n.since), n.name) as place
      from named n cross join unnest(n.visitors) v (visitor) group by n.form_id, n.name, v.visitor
  ), counted as (
    select form_id, name, count(*) as visitors from visits where place <= ${NAMES_OF_VISITOR} group by form_id, name
  ), kept as (
    select form_id, name from (
      select n.form_id, n.name, row_number() over (
          partition by n.form_id order by coalesce(max(c.visitors), 0) + count(*) filter (where n.visitors = '{}') desc, min(n.since), n.name
        ) as place
        from named n join forms o on o.id = n.form_id left join counted c on c.form_id = n.form_id and c.name = n.name
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
  insert into form_mismatches as m (form_id, kind, name, day, count, visitors, first_seen_at, seen_at)
    select form_id, kind, name, day, count, visitors, seen_at, seen_at from sent s
      where s.count > 0 and (s.kind <> 'unknown_name' or exists (select from kept k where k.form_id = s.form_id and k.name = s.name))
      order by form_id, kind, name
    on conflict (form_id, kind, name, day) do update set
      count = excluded.count + case
        when exists (
          select from sent s
            where s.form_id = excluded.form_id and s.kind = excluded.kind and s.name = excluded.name and s.is_restarted
        ) then 0 else m.count end,
      visitors = (m.visitors || array(select v from unnest(excluded.visitors) v where v <> all (m.visitors)))[1:${MAX_VISITORS}],
      first_seen_at = least(m.first_seen_at, excluded.first_seen_at),
      seen_at = greatest(m.seen_at, excluded.seen_at)`;

const OF_FORM = `
  with found as (
    select m.*, m.day > ${TODAY} - 7 as is_of_week
      from form_mismatches m join forms o on o.id = m.form_id
      where m.form_id = $1 and m.day > ${TODAY} - 30
        and case m.kind
          when 'unknown_name' then ${isUnmatched('m.name')}
            and exists (select from fields f where f.form_id = o.id and f.deleted_at is null)
          when 'missing_field' then
            exists (select from fields f where f.form_id = o.id and f.name = m.name and f.required and f.deleted_at is null)
          else ${isToldOf('m.name')} end
  ), sent as (
    select kind, name, count(distinct visitor) as visitors, count(distinct visitor) filter (where is_of_week) as visitors_of_week
      from found cross join unnest(visitors) visitor group by kind, name
  )
  select f.kind, f.name, sum(f.count)::int as count, max(f.seen_at) as last_seen_at,
      coalesce(sum(f.count) filter (where f.is_of_week), 0)::int as count_of_week,
      (coalesce(max(s.visitors), 0) + count(*) filter (where f.visitors = '{}'))::int as visitors,
      (coalesce(max(s.visitors_of_week), 0) + count(*) filter (where f.visitors = '{}' and f.is_of_week))::int as visitors_of_week
    from found f left join sent s on s.kind = f.kind and s.name = f.name
    group by f.kind, f.name
    order by visitors desc, last_seen_at desc, f.name`;
