import { typeOf } from '../nodes/node-types.rules';
import type { Definition, WorkflowNode } from '../model/definition.types';
import { ALREADY_DELIVERED, isTaken, type Steps } from './schedule.rules';

export type RunOutcome = 'succeeded' | 'partially_failed' | 'failed';

/**
 * The outcome of a finished run. A failed step is handled when an edge leaves from the port that it took. An unhandled failure or an
 * uncertain step fails the run, but only partially when a destination (the database included) has succeeded. A `stop` may fail the run
 * by its config.
 */
export function runOutcomeOf(definition: Definition, steps: Steps): RunOutcome {
  const has = (test: (node: WorkflowNode) => boolean) => definition.nodes.some(test);
  const hasSucceeded = (node: WorkflowNode) => steps.get(node.id)?.status === 'succeeded';
  if (has((node) => hasSucceeded(node) && typeOf(node).runOutcome?.(node.config) === 'failed')) return 'failed';

  if (!has((node) => isUnhandledFailure(node, definition, steps))) return 'succeeded';
  const isDelivered = (node: WorkflowNode) => hasSucceeded(node) || steps.get(node.id)?.errorCode === ALREADY_DELIVERED;
  return has((node) => isDelivered(node) && typeOf(node).kind === 'destination') ? 'partially_failed' : 'failed';
}

export function isUnhandledFailure(node: WorkflowNode, definition: Definition, steps: Steps): boolean {
  const status = steps.get(node.id)?.status;
  return status === 'uncertain' || (status === 'failed' && !isHandled(node, definition, steps));
}

const isHandled = ({ id }: WorkflowNode, { edges }: Definition, steps: Steps): boolean =>
  edges.some((edge) => edge.source === id && isTaken(edge, steps));
