import { v5 } from 'uuid';
import { typeOf } from '../../nodes/node-types.rules';
import type { LeasedRun, StepRow } from './run.types';

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
    attempts: step.attempts,
    error_code: step.errorCode,
    due_at: step.dueAt,
    started_at: step.startedAt,
    completed_at: step.completedAt,
  };
}

/** The id of a node's step in a run, derived from both (UUID version 5, RFC 9562), so that it is known before there is a row. */
export const stepIdOf = (runId: string, nodeId: string): string => v5(nodeId, runId);

/**
 * The id of the message that a node of a run sends. It is the same for each attempt and for each retry of the run, so
 * that receivers recognise repetitions.
 */
export const messageIdOf = (run: { id: string; originRunId: string | null }, nodeId: string): string =>
  `msg_${stepIdOf(run.originRunId ?? run.id, nodeId).replaceAll('-', '')}`;
