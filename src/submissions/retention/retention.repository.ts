import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';

/** Submissions of one form that are older than its retention period. */
export interface DueSubmissions {
  formId: string;
  accountId: string;
  ids: string[];
}

@Injectable()
export class RetentionRepository {
  constructor(private readonly database: Database) {}

  /** Returns the oldest due submissions of one form, and locks its settings until the commit; null when none are due. */
  async nextDue(formId: string | null, limit: number): Promise<DueSubmissions | null> {
    return (await this.database.queryOne<DueSubmissions>(NEXT_DUE, [formId, limit])) ?? null;
  }

  /** Counts the submissions of a form that are older than this number of days, up to a limit. */
  async countDue(formId: string, days: number, limit: number): Promise<number> {
    return (await this.database.queryOne<{ count: number }>(COUNT_DUE, [formId, days, limit]))!.count;
  }

  dueForms(formId: string | null): Promise<{ formId: string; due: number }[]> {
    return this.database.query(DUE_FORMS, [formId]);
  }
}

/** Selects by state, since each state has an index of its own. */
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
