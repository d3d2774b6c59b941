import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import type { NewSubmission, Receipt, SubmissionKey } from './submission-writer.types';

/** A form as it is while a batch holds it: nobody can edit or delete it, or count past its quota, before the commit. */
export interface HeldForm {
  id: string;
  revision: number;
  isEnabled: boolean;
  /** How many more submissions the plan allows this month; null for any number. */
  remaining: number | null;
  now: Date;
}

export interface EarlierReceipt extends Receipt {
  formId: string;
  keyHash: Buffer;
  fingerprint: Buffer;
}

/** The statements that store many submissions at once. */
@Injectable()
export class SubmissionBatchRepository {
  constructor(private readonly database: Database) {}

  /** Always in the order of ids, so that two batches never wait for each other. */
  async hold(formIds: string[]): Promise<Map<string, HeldForm>> {
    const forms = await this.database.rows<HeldForm>(HOLD, [formIds]);
    return new Map(forms.map((form) => [form.id, form]));
  }

  /** Claims the keys of the submissions that have one, and returns those whose key was taken before. */
  async claimKeys(submissions: NewSubmission[], receivedAt: Date): Promise<Set<NewSubmission>> {
    const keyed = submissions.filter(({ idempotency }) => idempotency).sort(byFormAndKey);
    if (keyed.length === 0) return new Set();
    const keys = [keyed.map(({ formId }) => formId), keyed.map((each) => each.idempotency!.keyHash)];
    await this.database.rows(DELETE_EXPIRED, keys);
    const claimed = await this.database.rows<{ submissionId: string }>(CLAIM, [
      ...keys,
      keyed.map((each) => each.idempotency!.fingerprint),
      keyed.map(({ id }) => id),
      keyed.map(({ fileCount }) => fileCount),
      JSON.stringify(keyed.map(({ ignoredFields }) => ignoredFields)),
      receivedAt,
    ]);
    const ids = new Set(claimed.map(({ submissionId }) => submissionId));
    return new Set(keyed.filter(({ id }) => !ids.has(id)));
  }

  async earlier(formId: string, { keyHash }: SubmissionKey): Promise<EarlierReceipt | null> {
    return (await this.database.row<EarlierReceipt>(EARLIER, [formId, keyHash])) ?? null;
  }

  /** Stores the submissions and counts them. */
  async insert(submissions: NewSubmission[], receivedAt: Date): Promise<void> {
    await this.database.rows(INSERT, [
      submissions.map(({ id }) => id),
      submissions.map(({ formId }) => formId),
      submissions.map(({ source }) => source),
      submissions.map(({ fields }) => JSON.stringify(fields)),
      submissions.map(({ fileCount }) => fileCount),
      submissions.map(({ clientNetwork }) => clientNetwork),
      submissions.map(({ userAgent }) => userAgent),
      receivedAt,
    ]);
  }

  /** Deletes keys that have expired, in batches. */
  async sweepKeys(): Promise<number> {
    const swept = await this.database.rows(SWEEP_KEYS);
    return swept.length;
  }
}

function byFormAndKey(a: NewSubmission, b: NewSubmission): number {
  return a.formId.localeCompare(b.formId) || Buffer.compare(a.idempotency!.keyHash, b.idempotency!.keyHash);
}

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

const DELETE_EXPIRED = `
  delete from submission_keys k using unnest($1::uuid[], $2::bytea[]) as sent (form_id, key_hash)
  where k.form_id = sent.form_id and k.key_hash = sent.key_hash and k.expires_at <= now()`;

const CLAIM = `
  insert into submission_keys (form_id, key_hash, fingerprint, submission_id, received_at, file_count, ignored_fields, expires_at)
  select form_id, key_hash, fingerprint, id, $7, file_count,
    array(select json_array_elements_text($6::json -> (ordinal - 1)::int)), now() + interval '24 hours'
  from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::uuid[], $5::int[])
    with ordinality as sent (form_id, key_hash, fingerprint, id, file_count, ordinal)
  on conflict do nothing
  returning submission_id as "submissionId"`;

const EARLIER = `
  select form_id as "formId", key_hash as "keyHash", fingerprint, submission_id as id, received_at as "receivedAt",
    file_count as "fileCount", ignored_fields as "ignoredFields"
  from submission_keys where form_id = $1 and key_hash = $2 and expires_at > now()`;

const INSERT = `
  with sent as (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::json[], $5::int[], $6::inet[], $7::text[])
      as t (id, form_id, source, fields, file_count, client_network, user_agent)
  ), stored as (
    insert into submissions (id, form_id, source, fields, file_count, received_at, client_network, user_agent)
    select id, form_id, source, fields, file_count, $8, client_network, user_agent from sent
  ), added as (
    select form_id, count(*)::int as number, date_trunc('month', now() at time zone 'utc')::date as month from sent group by form_id
  )
  update form_stats s set
      submissions_count = s.submissions_count + added.number,
      unread_count = s.unread_count + added.number,
      latest_submission_at = greatest(s.latest_submission_at, $8),
      first_submission_at = coalesce(s.first_submission_at, $8),
      month_count = added.number + case when s.month = added.month then s.month_count else 0 end,
      month = added.month
    from added where s.form_id = added.form_id`;

const SWEEP_KEYS = `
  delete from submission_keys where ctid = any(array(
    select ctid from submission_keys where expires_at <= now() order by expires_at limit 1000 for update skip locked
  )) returning 1`;
