import { Injectable } from '@nestjs/common';
import { SubmissionBatchRepository } from './submission-batch.repository';
import { writtenBefore } from './submission-outcome.rules';
import type { SubmissionKey, WriteOutcome } from './submission-writer.types';

/** Looks up what was stored before under an idempotency key. */
@Injectable()
export class SubmissionKeysService {
  constructor(private readonly batches: SubmissionBatchRepository) {}

  /** Null when the key is new to the form. */
  async find(formId: string, key: SubmissionKey): Promise<WriteOutcome | null> {
    const [receipt] = await this.batches.earlier([{ formId, idempotency: key }]);
    return receipt ? writtenBefore(receipt, key) : null;
  }

  /** Deletes what has expired; how many it deleted. */
  sweep(): Promise<number> {
    return this.batches.sweepKeys();
  }
}
