import { Injectable } from '@nestjs/common';
import { ApiError } from '../errors/api-error';
import { BucketStore } from './bucket-store';
import { networkOf } from './network.rules';

/** A brake on guessing: so many failures a minute from one address. Good keys from the same address are not held up. */
@Injectable()
export class FailedAuthentications {
  constructor(private readonly buckets: BucketStore) {}

  async count(address: string | undefined): Promise<void> {
    const bucket = { name: 'failed_authentication', key: networkOf(address ?? 'unknown'), perMinute: 20 };
    const taken = await this.buckets.take([bucket]);
    if (taken.allowed) return;
    throw new ApiError('rate_limit_exceeded', {
      details: { bucket: bucket.name, retry_after: taken.retryAfterSeconds },
      headers: { 'Retry-After': String(taken.retryAfterSeconds) },
    });
  }
}
