import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../platform/database/database';
import { FailingDestinationEntity } from './workflow.entity';

/** A destination that is gone, or has failed for five days without a success, is disabled until the next publishing, or until all is sent again. */
@Injectable()
export class DestinationHealthRepository {
  constructor(private readonly database: Database) {}

  async recordSuccess(workflowId: string, nodeId: string): Promise<void> {
    await this.database.repository(FailingDestinationEntity).delete({ workflowId, nodeId, disabledAt: IsNull() });
  }

  async recordFailure(workflowId: string, nodeId: string): Promise<void> {
    await this.database.query(RECORD_FAILURE, [workflowId, nodeId]);
  }

  async disable(workflowId: string, nodeId: string): Promise<void> {
    await this.database.query(DISABLE, [workflowId, nodeId]);
  }

  /** Forgets the failures of a destination, so that it is enabled again. */
  async enable(workflowId: string, nodeId: string): Promise<void> {
    await this.database.repository(FailingDestinationEntity).delete({ workflowId, nodeId });
  }

  /** Forgets all failures when a version is published, so that every destination is enabled again. */
  async reset(workflowId: string): Promise<void> {
    await this.database.repository(FailingDestinationEntity).delete({ workflowId });
  }
}

/** Selecting from `workflows` makes both inserts ignore a workflow that was deleted in the meantime. */
const RECORD_FAILURE = `
  insert into failing_destinations as d (workflow_id, node_id, failing_since)
  select id, $2, now() from workflows where id = $1
  on conflict (workflow_id, node_id) do update
    set disabled_at = case when d.failing_since < now() - interval '5 days' then now() else d.disabled_at end
    where d.disabled_at is null and d.failing_since < now() - interval '5 days'`;

const DISABLE = `
  insert into failing_destinations (workflow_id, node_id, failing_since, disabled_at)
  select id, $2, now(), now() from workflows where id = $1
  on conflict (workflow_id, node_id) do update set disabled_at = now()`;
