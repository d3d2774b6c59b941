import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import type { KeyedSubmission, StoredReceipt } from './submission-writer.types';

/** The only statements on idempotency keys of submissions. SQL for whole batches, since TypeORM would send one statement a key. */
@Injectable()
export class SubmissionKeysRepository {
  constructor(private readonly database: Database) {}

  /** The receipts that are stored under these keys. Once the forms are locked, no other transaction can add any. */
  async find(keys: Pick<KeyedSubmission, 'formId' | 'idempotency'>[]): Promise<StoredReceipt[]> {
    if (keys.length === 0) return [];
    return this.database.query<StoredReceipt>(FIND, [
      keys.map(({ formId }) => formId),
      keys.map(({ idempotency }) => idempotency.keyHash),
    ]);
  }

  /** Stores the keys of new submissions to locked forms, in place of expired ones. */
  async insert(submissions: KeyedSubmission[], receivedAt: Date): Promise<void> {
    if (submissions.length === 0) return;
    const inserted = await this.database.query(INSERT, [
      submissions.map(({ formId }) => formId),
      submissions.map(({ idempotency }) => idempotency.keyHash),
      submissions.map(({ idempotency }) => idempotency.fingerprint),
      submissions.map(({ id }) => id),
      submissions.map(({ files }) => files.length),
      JSON.stringify(submissions.map(({ ignoredFields }) => ignoredFields)),
      receivedAt,
    ]);
    if (inserted.length < submissions.length) throw new Error('An idempotency key was stored twice.');
  }

  /** Deletes one batch of expired keys; returns their number. */
  deleteExpired(): Promise<number> {
    return this.database.deleteBatch('submission_keys', 'expires_at <= now()', 'expires_at');
  }
}

const FIND = `
  select k.form_id as "formId", k.key_hash as "keyHash", k.fingerprint, k.submission_id as id,
    k.received_at as "receivedAt", k.file_count as "fileCount", k.ignored_fields as "ignoredFields"
  from submission_keys k
    join unnest($1::uuid[], $2::bytea[]) as sent (form_id, key_hash) on k.form_id = sent.form_id and k.key_hash = sent.key_hash
  where k.expires_at > now()`;

/** An array of arrays has to be rectangular in PostgreSQL, so the ignored fields are passed as JSON and joined by position. */
const INSERT = `
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
