import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { map } from 'rxjs';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import type { OperationMetadata } from '../operation/operation.types';
import { ifNoneMatchHits } from '../preconditions/etag.rules';
import { Reply } from './reply';
import { contextOf } from '../http/request-context';
import { publicPath } from '../../platform/url.rules';

/** The outermost interceptor: writes the result of an operation as status, headers and the envelope `{data, request_id}`. */
@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const { operation, requestId } = contextOf(request);
    if (!operation) return next.handle();
    return next.handle().pipe(
      map((value: unknown) => {
        const reply = Reply.from(value);
        if (reply.location) response.setHeader('Location', publicPath(this.config.baseUrl, reply.location));
        return write(reply, operation, request, response, requestId);
      }),
    );
  }
}

function write(
  reply: Reply,
  operation: OperationMetadata,
  request: Request,
  response: Response,
  requestId: string,
): unknown {
  response.status(reply.status ?? operation.reply.status ?? 200);
  if (reply.etag) response.setHeader('ETag', reply.etag);
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  if (isNotModified(reply, operation, request)) {
    response.status(304);
    return undefined;
  }
  if (reply.isBare) return reply.data;
  return {
    data: reply.data,
    ...(reply.links && { links: reply.links }),
    ...(reply.meta && { meta: reply.meta }),
    request_id: requestId,
  };
}

/** The header is removed because Express would compare as well, even where the ETag does not cover counters. */
function isNotModified(
  { etag, mayBeNotModified }: Reply,
  { ifNoneMatch }: OperationMetadata,
  request: Request,
): boolean {
  const known = request.headers['if-none-match'];
  delete request.headers['if-none-match'];
  return ifNoneMatch === true && mayBeNotModified && etag !== undefined && ifNoneMatchHits(known, etag);
}
