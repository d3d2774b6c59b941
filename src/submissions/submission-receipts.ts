import { Injectable } from '@nestjs/common';
import { SubmissionBatchRepository } from './submission-batch.repository';
import type { SubmissionKey, Written } from './submission-writer.types';

/** Looks up what was stored before under an idempotency key. */
@Injectable()
export class SubmissionReceipts {
  constructor(private readonly batches: SubmissionBatchRepository) {}

  /** Null when the key is new to the form. */
  async find(formId: string, key: SubmissionKey): Promise<Written | null> {
    const receipt = await this.batches.earlier(formId, key);
    if (!receipt) return null;
    return receipt.fingerprint.equals(key.fingerprint) ? { outcome: 'repeated', receipt } : { outcome: 'key_conflict' };
  }

  /** Deletes what has expired; how many it deleted. */
  sweep(): Promise<number> {
    return this.batches.sweepKeys();
  }
}
