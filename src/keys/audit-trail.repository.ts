import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import type { AuditFilter, TrailEvent } from './audit-trail.types';
import { LIMITED, type Ceiling } from './key-ceiling.rules';

/** A place between two events. */
export interface TrailPosition {
  at: Date;
  id: string;
}

/** A key that sees selected forms, with its rights. */
export type SelectedCaller = Ceiling & { keyId: string };

/** The audit trail of an account. Only reads. */
@Injectable()
export class AuditTrailRepository {
  constructor(private readonly database: Database) {}

  /**
   * At most `limit` events after a position, newest first. For a caller that sees selected forms those of its forms, and of keys that may
   * do no more than it.
   */
  newestFirst(
    accountId: string,
    selected: SelectedCaller | null,
    filter: AuditFilter,
    after: TrailPosition | null,
    limit: number,
  ): Promise<TrailEvent[]> {
    const parameters: unknown[] = [accountId, limit];
    const place = (value: unknown): string => `$${parameters.push(value)}`;
    const conditions = [
      ...(filter.resourceId === undefined ? [] : [`${RESOURCE_ID} = ${place(filter.resourceId)}`]),
      ...(filter.action === undefined ? [] : [`e.action = ${place(filter.action)}`]),
      ...(filter.keyId === undefined ? [] : [`e.api_key_id = ${place(filter.keyId)}`]),
      ...(filter.createdAfter === undefined ? [] : [`e.created_at >= ${place(filter.createdAfter)}`]),
      ...(filter.createdBefore === undefined ? [] : [`e.created_at < ${place(filter.createdBefore)}`]),
      ...(after ? [`(e.created_at, e.id) < (${place(after.at)}, ${place(after.id)}::bigint)`] : []),
      ...(selected ? [visibleTo(selected, place)] : []),
    ];
    const sql = `${EVENTS} ${conditions.map((condition) => `and ${condition}`).join(' ')} ${NEWEST_FIRST}`;
    return this.database.queryPlanned<TrailEvent>(sql, parameters);
  }
}

/** An event of a form itself names it in `form_id` alone. An index has this expression. */
const RESOURCE_ID = 'coalesce(e.resource_id, e.form_id::text)';

/** The key of the links to the console is nobody's key, and has no id for anybody. */
const EVENTS = `
  select e.id, e.action, nullif(${RESOURCE_ID}, c.id::text) as resource_id, e.form_id, nullif(e.api_key_id, c.id) as key_id,
    coalesce(e.actor, case when e.api_key_id is null or e.action = 'console link' then 'operator'
      when e.api_key_id = c.id then 'console' else 'key' end) as actor,
    e.request_id, e.revision_before, e.revision_after, e.created_at
  from audit_events e left join api_keys c on c.account_id = $1 and c.is_console
  where e.account_id = $1`;

const NEWEST_FIRST = 'order by e.created_at desc, e.id desc limit $2';

/** The same as `missingScope` and `excessOf` say of a key, for all of an account. */
function visibleTo(caller: SelectedCaller, place: (value: unknown) => string): string {
  const granted = `select form_id from api_key_grants where api_key_id = ${place(caller.keyId)}`;
  const limits = LIMITED.map((name) => {
    const highest = caller.limits[name] ?? caller.plan[name];
    return `coalesce(k.${name}_per_minute, ${place(caller.plan[name])}) <= ${place(highest)}`;
  });
  const within = [
    `k.account_id = $1 and not k.is_console and k.form_access_mode = 'selected'`,
    `k.scopes <@ ${place(caller.scopes)}::text[] and k.expires_at <= ${place(caller.expiresAt)}`,
    ...(caller.writesEnabled ? [] : ['not k.writes_enabled']),
    ...limits,
    `not exists (select from api_key_grants g join forms f on f.id = g.form_id
      where g.api_key_id = k.id and f.deleted_at is null and g.form_id not in (${granted}))`,
  ];
  const keys = `select k.id::text from api_keys k where ${within.join(' and ')}`;
  return `(e.form_id in (${granted}) or e.form_id is null and e.resource_id in (${keys}))`;
}
