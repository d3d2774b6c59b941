import { Injectable } from '@nestjs/common';
import { HOURLY, PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { IdempotencyKeysRepository } from './idempotency-keys.repository';
import type { IdempotencyKey, WriteOutcome } from './submission-writer.types';

@Injectable()
export class IdempotencyKeysService {
  constructor(private readonly keys: IdempotencyKeysRepository) {}

  /** Returns a replay when the key was used with the same fields, a conflict when it was used with others, else null. */
  async find(formId: string, { keyHash, fingerprint }: IdempotencyKey): Promise<WriteOutcome | null> {
    const receipt = await this.keys.find(formId, keyHash);
    if (!receipt) return null;
    return receipt.fingerprint.equals(fingerprint) ? { outcome: 'replayed', receipt } : { outcome: 'key_conflict' };
  }

  async isKnown(formId: string, keyHash: Buffer): Promise<boolean> {
    return (await this.keys.find(formId, keyHash)) !== undefined;
  }

  @PeriodicTask({ name: 'sweep of submission keys', processes: 'api', everySeconds: HOURLY })
  sweep(): Promise<number> {
    return this.keys.deleteExpired();
  }
}
