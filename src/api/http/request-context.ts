import type { Request } from 'express';
import type { Caller } from '../auth/caller';
import type { OperationMetadata } from '../operation/operation.types';

/** What the steps of one request learn and hand on to the next ones. */
export interface RequestContext {
  requestId: string;
  /** The caller's own id for the request, for the log only. */
  clientRequestId: string | null;
  startedAt: number;
  operation?: OperationMetadata;
  /** The path template, such as `/v1/forms/:id`. */
  route?: string;
  caller?: Caller;
  /** What the ids in the path stand for. */
  resource?: unknown;
  /** The same, read again under a lock once its validator has matched. */
  locked?: unknown;
  /** Of the guarded resource, for the audit trail. */
  revisionBefore?: number;
  revisionAfter?: number;
}

const CONTEXT = Symbol('request context');

export function openContext(request: Request, context: RequestContext): void {
  (request as Request & { [CONTEXT]?: RequestContext })[CONTEXT] = context;
}

export function contextOf(request: Request): RequestContext {
  const context = (request as Request & { [CONTEXT]?: RequestContext })[CONTEXT];
  if (!context) throw new Error('The request has passed no request-id middleware.');
  return context;
}

/** The caller of an operation that needs a key; the guard has put it there. */
export function callerOf(request: Request): Caller {
  const { caller } = contextOf(request);
  if (!caller) throw new Error('This operation is public and has no caller.');
  return caller;
}
