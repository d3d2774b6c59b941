import { ApiError } from '../errors/api-error';
import { Injectable } from '@nestjs/common';
import { networkOf } from './network.rules';

export abstract class BucketStore {
  /** Takes one token from each bucket or, when any is empty, from none. Each bucket may be named once. */
  abstract take(buckets: readonly Bucket[]): Promise<Taken>;

  abstract putBack(bucket: Bucket): Promise<void>;

  /** Counts this process among those that share the limits. Called where requests are served, before the first one. */
  register(): void {}
}

/** The error of a request for which a bucket was empty. */
export const rateLimitExceeded = ({ refusedBy, retryAfterSeconds }: Taken): ApiError =>
  new ApiError('rate_limit_exceeded', {
    details: { bucket: refusedBy, retry_after: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });

/** A rate limit of one holder. */
export interface Bucket {
  /** The kind of the bucket, which headers and errors show. */
  name: string;
  /** The holder: an id or an address. */
  key: string;
  /** Buckets that are taken together have the same shard: a Redis Cluster keeps those of one shard on one node. */
  shard: string;
  /** A positive integer: the capacity of the bucket, which refills within a minute. */
  perMinute: number;
  /** Tokens may be put back, so the level that a process saw last may be too low. */
  isReturnable?: true;
}

export interface BucketState {
  name: string;
  limit: number;
  remaining: number;
  /** Whole seconds until `remaining` grows by one, 0 when the bucket is full: `t` of the RateLimit field. */
  resetSeconds: number;
}

export interface Taken {
  allowed: boolean;
  /** The name of the empty bucket that takes longest to refill. */
  refusedBy: string | null;
  /** 0 when allowed. Else at least 1, enough for every bucket, and no less than any `resetSeconds`. */
  retryAfterSeconds: number;
  /** In the order of the request. Empty when the counts are unknown. */
  states: readonly BucketState[];
}

/** Limits the guessing of keys and tokens: 20 failures a minute from one address. Valid keys from there are not affected. */
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
