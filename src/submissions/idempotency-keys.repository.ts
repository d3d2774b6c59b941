import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../platform/database/database';
import { SubmissionIdempotencyKeyEntity } from './submission.entity';
import type { Receipt, IdempotencyKey } from './submission-writer.types';

/** The receipt that is stored under a key, with the fingerprint of the submitted fields. */
export type StoredReceipt = Receipt & Pick<IdempotencyKey, 'fingerprint'>;

/** Reads the idempotency keys of submissions. */
@Injectable()
export class IdempotencyKeysRepository {
  constructor(private readonly database: Database) {}

  /** Returns undefined for a key that is new or has expired. */
  find(formId: string, keyHash: Buffer): Promise<StoredReceipt | undefined> {
    return this.database.queryOne<StoredReceipt>(FIND, [formId, keyHash]);
  }

  async forget(formId: string, submissionIds: readonly string[]): Promise<void> {
    await this.database.repository(SubmissionIdempotencyKeyEntity).delete({ formId, submissionId: In([...submissionIds]) });
  }

  deleteExpired(): Promise<number> {
    return this.database.deleteBatch('submission_idempotency_keys', 'expires_at <= now()', 'expires_at');
  }
}

const FIND = `
  select fingerprint, submission_id as id, received_at, file_count, ignored_fields, asks_confirmation
  from submission_idempotency_keys where form_id = $1 and key_hash = $2 and expires_at > now()`;
