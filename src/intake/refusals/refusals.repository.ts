import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { type NameCount, MAX_VISITORS, NAMES_OF_VISITOR } from '../counts/name-counts';
import type { RefusalKind } from './refusals';

/** Refusals by their names, refused submissions by the kind of their refusal, and accepted ones of websites by their origin. */
export type CountedKind = RefusalKind | 'refused' | 'accepted';

/** A refusal of a form within the last 30 days. */
export interface FoundRefusal {
  kind: CountedKind;
  name: string;
  reason: string;
  count: number;
  /** The networks of the day with most of them, at most 32. */
  visitors: number;
  lastSeenAt: Date;
}

@Injectable()
export class RefusalsRepository {
  constructor(private readonly database: Database) {}

  /** Adds counts, and keeps the 64 names of each form, kind and day that most visitors have sent. Ignores deleted forms. */
  async add(counts: readonly NameCount<CountedKind>[]): Promise<void> {
    const columns = ['formId', 'kind', 'name', 'reason', 'count', 'seenAt'] as const;
    const visitors = counts.map((one) => one.visitors.join());
    await this.database.query(ADD, [...columns.map((column) => counts.map((one) => one[column])), visitors]);
  }

  /** Sums up the last 30 days by name and reason, the 200 most frequent, in this order. */
  ofForm(formId: string, kinds: readonly CountedKind[]): Promise<FoundRefusal[]> {
    return this.database.query(OF_FORM, [formId, kinds]);
  }

  /** Deletes one batch of counts that are 30 days old, and returns their number. */
  sweep(): Promise<number> {
    return this.database.deleteBatch('form_refusals', `day <= ${TODAY} - 30`, 'day');
  }
}

const TODAY = `(now() at time zone 'utc')::date`;
const ROW = 'form_id, kind, day, name, reason';

/** Ranks names by visitors, of whom only the first names count, then by their count. Older names win ties. */
const ADD = `
  with sent as (
    select s.form_id, s.kind, s.name, s.reason, s.count, s.seen_at, (s.seen_at at time zone 'utc')::date as day,
        string_to_array(s.visitors, ',') as visitors
      from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[], $6::timestamptz[], $7::text[])
        as s (form_id, kind, name, reason, count, seen_at, visitors)
      where exists (select from forms o where o.id = s.form_id and o.deleted_at is null)
  ), named as (
    select ${ROW}, count, visitors, seen_at as since from sent
    union all
    select ${ROW}, count, visitors, first_seen_at from form_refusals r
      where r.form_id = any($1) and exists (select from sent s where s.form_id = r.form_id and s.kind = r.kind and s.day = r.day)
  ), visits as (
    select ${ROW}, row_number() over (partition by form_id, kind, day, visitor order by min(since), name, reason) as place
      from named cross join unnest(visitors) visitor group by ${ROW}, visitor
  ), counted as (
    select ${ROW}, count(*) as visitors from visits where place <= ${NAMES_OF_VISITOR} group by ${ROW}
  ), kept as (
    select ${ROW} from (
      select ${ROW}, row_number() over (
          partition by form_id, kind, day order by coalesce(max(c.visitors), 0) desc, sum(n.count) desc, min(n.since), name, reason
        ) as place
        from named n left join counted c using (${ROW}) group by ${ROW}
    ) names where place <= 64
  ), dropped as (
    delete from form_refusals r using sent s
      where r.form_id = s.form_id and r.kind = s.kind and r.day = s.day
        and (r.form_id, r.kind, r.day, r.name, r.reason) not in (select ${ROW} from kept)
  )
  insert into form_refusals as r (${ROW}, count, visitors, first_seen_at, seen_at)
    select ${ROW}, s.count, s.visitors, s.seen_at, s.seen_at from sent s join kept using (${ROW})
      order by ${ROW}
    on conflict (${ROW}) do update set
      count = r.count + excluded.count,
      visitors = (r.visitors || array(select v from unnest(excluded.visitors) v where v <> all (r.visitors)))[1:${MAX_VISITORS}],
      first_seen_at = least(r.first_seen_at, excluded.first_seen_at),
      seen_at = greatest(r.seen_at, excluded.seen_at)`;

const OF_FORM = `
  select kind, name, reason, sum(count)::int as count, max(cardinality(visitors)) as visitors, max(seen_at) as last_seen_at
    from form_refusals where form_id = $1 and kind = any($2) and day > ${TODAY} - 30
    group by kind, name, reason order by count desc, kind, name, reason limit 200`;
