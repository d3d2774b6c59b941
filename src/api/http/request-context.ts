import type { Request } from 'express';
import type { Caller } from '../auth/caller';
import type { OperationMetadata } from '../operation/operation.types';
import type { SpanPlace } from '../../platform/tracing/spans';
import type { ResourceIds } from '../resource/resource-resolver';

/** State of one request that its middleware, guards and interceptors share. */
export interface RequestContext {
  requestId: string;
  /** The client's own id for the request, for the log only. */
  clientRequestId: string | null;
  startedAt: number;
  /** The path template, such as `/v1/forms/:id`. */
  route?: string;
  /** Set by `ApiKeyGuard`, unless the route is public. */
  operation?: OperationMetadata;
  caller?: Caller;
  /** Set by `ResourceGuard` when the operation names a resolver. */
  resource?: unknown;
  resourceIds?: ResourceIds;
  /** The place of the request in its trace, where something else is part of the same trace. */
  span?: SpanPlace;
  /** Set by `IfMatchInterceptor` once the validator has matched. */
  locked?: unknown;
}

/** The context of a request that has passed `ApiKeyGuard`. */
export type OperationContext = RequestContext & Required<Pick<RequestContext, 'operation' | 'caller' | 'route'>>;

const CONTEXT = Symbol('request context');

export function openContext(request: Request, context: RequestContext): void {
  (request as Request & { [CONTEXT]?: RequestContext })[CONTEXT] = context;
}

export function contextOf(request: Request): RequestContext {
  const context = (request as Request & { [CONTEXT]?: RequestContext })[CONTEXT];
  if (!context) throw new Error('The request has not passed requestMiddleware.');
  return context;
}

/** For parts that are bound to operations only. */
export function operationContextOf(request: Request): OperationContext {
  const context = contextOf(request);
  if (!context.operation) throw new Error('A public route has no operation and no caller.');
  return context as OperationContext;
}
