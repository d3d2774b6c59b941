import { Injectable } from '@nestjs/common';
import type { FormEntity, RetentionBefore } from '../../forms/form.entity';
import { Database } from '../../platform/database/database';
import type { CountedRetention } from './retention.rules';

/** Submissions of one form that are older than its retention period. */
export interface DueSubmissions {
  formId: string;
  accountId: string;
  ids: string[];
}

@Injectable()
export class RetentionRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns the oldest due submissions of one form, and locks its settings until the commit; null when none are due. The submissions are
   * read after the lock, so an edit that was committed meanwhile counts.
   */
  async nextDue(formId: string | null, limit: number): Promise<DueSubmissions | null> {
    for (;;) {
      const form = await this.database.queryOne<{ id: string }>(NEXT_FORM, [formId]);
      if (!form) return null;
      await this.database.query(LOCK_SETTINGS, [form.id]);
      const due = await this.database.queryOne<DueSubmissions>(DUE, [form.id, limit]);
      if (due) return due;
    }
  }

  /** Counts the submissions of a form that are older than this number of days, up to a limit. */
  async countDue(formId: string, days: number, limit: number): Promise<number> {
    return (await this.database.queryOne<{ count: number }>(COUNT_DUE, [formId, days, limit]))!.count;
  }

  /** Counts what a retention would delete, up to a limit. The form keeps what is in force until the time at which it would begin. */
  async counted(form: FormEntity, days: number | null, limit: number): Promise<CountedRetention> {
    const { count, ...found } = (await this.database.queryOne<Counted>(COUNTED, [form.id, days, limit, form.retentionBefore]))!;
    return { ...found, due: count, before: found.isWaiting ? form.retentionBefore : null };
  }

  /** Returns what is in force in place of the settings; null when the settings are. */
  async waiting({ retentionBefore }: FormEntity): Promise<RetentionBefore | null> {
    if (!retentionBefore) return null;
    const row = await this.database.queryOne<{ isWaiting: boolean }>(IS_WAITING, [retentionBefore.until]);
    return row!.isWaiting ? retentionBefore : null;
  }

  dueForms(formId: string | null): Promise<{ formId: string; due: number }[]> {
    return this.database.query(DUE_FORMS, [formId]);
  }
}

type Counted = Pick<CountedRetention, 'dueAtBeginning' | 'beginsAt'> & { count: number; isWaiting: boolean };

/** The time for which a shorter retention waits. It is the clock of the database that tells when it begins. */
const WAIT = `interval '1 day'`;

/** Selects by state, since each state has an index of its own. */
const oldest = (form: string, days: string, limit: string, at = 'now()'): string => `
  (select id, received_at from submissions
    where form_id = ${form} and state = 'accepted' and received_at < ${at} - make_interval(days => ${days})
    order by received_at, id limit ${limit})
  union all
  (select id, received_at from submissions
    where form_id = ${form} and state = 'quarantined' and received_at < ${at} - make_interval(days => ${days})
    order by received_at, id limit ${limit})
  union all
  (select id, received_at from submissions
    where form_id = ${form} and state = 'trashed' and received_at < ${at} - make_interval(days => ${days})
    order by received_at, id limit ${limit})`;

/** The days that are in force now; null for ever. */
const DAYS = `(case when (f.retention_before ->> 'until')::timestamptz > now()
    then f.retention_before ->> 'days' else f.settings #>> '{retention,days}' end)::int`;
const HAS_RETENTION = `f.settings ? 'retention' and f.deleted_at is null and ($1::uuid is null or f.id = $1)`;

const NEXT_FORM = `
  select f.id from forms f cross join lateral (select from (${oldest('f.id', DAYS, '1')}) found limit 1) due
  where ${HAS_RETENTION} limit 1`;

const LOCK_SETTINGS = 'select from forms where id = $1 for share';

const DUE = `
  select f.id as form_id, f.account_id, due.ids
  from forms f cross join lateral (
    select array_agg(id) as ids from (select id from (${oldest('f.id', DAYS, '$2')}) found order by received_at, id limit $2) first
  ) due
  where ${HAS_RETENTION} and due.ids is not null`;

const countOf = (at = 'now()'): string =>
  `select count(*)::int as count from (select from (${oldest('$1', '$2::int', '$3', at)}) found limit $3) due`;

const COUNT_DUE = countOf();

const COUNTED = `
  select now.count, beginning.count as due_at_beginning, date_trunc('milliseconds', now() + ${WAIT}) as begins_at,
    coalesce(($4::jsonb ->> 'until')::timestamptz > now(), false) as is_waiting
  from (${countOf()}) now, (${countOf(`now() + ${WAIT}`)}) beginning`;

const IS_WAITING = 'select $1::timestamptz > now() as is_waiting';

const DUE_FORMS = `
  select f.id as form_id, due.count::int as due
  from forms f cross join lateral (
    select count(*) as count from submissions s where s.form_id = f.id and s.received_at < now() - make_interval(days => ${DAYS})
  ) due
  where ${HAS_RETENTION} order by f.id`;
