import { ApiError } from '../errors/api-error';
import { Injectable } from '@nestjs/common';
import { networkOf } from './network.rules';

export abstract class BucketStore {
  /** Takes one token from each bucket, or none at all when any of them is empty. A bucket may be named only once. */
  abstract take(buckets: readonly Bucket[]): Promise<Taken>;

  abstract putBack(bucket: Bucket): Promise<void>;

  /** Counts this process among those that share the limits. Call this before the first request is served. */
  register(): void {}
}

export const rateLimitExceeded = ({ refusedBy, retryAfterSeconds }: Pick<Taken, 'refusedBy' | 'retryAfterSeconds'>): ApiError =>
  new ApiError('rate_limit_exceeded', {
    details: { bucket: refusedBy, retry_after: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });

/** The rate limit of one key, account or address. */
export interface Bucket {
  name: string;
  key: string;
  /** Buckets that are taken together need the same shard, since a Redis Cluster keeps one shard on one node. */
  shard: string;
  /** The capacity of the bucket, a positive integer. An empty bucket refills within a minute. */
  perMinute: number;
  /** Set for a bucket to which tokens can be returned, so that the level that a process saw last may be too low. */
  isReturnable?: true;
}

export interface BucketState {
  name: string;
  limit: number;
  remaining: number;
  /** The whole seconds until `remaining` grows by one, 0 for a full bucket: `t` of the RateLimit header. */
  resetSeconds: number;
}

export interface Taken {
  allowed: boolean;
  /** The name of the empty bucket that takes longest to refill; null when the request is allowed. */
  refusedBy: string | null;
  /** 0 when the request is allowed, else at least 1 and enough for every bucket: no less than any `resetSeconds`. */
  retryAfterSeconds: number;
  /** The states in the order of the buckets; empty when the counts are unknown. */
  states: readonly BucketState[];
}

/** Limits guesses of keys and tokens: 20 failures a minute from one address. Requests with valid keys from there are not affected. */
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
