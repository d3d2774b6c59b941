import { ApiError } from '../errors/api-error';
import type { Taken } from './bucket.types';

/** The answer to a request that a bucket had nothing left for. */
export const rateLimitExceeded = ({ refusedBy, retryAfterSeconds }: Taken): ApiError =>
  new ApiError('rate_limit_exceeded', {
    details: { bucket: refusedBy, retry_after: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
