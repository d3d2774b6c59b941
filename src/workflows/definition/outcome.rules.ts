import { typeOf } from '../nodes/node-types.rules';
import type { Definition, WorkflowNode } from './definition.types';
import { isTaken, type Steps } from './schedule.rules';

export type RunOutcome = 'succeeded' | 'partially_failed' | 'failed';

/**
 * How a finished run has gone. A failure is handled when an edge leaves from the port that it took. Something delivered makes an
 * unhandled failure or an uncertain step a partial one; every destination counts, the database too.
 */
export function runOutcomeOf(definition: Definition, steps: Steps): RunOutcome {
  const has = (test: (node: WorkflowNode) => boolean) => definition.nodes.some(test);
  const ended = (node: WorkflowNode, status: string) => steps.get(node.id)?.status === status;
  if (has((node) => ended(node, 'succeeded') && typeOf(node).runOutcome?.(node.config) === 'failed')) return 'failed';

  if (!has((node) => isUnhandledFailure(node, definition, steps))) return 'succeeded';
  return has((node) => ended(node, 'succeeded') && typeOf(node).kind === 'destination') ? 'partially_failed' : 'failed';
}

/** Uncertain, or failed without anything behind it that deals with the failure. */
export function isUnhandledFailure(node: WorkflowNode, definition: Definition, steps: Steps): boolean {
  const status = steps.get(node.id)?.status;
  return status === 'uncertain' || (status === 'failed' && !isHandled(node, definition, steps));
}

const isHandled = ({ id }: WorkflowNode, { edges }: Definition, steps: Steps): boolean =>
  edges.some((edge) => edge.source === id && isTaken(edge, steps));
