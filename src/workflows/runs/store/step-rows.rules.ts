import { typeOf } from '../../nodes/node-types.rules';
import type { LeasedRun, StepRow } from './run.types';
import { stepIdOf } from './step-id.rules';

/** Steps as rows in the JSON parameter of the statement that writes them. */
export const stepRowsOf = (run: Pick<LeasedRun, 'id' | 'definition'>, steps: readonly StepRow[]): object[] =>
  steps.map((step) => rowOf(run, step));

function rowOf({ id: runId, definition }: Pick<LeasedRun, 'id' | 'definition'>, step: StepRow): object {
  const node = definition.nodes.find(({ id }) => id === step.nodeId)!;
  return {
    id: stepIdOf(runId, step.nodeId),
    run_id: runId,
    node_id: step.nodeId,
    node_type: node.type,
    node_kind: typeOf(node).kind,
    status: step.status,
    port: step.port,
    output: step.output,
    changes: step.changes,
    billed_points: step.billedPoints,
    attempt_count: step.attemptCount,
    error_code: step.errorCode,
    due_at: step.dueAt,
    started_at: step.startedAt,
    completed_at: step.completedAt,
  };
}
