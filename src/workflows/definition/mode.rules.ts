import { typeOf } from '../nodes/node-types.rules';
import type { Definition } from './definition.types';
import { isEnabledTrigger, portOf } from './graph.rules';

export type WorkflowMode = 'simple' | 'advanced';

export const modeOf = (definition: Definition): WorkflowMode => (isSimple(definition) ? 'simple' : 'advanced');

/**
 * Whether a definition is no more than a form's delivery settings: one trigger, perhaps a filter, and destinations side by side,
 * each reached by one edge and none leading on. A settings page can show and edit exactly these.
 */
export function isSimple(definition: Definition): boolean {
  const { nodes, edges } = definition;
  const [start, ...otherStarts] = nodes.filter(isEnabledTrigger);
  const [filter, ...otherFilters] = nodes.filter(({ type }) => type === 'filter');
  const destinations = nodes.filter((node) => typeOf(node).kind === 'destination');
  if (!start || otherStarts.length > 0 || otherFilters.length > 0) return false;
  if (nodes.length !== destinations.length + (filter ? 2 : 1) || edges.length !== nodes.length - 1) return false;
  const isJoined = (source: string, target: string) =>
    edges.some((edge) => edge.source === source && edge.target === target && portOf(edge) === 'out');
  const hub = filter ?? start;
  return (!filter || isJoined(start.id, filter.id)) && destinations.every(({ id }) => isJoined(hub.id, id));
}
