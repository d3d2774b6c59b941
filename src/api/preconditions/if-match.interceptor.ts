import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { tap } from 'rxjs';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import { ApiError, notFound } from '../errors/api-error';
import { ifMatchPasses } from './etag.rules';
import { contextOf } from '../http/request-context';

/** Locks what the operation changes and compares validators. Of several edits with one ETag exactly one gets past here. */
@Injectable()
export class IfMatchInterceptor implements NestInterceptor {
  constructor(
    private readonly modules: ModuleRef,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<Request>();
    const context = contextOf(request);
    if (!context.operation?.ifMatch) return next.handle();
    const guarded = this.modules.get(context.operation.ifMatch, { strict: false });
    const locked = await guarded.lock(context.resource);
    if (!locked) throw notFound();
    const passes = ifMatchPasses(request.headers['if-match']!, guarded.etagOf(locked), this.config.etagAcceptWeak);
    if (!passes) throw new ApiError('precondition_failed');
    context.locked = locked;
    context.revisionBefore = guarded.revisionOf(locked);
    return next.handle().pipe(tap(() => (context.revisionAfter = guarded.revisionOf(locked))));
  }
}
