import type { Request } from 'express';
import { notFound } from '../errors/api-error';
import { operationContextOf } from './request-context';
import { authorize } from './scope.guard';

/**
 * For an operation that lasts: throws what its guards would throw by now, when the key or session has ended, a right is lost, or the
 * resource is gone. What a process has remembered of the key does not count.
 */
export async function requireStillAllowed(request: Request): Promise<void> {
  const { operation, callerNow, resolver } = operationContextOf(request);
  const caller = await callerNow();
  authorize(caller, operation);
  if (resolver && !(await resolver.find(caller, request.params as Record<string, string>))) throw notFound();
}
