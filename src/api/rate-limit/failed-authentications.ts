import { Injectable } from '@nestjs/common';
import { BucketStore, rateLimitExceeded } from './bucket-store';
import { networkOf } from './network.rules';

/**
 * Limits the guessing of keys and tokens: 20 failures a minute from one address. Valid keys from the same address are not affected, and
 * requests without any credential are not counted.
 */
@Injectable()
export class FailedAuthentications {
  constructor(private readonly buckets: BucketStore) {}

  async count(address: string | undefined): Promise<void> {
    const network = networkOf(address ?? 'unknown');
    const bucket = { name: 'failed_authentication', key: network, shard: network, perMinute: 20 };
    const taken = await this.buckets.take([bucket]);
    if (!taken.allowed) throw rateLimitExceeded(taken);
  }
}
