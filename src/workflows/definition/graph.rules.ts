import { typeOf } from '../nodes/node-types.rules';
import type { Definition, WorkflowEdge, WorkflowNode } from './definition.types';

/** Where a run begins: a disabled trigger is like any other node that nothing leads to. */
export const isEnabledTrigger = (node: WorkflowNode): boolean => typeOf(node).kind === 'trigger' && !node.disabled;

export const portOf = (edge: WorkflowEdge): string => edge.source_port ?? 'out';

/** The edges that lead to each node, by its ID. */
export const incomingEdges = ({ edges }: Definition): Map<string, WorkflowEdge[]> =>
  grouped(edges, ({ target }) => target);

/** The edges that leave each node, by its ID. */
export const outgoingEdges = ({ edges }: Definition): Map<string, WorkflowEdge[]> =>
  grouped(edges, ({ source }) => source);

/** Nodes so that every edge points forwards; among equals the definition's own order. Nodes in a loop or behind one never get a place. */
export function topologicalOrder(definition: Definition): WorkflowNode[] {
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

/** The IDs of all nodes from which edges lead to this one, over any number of others; loops included. */
export const ancestorsOf = (definition: Definition, id: string): Set<string> =>
  spread([id], incomingEdges(definition), ({ source }) => source);

/** The IDs of all nodes to which edges lead from these, over any number of others. */
export const descendantsOf = (definition: Definition, ids: string[]): Set<string> =>
  spread(ids, outgoingEdges(definition), ({ target }) => target);

function grouped(edges: WorkflowEdge[], end: (edge: WorkflowEdge) => string): Map<string, WorkflowEdge[]> {
  const groups = new Map<string, WorkflowEdge[]>();
  for (const edge of edges) groups.set(end(edge), [...(groups.get(end(edge)) ?? []), edge]);
  return groups;
}

function spread(from: string[], edges: Map<string, WorkflowEdge[]>, end: (edge: WorkflowEdge) => string): Set<string> {
  const found = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const next = (edges.get(id) ?? []).map(end).filter((other) => !found.has(other));
    for (const other of next) found.add(other);
    open.push(...next);
  }
  return found;
}
