import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import { ApiError, notFound } from '../errors/api-error';
import { operationContextOf } from '../http/request-context';
import { ifMatchPasses } from './etag.rules';

/** Locks the resource of an edit and compares its validator with If-Match. Of several concurrent edits with one ETag exactly one passes. */
@Injectable()
export class IfMatchInterceptor implements NestInterceptor {
  constructor(
    private readonly modules: ModuleRef,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<Request>();
    const context = operationContextOf(request);
    const { operation, resourceIds } = context;
    const precondition = this.modules.get(operation.ifMatch!, { strict: false });
    const locked = await precondition.lock(resourceIds!.formId);
    if (!locked) throw notFound();
    const passes = ifMatchPasses(request.headers['if-match']!, precondition.etagOf(locked), this.config.etagAcceptWeak);
    if (!passes) throw new ApiError('precondition_failed');
    context.locked = locked;
    return next.handle();
  }
}
