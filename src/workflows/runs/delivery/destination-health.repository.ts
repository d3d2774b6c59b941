import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import type { AttemptVerdict } from './destination-sender';
import type { LeasedRun } from '../store/run.types';

/** Remembers which destinations fail. One that says it is gone, or fails for five days without a success, is switched off until the next publishing. */
@Injectable()
export class DestinationHealthRepository {
  constructor(private readonly database: Database) {}

  async note({ workflowId, channels }: LeasedRun, nodeId: string, verdict: AttemptVerdict): Promise<void> {
    const wasFailing = channels.some((channel) => channel.nodeId === nodeId);
    if (verdict.kind === 'delivered') {
      if (wasFailing) await this.database.query(RECOVERED, [workflowId, nodeId]);
    } else if (verdict.kind === 'failed' && verdict.disablesChannel) {
      await this.database.query(GONE, [workflowId, nodeId]);
    } else {
      await this.database.query(FAILING, [workflowId, nodeId]);
    }
  }
}

const RECOVERED = `delete from workflow_channels where workflow_id = $1 and node_id = $2 and disabled_at is null`;

const GONE = `
  insert into workflow_channels (workflow_id, node_id, failing_since, disabled_at)
  select id, $2, now(), now() from workflows where id = $1
  on conflict (workflow_id, node_id) do update set disabled_at = now()`;

const FAILING = `
  insert into workflow_channels as c (workflow_id, node_id, failing_since)
  select id, $2, now() from workflows where id = $1
  on conflict (workflow_id, node_id) do update
    set disabled_at = case when c.failing_since < now() - interval '5 days' then now() else c.disabled_at end
    where c.disabled_at is null and c.failing_since < now() - interval '5 days'`;
