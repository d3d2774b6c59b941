import { Injectable } from '@nestjs/common';
import { BucketStore } from './bucket-store';
import { networkOf } from './network.rules';
import { rateLimitExceeded } from './rate-limit-exceeded';

/** Limits guessing of keys and tokens: so many failures a minute from one address. Good keys from the same address are not held up. */
@Injectable()
export class FailedAuthentications {
  constructor(private readonly buckets: BucketStore) {}

  async count(address: string | undefined): Promise<void> {
    const bucket = { name: 'failed_authentication', key: networkOf(address ?? 'unknown'), perMinute: 20 };
    const taken = await this.buckets.take([bucket]);
    if (!taken.allowed) throw rateLimitExceeded(taken);
  }
}
