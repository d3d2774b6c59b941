import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerOptions,
  type ThrottlerRequest,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { Request, Response } from 'express';
import type { Caller, KeyBucket } from '../auth/caller';
import { type Bucket, BucketStore, rateLimitExceeded, type Taken } from '../rate-limit/bucket-store';
import { contextOf } from './request-context';

/** The throttler of `RateLimitGuard`: the caller's limit for the bucket of the operation, in requests a minute. */
export const KEY_THROTTLER: ThrottlerOptions = {
  ttl: 60_000,
  limit: (context) => {
    const { caller, operation } = contextOf(context.switchToHttp().getRequest<Request>());
    return caller!.limits[operation!.bucket];
  },
};

/** Takes one token from the key and one from its account, or none at all. Replaces the counting of `ThrottlerGuard`, which is by route. */
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

  override async onModuleInit(): Promise<void> {
    await super.onModuleInit();
    this.buckets.register();
  }

  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    return Promise.resolve(!contextOf(context.switchToHttp().getRequest<Request>()).caller);
  }

  protected override async handleRequest({ context, limit }: ThrottlerRequest): Promise<boolean> {
    const http = context.switchToHttp();
    const { caller, operation } = contextOf(http.getRequest<Request>());
    const taken = await this.buckets.take(bucketsOf(caller!, operation!.bucket, limit));
    setRateLimitHeaders(http.getResponse<Response>(), taken);
    if (!taken.allowed) throw rateLimitExceeded(taken);
    return true;
  }
}

export function bucketsOf(caller: Caller, bucket: KeyBucket, perMinute = caller.limits[bucket]): Bucket[] {
  return [
    { name: bucket, key: caller.keyId, shard: caller.accountId, perMinute },
    { name: 'user_aggregate', key: caller.accountId, shard: caller.accountId, perMinute: caller.limits.userAggregate },
  ];
}

/** Sets the RateLimit headers of draft-ietf-httpapi-ratelimit-headers: the policies, and the remaining tokens of each. */
function setRateLimitHeaders(response: Response, { states }: Taken): void {
  if (states.length === 0) return;
  response.setHeader('RateLimit-Policy', states.map(({ name, limit }) => `"${name}";q=${limit};w=60`).join(', '));
  response.setHeader(
    'RateLimit',
    states.map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`).join(', '),
  );
}
