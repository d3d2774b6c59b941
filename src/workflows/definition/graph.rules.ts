import { typeOf } from '../nodes/node-types.rules';
import type { Definition, WorkflowEdge, WorkflowNode } from '../model/definition.types';

/** True for a node at which runs begin. Runs skip a disabled trigger like any other node without incoming edges. */
export const isEnabledTrigger = (node: WorkflowNode): boolean => typeOf(node).kind === 'trigger' && !node.disabled;

export const portOf = (edge: WorkflowEdge): string => edge.source_port ?? 'out';

/** The edges that a run can take: a disabled node takes `out`, whatever ports it has. */
export function passableEdges({ nodes, edges }: Definition): WorkflowEdge[] {
  const disabled = new Set(nodes.filter((node) => node.disabled).map(({ id }) => id));
  return edges.filter((edge) => !disabled.has(edge.source) || portOf(edge) === 'out');
}

/** Memoizes a value of a definition, since every step of a run needs it several times. Definitions are never modified. */
function once<T>(find: (definition: Definition) => T): (definition: Definition) => T {
  const found = new WeakMap<Definition, T>();
  return (definition) => {
    if (!found.has(definition)) found.set(definition, find(definition));
    return found.get(definition) as T;
  };
}

type EdgesByNode = ReadonlyMap<string, readonly WorkflowEdge[]>;

export const incomingEdges = once(({ edges }): EdgesByNode => groupBy(edges, ({ target }) => target));

export const outgoingEdges = once(({ edges }): EdgesByNode => groupBy(edges, ({ source }) => source));

/** The nodes in topological order; ties keep the order of the definition. Nodes in or behind a cycle are left out. */
export const topologicalOrder = once(orderOf);

function orderOf(definition: Definition): readonly WorkflowNode[] {
  const incoming = incomingEdges(definition);
  const placed = new Set<string>();
  const order: WorkflowNode[] = [];
  for (let left = definition.nodes; ; left = left.filter(({ id }) => !placed.has(id))) {
    const next = left.find(({ id }) => (incoming.get(id) ?? []).every(({ source }) => placed.has(source)));
    if (!next) return order;
    placed.add(next.id);
    order.push(next);
  }
}

export const ancestorsOf = (definition: Definition, id: string, passes: (edge: WorkflowEdge) => boolean = () => true): Set<string> =>
  reachable([id], incomingEdges(definition), (edge) => (passes(edge) ? [edge.source] : []));

export const descendantsOf = (definition: Definition, ids: string[]): Set<string> =>
  reachable(ids, outgoingEdges(definition), ({ target }) => [target]);

function groupBy(edges: WorkflowEdge[], keyOf: (edge: WorkflowEdge) => string): Map<string, WorkflowEdge[]> {
  const groups = new Map<string, WorkflowEdge[]>();
  for (const edge of edges) {
    const group = groups.get(keyOf(edge));
    if (group) group.push(edge);
    else groups.set(keyOf(edge), [edge]);
  }
  return groups;
}

/** Depth-first search; a start node is part of the result only if it is on a cycle. */
function reachable(starts: string[], edges: EdgesByNode, neighboursOf: (edge: WorkflowEdge) => string[]): Set<string> {
  const found = new Set<string>();
  const stack = [...starts];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const next = (edges.get(id) ?? []).flatMap(neighboursOf).filter((neighbour) => !found.has(neighbour));
    for (const neighbour of next) found.add(neighbour);
    stack.push(...next);
  }
  return found;
}

type WorkflowMode = 'simple' | 'advanced';

export const modeOf = (definition: Definition): WorkflowMode => (isSimple(definition) ? 'simple' : 'advanced');

/** True for one trigger, at most one filter, and destinations directly behind the filter, or behind the trigger without one. */
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
