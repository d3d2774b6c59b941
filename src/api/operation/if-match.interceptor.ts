import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { type Config, CONFIG } from '../../platform/config/config';
import { ApiError, notFound } from '../errors/api-error';
import { operationContextOf } from './request-context';
import { ifMatchError, type IfMatchError, ifMatchPasses } from './etag.rules';

/** Locks the edited resource and compares its ETag with If-Match. Exactly one of several concurrent edits with the same ETag passes. */
@Injectable()
export class IfMatchInterceptor implements NestInterceptor {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<Request>();
    const context = operationContextOf(request);
    const { precondition, resourceIds } = context;
    const locked = await precondition!.lock((resourceIds!.formId ?? resourceIds!.resourceId)!, resourceIds);
    if (!locked) throw notFound();
    const [header, current] = [request.headers['if-match']?.trim() || '*', precondition!.etagOf(locked)]; // `*` for a missing header
    if (!ifMatchPasses(header, current, this.config.etagAcceptWeak)) throw failed(ifMatchError(header, current));
    context.locked = locked;
    return next.handle();
  }
}

export function requireIfMatch({ headers }: Request): void {
  if (!headers['if-match']?.trim()) throw new ApiError('precondition_required');
}

const failed = (error: IfMatchError): ApiError => new ApiError('precondition_failed', { message: MESSAGES[error] });

/** The messages for If-Match; an outdated tag gets the default message of its error code. */
const MESSAGES: Record<IfMatchError, string | undefined> = {
  malformed: 'The If-Match header is malformed. Send the ETag of the latest read unchanged, with its quotes.',
  foreign: 'If-Match has the ETag of another resource. Send the one from the latest read of this resource.',
  weak: 'A weak ETag (W/) never matches. Send the ETag without W/, and configure the proxy that has added it.',
  stale: undefined,
};
