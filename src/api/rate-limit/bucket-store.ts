import { ApiError } from '../errors/api-error';
import type { Bucket, Taken } from './bucket.types';

/** Stores the levels of rate limit buckets. */
export abstract class BucketStore {
  /** Takes one token from each bucket or, when any is empty, from none. Each bucket may be named once. */
  abstract take(buckets: readonly Bucket[]): Promise<Taken>;

  /** Puts back a token that was taken. */
  abstract putBack(bucket: Bucket): Promise<void>;

  /** Called in processes that serve requests, before the first one. */
  join(): void {}
}

/** The answer to a request for which a bucket was empty. */
export const rateLimitExceeded = ({ refusedBy, retryAfterSeconds }: Taken): ApiError =>
  new ApiError('rate_limit_exceeded', {
    details: { bucket: refusedBy, retry_after: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
