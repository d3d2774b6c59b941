import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import type { AuditFilter, TrailEvent } from './audit-event.dto';
import { type Grantor, withinCeiling } from './key-ceiling.rules';

@Injectable()
export class AuditTrailRepository {
  constructor(private readonly database: Database) {}

  /** Lists events, newest first. A caller with selected access gets the events of its forms and of keys below its ceiling. */
  newestFirst(
    accountId: string,
    selected: Grantor | null,
    filter: AuditFilter,
    after: { at: Date; id: string } | null,
    limit: number,
  ): Promise<TrailEvent[]> {
    const parameters: unknown[] = [accountId, limit];
    const place = (value: unknown): string => `$${parameters.push(value)}`;
    const { resourceId, action, keyId, createdAfter, createdBefore } = filter;
    const conditions = [
      resourceId && `${RESOURCE_ID} = ${place(resourceId)}`,
      action && `e.action = ${place(action)}`,
      keyId && `e.api_key_id = ${place(keyId)}`,
      createdAfter && `e.created_at >= ${place(createdAfter)}`,
      createdBefore && `e.created_at < ${place(createdBefore)}`,
      after && `(e.created_at, e.id) < (${place(after.at)}, ${place(after.id)}::bigint)`,
      selected && visibleTo(selected, place),
    ].filter(Boolean);
    const sql = `${[EVENTS, ...conditions].join(' and ')} order by e.created_at desc, e.id desc limit $2`;
    return this.database.queryPlanned<TrailEvent>(sql, parameters);
  }
}

/** Events of a form itself have no resource id, only the form id. An index has this expression. */
const RESOURCE_ID = 'coalesce(e.resource_id, e.form_id::text)';

/** Hides the id of the console key, since API callers cannot see that key. */
const EVENTS = `
  select e.id, e.action, nullif(${RESOURCE_ID}, c.id::text) as resource_id, e.form_id, nullif(e.api_key_id, c.id) as key_id,
    coalesce(e.actor, case when e.api_key_id is null or e.action = 'console link' then 'operator'
      when e.api_key_id = c.id then 'console' else 'key' end) as actor,
    e.request_id, e.revision_before, e.revision_after, e.details, e.created_at, u.name as key_name
  from audit_events e left join api_keys c on c.account_id = $1 and c.is_console
    left join api_keys u on u.id = e.api_key_id and not u.is_console
  where e.account_id = $1`;

/** Builds the condition for events of the caller's granted forms, including deleted ones, and of keys below its ceiling. */
function visibleTo(grantor: Grantor, place: (value: unknown) => string): string {
  const granted = `select form_id from api_key_grants where api_key_id = ${place(grantor.caller.keyId)}`;
  const keys = `select k.id::text from api_keys k where k.account_id = $1 and not k.is_console and ${withinCeiling(grantor, place)}`;
  return `(e.form_id in (${granted}) or e.form_id is null and e.resource_id in (${keys}))`;
}
