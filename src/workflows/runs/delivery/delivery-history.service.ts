import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { typeOf } from '../../nodes/node-types.rules';
import type { Definition, WorkflowNode } from '../../definition/definition.types';
import type { RunStatus, StepStatus } from '../../definition/state-machine.rules';

/** How a submission travelled on to one destination. */
export interface Delivery {
  channelType: string;
  status: 'pending' | 'retrying' | 'delivered' | 'failed' | 'uncertain' | 'skipped' | 'cancelled';
  deliveredAt: Date | null;
  errorCode: string | null;
}

/** The delivery history of submissions, read from the newest production run of each. */
@Injectable()
export class DeliveryHistoryService {
  constructor(private readonly database: Database) {}

  /** By submission, in the order of the workflow's nodes; nothing for submissions that started no run. */
  async of(formId: string, submissionIds: readonly string[]): Promise<Map<string, Delivery[]>> {
    if (submissionIds.length === 0) return new Map();
    const { runs, definitions } = (await this.database.queryOne<Found>(FIND, [formId, submissionIds]))!;
    const byVersion = new Map(definitions.map(({ id, definition }) => [id, definition]));
    return new Map(runs.map((run) => [run.submissionId, deliveriesOf(run, byVersion.get(run.versionId)!)]));
  }
}

interface Found {
  runs: FoundRun[];
  definitions: { id: string; definition: Definition }[];
}

interface FoundRun {
  submissionId: string;
  versionId: string;
  status: RunStatus;
  steps: FoundStep[];
}

interface FoundStep {
  nodeId: string;
  status: StepStatus;
  attempts: number;
  errorCode: string | null;
  completedAt: string | null;
}

/** Storing is the submission itself, not a delivery of the run. */
const isDelivery = (node: WorkflowNode): boolean => typeOf(node).kind === 'destination' && node.type !== 'database';

function deliveriesOf(run: FoundRun, definition: Definition): Delivery[] {
  return definition.nodes.filter(isDelivery).map((node) => {
    const step = run.steps.find(({ nodeId }) => nodeId === node.id);
    const status = step ? statusOf(step) : unstartedStatus(run.status);
    return {
      channelType: node.type,
      status,
      deliveredAt: status === 'delivered' && step?.completedAt ? new Date(step.completedAt) : null,
      errorCode: status === 'delivered' ? null : (step?.errorCode ?? null),
    };
  });
}

function statusOf({ status, attempts }: FoundStep): Delivery['status'] {
  if (status === 'succeeded') return 'delivered';
  if (status === 'pending' || status === 'running' || status === 'waiting') {
    const isRetry = status === 'waiting' ? attempts > 0 : attempts > 1;
    return isRetry ? 'retrying' : 'pending';
  }
  return status;
}

function unstartedStatus(run: RunStatus): Delivery['status'] {
  if (run === 'cancelled') return 'cancelled';
  return run === 'succeeded' || run === 'failed' || run === 'partially_failed' ? 'skipped' : 'pending';
}

const FIND = `
  with newest as (
    select distinct on (submission_id) id, submission_id, workflow_version_id, status
    from workflow_runs where form_id = $1 and submission_id = any($2::uuid[]) and run_kind = 'production'
    order by submission_id, created_at desc, id desc
  )
  select
    coalesce((select json_agg(json_build_object('submissionId', r.submission_id, 'versionId', r.workflow_version_id, 'status', r.status,
      'steps', coalesce((select json_agg(json_build_object('nodeId', s.node_id, 'status', s.status, 'attempts', s.attempt_count,
          'errorCode', s.error_code, 'completedAt', s.completed_at))
        from workflow_run_steps s where s.run_id = r.id and s.node_kind = 'destination'), '[]'))) from newest r), '[]') as runs,
    coalesce((select json_agg(json_build_object('id', v.id, 'definition', v.definition))
      from workflow_versions v where v.id in (select workflow_version_id from newest)), '[]') as definitions`;
