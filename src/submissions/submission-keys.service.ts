import { Injectable } from '@nestjs/common';
import { SubmissionKeysRepository } from './submission-keys.repository';
import { replayOf } from './submission-outcome.rules';
import type { SubmissionKey, WriteOutcome } from './submission-writer.types';

/** Idempotency keys of submissions. */
@Injectable()
export class SubmissionKeysService {
  constructor(private readonly keys: SubmissionKeysRepository) {}

  /** The outcome of a submission whose key was used before; null for a new key. */
  async find(formId: string, key: SubmissionKey): Promise<WriteOutcome | null> {
    const [receipt] = await this.keys.find([{ formId, idempotency: key }]);
    return receipt ? replayOf(receipt, key) : null;
  }

  /** True when a submission to the form was stored under this key. */
  async isKnown(formId: string, keyHash: Buffer): Promise<boolean> {
    const receipts = await this.keys.find([{ formId, idempotency: { keyHash, fingerprint: Buffer.alloc(0) } }]);
    return receipts.length > 0;
  }

  /** Deletes one batch of expired keys; returns their number. */
  sweep(): Promise<number> {
    return this.keys.deleteExpired();
  }
}
