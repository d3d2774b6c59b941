import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Config, CONFIG } from '../../platform/config/config';
import { Database, type Row } from '../../platform/database/database';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { AuditEventEntity } from './audit-event.entity';
import { operationContextOf } from './request-context';
import type { Reply } from './reply';

export type AuditEvent = Pick<AuditEventEntity, 'accountId' | 'action'> & Partial<Omit<AuditEventEntity, 'id'>>;

/** The only writer of `audit_events`. Domains use it directly for the operator's commands. */
@Injectable()
export class AuditEventsRepository {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retention'>,
  ) {}

  async insert(event: AuditEvent): Promise<void> {
    const { actor = event.apiKeyId ? 'key' : 'operator' } = event;
    await this.database.repository(AuditEventEntity).insert({ ...event, actor } as Row<AuditEventEntity>);
  }

  @PeriodicTask({ name: 'sweep of the audit trail', processes: 'api', everySeconds: HOURLY })
  deleteExpired(days = this.config.retention.auditDays): Promise<number> {
    const isExpired = 'created_at < now() - make_interval(days => $1)';
    return this.database.deleteBatch('audit_events', isExpired, 'created_at', [days]);
  }
}

/** The events of a change through the API: one for the operation, and one for each further resource that it has changed. */
export function auditEventsOf(request: Request, reply: Reply): AuditEvent[] {
  const event = auditEventOf(request, reply);
  if (!event) return [];
  const further = reply.further.map(({ resourceId, revisions }) => {
    return { ...event, resourceId, revisionBefore: revisions.before, revisionAfter: revisions.after };
  });
  return [event, ...further];
}

/** The event of a change; null when nothing was changed. A created form has no id in the request, so the reply provides it. */
export function auditEventOf(request: Request, reply: Reply): AuditEvent | null {
  if (!hasEffect(reply)) return null;
  const { data, revisions, many } = reply;
  const { operation, caller, route, requestId, resourceIds } = operationContextOf(request);
  const createdId = request.method === 'POST' ? idIn(data) : null;
  const created = route === '/v1/forms' ? { formId: createdId, resourceId: null } : { formId: null, resourceId: createdId };
  const { formId, resourceId } = resourceIds ?? created;
  return {
    accountId: caller.accountId,
    apiKeyId: caller.keyId,
    actor: caller.actor,
    action: operation.audit ?? `${request.method} ${route}`,
    formId,
    resourceId: resourceId ?? (resourceIds ? createdId : null),
    revisionBefore: revisions?.before ?? null,
    revisionAfter: revisions?.after ?? null,
    requestId,
    ...(many && { details: { ...many } }),
  };
}

/** A reply without revisions counts as a change, so that no change is left out of the audit trail. */
const hasEffect = ({ revisions }: Reply): boolean => !revisions || revisions.before !== revisions.after;

function idIn(data: unknown): string | null {
  const { id } = data as { id?: unknown };
  return typeof id === 'string' ? id : null;
}
