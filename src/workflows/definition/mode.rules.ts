import { typeOf } from '../nodes/node-types.rules';
import type { Definition } from '../model/definition.types';
import { isEnabledTrigger, portOf } from './graph.rules';

export type WorkflowMode = 'simple' | 'advanced';

export const modeOf = (definition: Definition): WorkflowMode => (isSimple(definition) ? 'simple' : 'advanced');

/**
 * True for a definition that a settings page can show and edit: a trigger, at most one filter, and destinations, each with one
 * incoming edge and no outgoing edge.
 */
export function isSimple(definition: Definition): boolean {
  const { nodes, edges } = definition;
  const [trigger, ...otherTriggers] = nodes.filter(isEnabledTrigger);
  const [filter, ...otherFilters] = nodes.filter(({ type }) => type === 'filter');
  const destinations = nodes.filter((node) => typeOf(node).kind === 'destination');
  if (!trigger || otherTriggers.length > 0 || otherFilters.length > 0) return false;
  if (nodes.length !== destinations.length + (filter ? 2 : 1) || edges.length !== nodes.length - 1) return false;
  const isConnected = (source: string, target: string) =>
    edges.some((edge) => edge.source === source && edge.target === target && portOf(edge) === 'out');
  const hub = filter ?? trigger;
  return (!filter || isConnected(trigger.id, filter.id)) && destinations.every(({ id }) => isConnected(hub.id, id));
}
