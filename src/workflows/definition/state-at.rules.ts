import type { FieldChanges, RunState } from '../model/run-state.types';
import type { Definition } from '../model/definition.types';
import { ancestorsOf, topologicalOrder } from './graph.rules';
import { isTaken, type StepState } from './schedule.rules';

export interface StepRecord extends StepState {
  output: unknown;
  changes: FieldChanges | null;
}

/**
 * The state that a node sees: the outputs of its ancestors, and the submitted fields with the changes of all transforms on the paths that
 * the run took to it. Changes are applied in topological order, so the result does not depend on which branch finished first.
 */
export function stateAt(
  definition: Definition,
  nodeId: string,
  start: Omit<RunState, 'nodes'>,
  steps: ReadonlyMap<string, StepRecord>,
): RunState {
  const taken = ancestorsOf(definition, nodeId, (edge) => isTaken(edge, steps));
  const ancestors = ancestorsOf(definition, nodeId);
  let fields = start.fields;
  const outputs: [string, { output: unknown }][] = [];
  for (const { id } of topologicalOrder(definition)) {
    const step = steps.get(id);
    if (step?.changes && taken.has(id)) fields = applyChanges(fields, step.changes);
    if (step && ancestors.has(id)) outputs.push([id, { output: step.output }]);
  }
  return { ...start, fields, nodes: Object.fromEntries(outputs) };
}

export function applyChanges(fields: RunState['fields'], { replace, set, remove }: FieldChanges): Record<string, unknown> {
  const kept = Object.entries({ ...(replace ? {} : fields), ...set });
  return Object.fromEntries(kept.filter(([name]) => !remove.includes(name)));
}
