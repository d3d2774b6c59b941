import { v5 } from 'uuid';
import { wireOf } from '../../../platform/text/wire.rules';
import { typeOf } from '../../nodes/node-types.rules';
import type { LeasedRun, StepRow } from './run.types';

export const stepRowsOf = (run: Pick<LeasedRun, 'id' | 'definition'>, steps: readonly StepRow[]): object[] =>
  steps.map((step) => {
    const node = run.definition.nodes.find(({ id }) => id === step.nodeId)!;
    return {
      id: stepIdOf(run.id, step.nodeId),
      run_id: run.id,
      node_type: node.type,
      node_kind: typeOf(node).kind,
      ...wireOf(step, 'nodeId', 'status', 'port', 'output', 'changes', 'billedPoints', 'attemptCount', 'attempts', 'errorCode'),
      ...wireOf(step, 'dueAt', 'startedAt', 'completedAt'),
    };
  });

/** Derives the id of a step from its run and node (UUID version 5, RFC 9562), so that it is known before the row exists. */
export const stepIdOf = (runId: string, nodeId: string): string => v5(nodeId, runId);

/** The id of a mail to a visitor. It is derived from the submission, so that no further run of it sends another mail. */
export const visitorMailIdOf = ({ start, originRunId, id }: Pick<LeasedRun, 'start' | 'originRunId' | 'id'>, nodeId: string): string =>
  stepIdOf(start.submission.id ?? originRunId ?? id, nodeId);

/** The message id of a node, which is the same for each attempt and each retry, so that receivers recognise repetitions. */
export const messageIdOf = (run: { id: string; originRunId: string | null }, nodeId: string): string =>
  messageIdFrom(stepIdOf(run.originRunId ?? run.id, nodeId));

export const messageIdFrom = (id: string): string => `msg_${id.replaceAll('-', '')}`;
