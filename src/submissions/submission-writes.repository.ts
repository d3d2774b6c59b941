import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import type { LockedForm, NewSubmission } from './submission-writer.types';
import { SubmissionEntity } from './submission.entity';

/**
 * The only statements that write submissions, and with them the counters of their form: a change and its count are one statement, so
 * that they cannot differ. The counters are always locked before submissions, so that no two transactions wait for each other.
 */
@Injectable()
export class SubmissionWritesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Locks forms against edits and deletion, and their counters. Deleted forms are missing from the result. Forms are locked in the order
   * of their ids, so that no two batches wait for each other.
   */
  async lockForms(formIds: string[]): Promise<Map<string, LockedForm>> {
    const forms = await this.database.query<LockedForm>(LOCK_FORMS, [formIds]);
    return new Map(forms.map((form) => [form.id, form]));
  }

  /** The number of further submissions that the plan allows this month; null for any number, and for a form that does not exist. */
  async remaining(formId: string): Promise<number | null> {
    const row = await this.database.queryOne<{ remaining: number | null }>(FIND_REMAINING, [formId]);
    return row?.remaining ?? null;
  }

  /** Stores submissions to locked forms and counts them. */
  async insert(submissions: NewSubmission[], receivedAt: Date): Promise<void> {
    if (submissions.length === 0) return;
    const formIds = [...new Set(submissions.map(({ formId }) => formId))];
    await this.database.query(INSERT, [JSON.stringify(submissions.map(rowOf)), receivedAt, formIds]);
  }

  /** Marks a submission as read; the time of the first reading is kept. Null when it has been deleted. */
  async markRead({ formId, id }: SubmissionEntity, at: Date): Promise<SubmissionEntity | null> {
    await this.database.query(LOCK_COUNTERS, [formId]);
    await this.database.query(MARK_READ, [formId, id, at]);
    return this.database.repository(SubmissionEntity).findOneBy({ formId, id });
  }

  /** Null when the submission has been deleted. */
  async markUnread({ formId, id }: SubmissionEntity): Promise<SubmissionEntity | null> {
    await this.database.query(LOCK_COUNTERS, [formId]);
    await this.database.query(MARK_UNREAD, [formId, id]);
    return this.database.repository(SubmissionEntity).findOneBy({ formId, id });
  }

  /** Locks a form against deletion, and its counters. */
  async lockForm(formId: string): Promise<void> {
    await this.database.query(LOCK_FORM, [formId]);
  }

  /** Deletes a submission of a locked form. False when it has been deleted already. */
  async delete({ formId, id }: SubmissionEntity): Promise<boolean> {
    const deleted = await this.database.query(DELETE, [formId, id]);
    return deleted.length > 0;
  }
}

const rowOf = ({ id, formId, source, fields, files, clientNetwork, userAgent }: NewSubmission) => ({
  id,
  form_id: formId,
  source,
  fields,
  file_count: files.length,
  client_network: clientNetwork,
  user_agent: userAgent,
});

/** By the calendar of the database. */
const REMAINING = `
  p.form_submissions_per_month - case when s.month = date_trunc('month', now() at time zone 'utc') then s.month_count else 0 end
    as remaining
  from forms f
    join form_stats s on s.form_id = f.id
    join accounts a on a.id = f.account_id
    join plans p on p.name = a.plan`;

const FIND_REMAINING = `select ${REMAINING} where f.id = $1`;

/** `now` is the time of the database, which all processes share: submissions are ordered and their keys expire by it. */
const LOCK_FORMS = `
  select f.id, f.revision, f.status = 'enabled' and a.suspended_at is null as "isEnabled",
    date_trunc('milliseconds', now()) as now, ${REMAINING}
  where f.id = any($1::uuid[]) and f.deleted_at is null
  order by f.id
  for key share of f
  for update of s`;

/**
 * One JSON text for all rows, since the driver escapes arrays element by element. The form ids are passed beside it because PostgreSQL
 * cannot estimate how many rows the JSON has, and might scan all counters.
 */
const INSERT = `
  with sent as (
    select * from json_to_recordset($1)
      as t (id uuid, form_id uuid, source text, fields json, file_count int, client_network inet, user_agent text)
  ), stored as (
    insert into submissions (id, form_id, source, fields, file_count, received_at, client_network, user_agent)
    select id, form_id, source, fields, file_count, $2, client_network, user_agent from sent
  ), added as (
    select form_id, count(*)::int as number, date_trunc('month', now() at time zone 'utc')::date as month from sent group by form_id
  )
  update form_stats s set
      submissions_count = s.submissions_count + added.number,
      unread_count = s.unread_count + added.number,
      latest_submission_at = greatest(s.latest_submission_at, $2),
      first_submission_at = coalesce(s.first_submission_at, $2),
      month_count = added.number + case when s.month = added.month then s.month_count else 0 end,
      month = added.month
    from added where s.form_id = added.form_id and s.form_id = any($3::uuid[])`;

const LOCK_COUNTERS = 'select from form_stats where form_id = $1 for update';

const MARK_READ = `
  with marked as (
    update submissions set read_at = $3 where form_id = $1 and id = $2 and read_at is null returning form_id
  )
  update form_stats set unread_count = unread_count - 1 from marked where form_stats.form_id = marked.form_id`;

const MARK_UNREAD = `
  with marked as (
    update submissions set read_at = null where form_id = $1 and id = $2 and read_at is not null returning form_id
  )
  update form_stats set unread_count = unread_count + 1 from marked where form_stats.form_id = marked.form_id`;

const LOCK_FORM = `
  select from forms f join form_stats s on s.form_id = f.id where f.id = $1 for key share of f for update of s`;

const DELETE = `
  with deleted as (
    delete from submissions where form_id = $1 and id = $2 returning form_id, id, read_at
  ), latest as (
    select received_at from submissions where form_id = $1 and id <> $2 order by received_at desc, id desc limit 1
  )
  update form_stats set
      submissions_count = submissions_count - 1,
      unread_count = unread_count - (deleted.read_at is null)::int,
      latest_submission_at = (select received_at from latest)
    from deleted where form_stats.form_id = deleted.form_id
    returning 1`;
