import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';

/** The retention of audit events: 400 days. */
@Injectable()
export class AuditEventsRepository {
  constructor(private readonly database: Database) {}

  /** Deletes what has grown old, in batches; how many it deleted. */
  async sweep(): Promise<number> {
    const swept = await this.database.query(SWEEP);
    return swept.length;
  }
}

const SWEEP = `
  delete from audit_events where ctid = any(array(
    select ctid from audit_events where created_at < now() - interval '400 days' order by created_at limit 1000
    for update skip locked
  )) returning 1`;
