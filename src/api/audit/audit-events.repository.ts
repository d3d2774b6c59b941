import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { AuditEventEntity } from './audit-event.entity';

/** An event to record; members that are left out are null. */
export type AuditEvent = Pick<AuditEventEntity, 'accountId' | 'action'> & Partial<Omit<AuditEventEntity, 'id'>>;

/** The only writer of `audit_events`. Domains use it as well, for the operator's commands. */
@Injectable()
export class AuditEventsRepository {
  constructor(private readonly database: Database) {}

  async insert(event: AuditEvent): Promise<void> {
    await this.database.repository(AuditEventEntity).insert(event);
  }

  /** Deletes a batch of the events that are older than this; resolves with the number. */
  deleteExpired(days: number): Promise<number> {
    const isExpired = 'created_at < now() - make_interval(days => $1)';
    return this.database.deleteBatch('audit_events', isExpired, 'created_at', [days]);
  }
}
