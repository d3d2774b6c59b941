import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { lastValueFrom, of } from 'rxjs';
import { Database } from '../../platform/database/database';
import { Reply } from '../reply/reply';
import type { RequestContext } from '../http/request-context';
import { callerOf, contextOf } from '../http/request-context';
import { AuditEventEntity } from './audit-event.entity';

/** Every change through the API leaves a line about who did what, in the transaction of the change itself. Edits without effect leave none. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly database: Database) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<Request>();
    const context = contextOf(request);
    if (!context.operation || context.operation.bucket === 'read') return next.handle();
    const value: unknown = await lastValueFrom(next.handle());
    if (!isWithoutEffect(request.method, context)) await this.record(request, context, value);
    return of(value);
  }

  private async record(request: Request, context: RequestContext, value: unknown): Promise<void> {
    const caller = callerOf(request);
    const created = request.method === 'POST' ? idIn(value) : null;
    const path = Object.values(request.params as Record<string, string>);
    await this.database.repository(AuditEventEntity).insert({
      accountId: caller.accountId,
      apiKeyId: caller.keyId,
      action: `${request.method} ${context.route}`,
      formId: path[0] ?? created,
      resourceId: path[1] ?? (path[0] ? created : null),
      revisionBefore: context.revisionBefore ?? null,
      revisionAfter: context.revisionAfter ?? null,
      requestId: context.requestId,
    });
  }
}

function idIn(value: unknown): string | null {
  const id = value instanceof Reply ? (value.data as { id?: unknown }).id : undefined;
  return typeof id === 'string' ? id : null;
}

const isWithoutEffect = (method: string, { revisionBefore, revisionAfter }: RequestContext): boolean =>
  (method === 'PATCH' || method === 'PUT') && revisionBefore !== undefined && revisionBefore === revisionAfter;
