import type { FieldChanges, RunState } from '../nodes/run-state.types';
import type { Definition } from './definition.types';
import { incomingEdges, topologicalOrder, ancestorsOf } from './graph.rules';
import { isTaken, type StepState } from './schedule.rules';

/** A step with what it has left behind for the nodes after it. */
export interface StepRecord extends StepState {
  output: unknown;
  changes: FieldChanges | null;
}

/**
 * What a node sees: the outputs of all nodes before it, and the fields as submitted with the changes of every transform on a way
 * that was really taken, in the definition's order. So branches do not see each other's changes, and where they meet all of
 * them count, whichever finished first.
 */
export function stateAt(
  definition: Definition,
  nodeId: string,
  start: Omit<RunState, 'nodes'>,
  steps: ReadonlyMap<string, StepRecord>,
): RunState {
  const passed = takenAncestors(definition, nodeId, steps);
  const before = ancestorsOf(definition, nodeId);
  let fields = start.fields;
  const outputs: [string, { output: unknown }][] = [];
  for (const { id } of topologicalOrder(definition)) {
    const step = steps.get(id);
    if (step?.changes && passed.has(id)) fields = changed(fields, step.changes);
    if (step && before.has(id)) outputs.push([id, { output: step.output }]);
  }
  return { ...start, fields, nodes: Object.fromEntries(outputs) };
}

/** The fields of a submission after a transform. */
export function changed(fields: RunState['fields'], { replace, set, remove }: FieldChanges): Record<string, unknown> {
  const kept = Object.entries({ ...(replace ? {} : fields), ...set });
  return Object.fromEntries(kept.filter(([name]) => !remove.includes(name)));
}

/** The nodes on the ways that were taken to this one. */
function takenAncestors(definition: Definition, nodeId: string, steps: ReadonlyMap<string, StepState>): Set<string> {
  const incoming = incomingEdges(definition);
  const passed = new Set<string>();
  const open = [nodeId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const edge of incoming.get(id) ?? []) {
      if (passed.has(edge.source) || !isTaken(edge, steps)) continue;
      passed.add(edge.source);
      open.push(edge.source);
    }
  }
  return passed;
}
