import { typeOf } from '../../nodes/node-types.rules';
import type { Definition, WorkflowNode } from '../../model/definition.types';
import type { DeliveryStatus, RunStatus } from '../../definition/state-machine.rules';
import type { DestinationStep, NewestRun, NewestRuns } from './delivery-history.sql';

export interface Delivery {
  /** Null for a delivery that was not made by a node of a workflow. */
  nodeId: string | null;
  name: string | null;
  channelType: string;
  status: DeliveryStatus;
  deliveredAt: Date | null;
  errorCode: string | null;
}

export interface DestinationNode {
  nodeId: string;
  name: string | null;
}

export interface DeliveryHistory {
  /** The `database` node; null when the workflow has none. */
  storage: DestinationNode | null;
  /** In the order of the workflow's nodes. */
  deliveries: Delivery[];
}

/** The delivery histories of submissions, from the newest production run of each. A submission without a run has no entry. */
export function historiesIn({ runs, definitions }: NewestRuns): Map<string, DeliveryHistory> {
  const byVersion = new Map(definitions.map(({ id, definition }) => [id, definition]));
  return new Map(runs.map((run) => [run.submissionId, historyOf(run, byVersion.get(run.versionId)!)]));
}

function historyOf(run: NewestRun, definition: Definition): DeliveryHistory {
  const storage = definition.nodes.find(({ type }) => type === 'database');
  return { storage: storage ? identityOf(storage) : null, deliveries: deliveriesOf(run, definition) };
}

const identityOf = ({ id, name }: WorkflowNode): DestinationNode => ({ nodeId: id, name: name ?? null });

function deliveriesOf(run: NewestRun, definition: Definition): Delivery[] {
  return definition.nodes.filter(isDelivery).map((node) => {
    const step = run.steps.find(({ nodeId }) => nodeId === node.id);
    const status = step ? statusOf(step) : unstartedStatus(run.status);
    return {
      ...identityOf(node),
      channelType: node.type,
      status,
      deliveredAt: status === 'delivered' && step?.completedAt ? new Date(step.completedAt) : null,
      errorCode: status === 'delivered' ? null : (step?.errorCode ?? null),
    };
  });
}

/** A `database` node delivers nothing, since the submission is stored before its run. */
const isDelivery = (node: WorkflowNode): boolean => typeOf(node).kind === 'destination' && node.type !== 'database';

function statusOf({ status, attempts }: DestinationStep): Delivery['status'] {
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
