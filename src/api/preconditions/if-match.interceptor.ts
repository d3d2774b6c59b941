import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import { ApiError, notFound } from '../errors/api-error';
import { operationContextOf } from '../http/request-context';
import type { IfMatchFault } from './etag.rules';
import { ifMatchFault, ifMatchPasses } from './etag.rules';

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
    const [header, current] = [request.headers['if-match']!, precondition.etagOf(locked)];
    if (!ifMatchPasses(header, current, this.config.etagAcceptWeak)) throw failed(ifMatchFault(header, current));
    context.locked = locked;
    return next.handle();
  }
}

const failed = (fault: IfMatchFault): ApiError => new ApiError('precondition_failed', { message: MESSAGES[fault] });

/** An outdated tag gets the default message. */
const MESSAGES: Record<IfMatchFault, string | undefined> = {
  malformed: 'The If-Match header is malformed. Send the ETag of the latest read unchanged, with its quotes.',
  foreign: 'If-Match has the ETag of another resource. Send the one from the latest read of this resource.',
  weak: 'A weak ETag (W/) never matches. Send the ETag without W/, and configure the proxy that has added it.',
  stale: undefined,
};
