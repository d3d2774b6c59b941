import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';

/** Submissions of one form that are older than it keeps them. */
export interface DueSubmissions {
  formId: string;
  accountId: string;
  ids: string[];
}

@Injectable()
export class RetentionRepository {
  constructor(private readonly database: Database) {}

  /** The oldest of a form that has any, or of the given form, which keeps its settings until the commit; null when there are none. */
  async nextDue(formId: string | null, limit: number): Promise<DueSubmissions | null> {
    return (await this.database.queryOne<DueSubmissions>(NEXT_DUE, [formId, limit])) ?? null;
  }

  /** The number of those of a form that would be deleted now, counted up to a limit. */
  async countDue(formId: string, days: number, limit: number): Promise<number> {
    return (await this.database.queryOne<{ count: number }>(COUNT_DUE, [formId, days, limit]))!.count;
  }

  /** The forms with a retention and the numbers of their submissions that are due. */
  dueForms(formId: string | null): Promise<{ formId: string; due: number }[]> {
    return this.database.query(DUE_FORMS, [formId]);
  }
}

/** The oldest of each state follow the index of their state. */
const oldest = (form: string, days: string, limit: string): string => `
  (select id, received_at from submissions
    where form_id = ${form} and state = 'accepted' and received_at < now() - make_interval(days => ${days})
    order by received_at, id limit ${limit})
  union all
  (select id, received_at from submissions
    where form_id = ${form} and state = 'quarantined' and received_at < now() - make_interval(days => ${days})
    order by received_at, id limit ${limit})`;

const DAYS = `(f.settings #>> '{retention,days}')::int`;
const HAS_RETENTION = `f.settings ? 'retention' and f.deleted_at is null and ($1::uuid is null or f.id = $1)`;

const NEXT_DUE = `
  select f.id as form_id, f.account_id, due.ids
  from forms f cross join lateral (
    select array_agg(id) as ids from (select id from (${oldest('f.id', DAYS, '$2')}) found order by received_at, id limit $2) first
  ) due
  where ${HAS_RETENTION} and due.ids is not null
  limit 1 for share of f`;

const COUNT_DUE = `select count(*)::int as count from (select from (${oldest('$1', '$2::int', '$3')}) found limit $3) due`;

const DUE_FORMS = `
  select f.id as form_id, due.count::int as due
  from forms f cross join lateral (
    select count(*) as count from submissions s where s.form_id = f.id and s.received_at < now() - make_interval(days => ${DAYS})
  ) due
  where ${HAS_RETENTION} order by f.id`;
