import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { lastValueFrom, of } from 'rxjs';
import { operationContextOf } from '../http/request-context';
import { Reply } from '../reply/reply';
import type { AuditEvent } from './audit-events.repository';
import { AuditEventsRepository } from './audit-events.repository';

/** Records every change through the API in the transaction of the change. An edit that changed nothing leaves no event. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly events: AuditEventsRepository) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<Request>();
    const value: unknown = await lastValueFrom(next.handle());
    const reply = Reply.from(value);
    if (hasEffect(reply)) await this.events.insert(eventOf(request, reply));
    return of(value);
  }
}

/** A reply that tells no revisions counts as a change, so that no change can go unrecorded. */
const hasEffect = ({ revisions }: Reply): boolean => !revisions || revisions.before !== revisions.after;

/** A request that creates a form has no resource before it runs; its form is the one in the reply. */
function eventOf(request: Request, { data, revisions }: Reply): AuditEvent {
  const { caller, route, requestId, resourceIds } = operationContextOf(request);
  const createdId = request.method === 'POST' ? idIn(data) : null;
  const { formId, resourceId } = resourceIds ?? { formId: createdId, resourceId: null };
  return {
    accountId: caller.accountId,
    apiKeyId: caller.keyId,
    action: `${request.method} ${route}`,
    formId,
    resourceId: resourceId ?? (resourceIds ? createdId : null),
    revisionBefore: revisions?.before ?? null,
    revisionAfter: revisions?.after ?? null,
    requestId,
  };
}

function idIn(data: unknown): string | null {
  const { id } = data as { id?: unknown };
  return typeof id === 'string' ? id : null;
}
