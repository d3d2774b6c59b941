import { Injectable } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectThrottlerOptions, InjectThrottlerStorage, ThrottlerGuard } from '@nestjs/throttler';
import type { ThrottlerModuleOptions, ThrottlerRequest, ThrottlerStorage } from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Caller } from '../auth/caller';
import type { OperationMetadata } from '../operation/operation.types';
import { contextOf } from '../http/request-context';
import { BucketStore, rateLimitExceeded } from './bucket-store';
import type { Bucket, Taken } from './bucket.types';

/**
 * Each authenticated request takes one token from a bucket of the key and one from that of the account, both or none. The throttler counts
 * bucket by bucket and route by route, so only its frame is used.
 */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly buckets: BucketStore,
  ) {
    super(options, storage, reflector);
  }

  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    return Promise.resolve(!contextOf(context.switchToHttp().getRequest<Request>()).caller);
  }

  protected override async handleRequest({ context }: ThrottlerRequest): Promise<boolean> {
    const http = context.switchToHttp();
    const { caller, operation } = contextOf(http.getRequest<Request>());
    const taken = await this.buckets.take(bucketsOf(caller!, operation!));
    setRateLimitHeaders(http.getResponse<Response>(), taken);
    if (!taken.allowed) throw rateLimitExceeded(taken);
    return true;
  }
}

function bucketsOf(caller: Caller, { bucket }: OperationMetadata): Bucket[] {
  return [
    { name: bucket, key: caller.keyId, perMinute: caller.limits[bucket] },
    { name: 'user_aggregate', key: caller.accountId, perMinute: caller.limits.userAggregate },
  ];
}

/** The RateLimit fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers): policies first, then the remaining tokens. */
function setRateLimitHeaders(response: Response, { states }: Taken): void {
  if (states.length === 0) return;
  response.setHeader('RateLimit-Policy', states.map(({ name, limit }) => `"${name}";q=${limit};w=60`).join(', '));
  response.setHeader(
    'RateLimit',
    states.map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`).join(', '),
  );
}
