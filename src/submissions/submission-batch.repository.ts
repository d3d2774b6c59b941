import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import type { EarlierReceipt, HeldForm, KeyedSubmission, NewSubmission } from './submission-writer.types';

/** The statements that store many submissions at once. */
@Injectable()
export class SubmissionBatchRepository {
  constructor(private readonly database: Database) {}

  /** Always in the order of ids, so that two batches never wait for each other. */
  async hold(formIds: string[]): Promise<Map<string, HeldForm>> {
    const forms = await this.database.query<HeldForm>(HOLD, [formIds]);
    return new Map(forms.map((form) => [form.id, form]));
  }

  /** What was stored before under the keys of forms. While a batch holds a form, nobody else adds keys to it. */
  async earlier(keys: Pick<KeyedSubmission, 'formId' | 'idempotency'>[]): Promise<EarlierReceipt[]> {
    if (keys.length === 0) return [];
    return this.database.query<EarlierReceipt>(EARLIER, [
      keys.map(({ formId }) => formId),
      keys.map(({ idempotency }) => idempotency.keyHash),
    ]);
  }

  /** Claims the keys of submissions of held forms, none of which is in use; those that have expired are taken over. */
  async claimKeys(submissions: KeyedSubmission[], receivedAt: Date): Promise<void> {
    if (submissions.length === 0) return;
    const claimed = await this.database.query(CLAIM, [
      submissions.map(({ formId }) => formId),
      submissions.map(({ idempotency }) => idempotency.keyHash),
      submissions.map(({ idempotency }) => idempotency.fingerprint),
      submissions.map(({ id }) => id),
      submissions.map(({ fileCount }) => fileCount),
      JSON.stringify(submissions.map(({ ignoredFields }) => ignoredFields)),
      receivedAt,
    ]);
    if (claimed.length < submissions.length) throw new Error('An idempotency key in use was claimed again.');
  }

  /** Stores the submissions and counts them. */
  async insert(submissions: NewSubmission[], receivedAt: Date): Promise<void> {
    if (submissions.length === 0) return;
    const formIds = [...new Set(submissions.map(({ formId }) => formId))];
    await this.database.query(INSERT, [JSON.stringify(submissions.map(rowOf)), receivedAt, formIds]);
  }

  /** Deletes keys that have expired, in batches. */
  async sweepKeys(): Promise<number> {
    const swept = await this.database.query(SWEEP_KEYS);
    return swept.length;
  }
}

const rowOf = ({ id, formId, source, fields, fileCount, clientNetwork, userAgent }: NewSubmission) => ({
  id,
  form_id: formId,
  source,
  fields,
  file_count: fileCount,
  client_network: clientNetwork,
  user_agent: userAgent,
});

const HOLD = `
  select f.id, f.revision, f.status = 'enabled' as "isEnabled", date_trunc('milliseconds', now()) as now,
    p.form_submissions_per_month - case when s.month = date_trunc('month', now() at time zone 'utc') then s.month_count else 0 end
      as remaining
  from forms f
    join form_stats s on s.form_id = f.id
    join accounts a on a.id = f.account_id
    join plans p on p.name = a.plan
  where f.id = any($1::uuid[]) and f.deleted_at is null
  order by f.id
  for key share of f
  for update of s`;

const EARLIER = `
  select k.form_id as "formId", k.key_hash as "keyHash", k.fingerprint, k.submission_id as id,
    k.received_at as "receivedAt", k.file_count as "fileCount", k.ignored_fields as "ignoredFields"
  from submission_keys k
    join unnest($1::uuid[], $2::bytea[]) as sent (form_id, key_hash) on k.form_id = sent.form_id and k.key_hash = sent.key_hash
  where k.expires_at > now()`;

const CLAIM = `
  insert into submission_keys as k (form_id, key_hash, fingerprint, submission_id, received_at, file_count, ignored_fields, expires_at)
  select form_id, key_hash, fingerprint, id, $7, file_count,
    array(select json_array_elements_text($6::json -> (ordinal - 1)::int)), now() + interval '24 hours'
  from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::uuid[], $5::int[])
    with ordinality as sent (form_id, key_hash, fingerprint, id, file_count, ordinal)
  on conflict (form_id, key_hash) do update
    set fingerprint = excluded.fingerprint, submission_id = excluded.submission_id, received_at = excluded.received_at,
      file_count = excluded.file_count, ignored_fields = excluded.ignored_fields, expires_at = excluded.expires_at
    where k.expires_at <= now()
  returning 1`;

/** The ids of the forms are there once more because PostgreSQL cannot tell how many rows a JSON text holds, and might read all counters. */
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

const SWEEP_KEYS = `
  delete from submission_keys where ctid = any(array(
    select ctid from submission_keys where expires_at <= now() order by expires_at limit 1000 for update skip locked
  )) returning 1`;
