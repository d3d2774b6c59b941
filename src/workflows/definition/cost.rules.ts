import { typeOf } from '../nodes/node-types.rules';
import type { Definition, WorkflowNode } from './definition.types';
import { outgoingEdges, topologicalOrder, isEnabledTrigger, portOf, ancestorsOf } from './graph.rules';
import { search, searchTo, type Branch } from './branch-and-bound.rules';
import { priceOf, type Price } from './price.rules';

export interface CostEstimate {
  min: number;
  max: number;
}

/**
 * The cheapest and the dearest set of nodes that one submission can make execute, over all outcomes of all branches: a node runs
 * once, however many ways lead to it; a destination that fails is free and takes `error`. Also defined for drafts that could
 * not be published: what cannot be reached, and what waits for a loop, never runs.
 *
 * A `stop` races with what runs beside it. The maximum assumes that everything else ran to its end; the minimum that nothing ran
 * but what the stop itself had to wait for.
 */
export function estimateCost(definition: Definition, price: Price = priceOf): CostEstimate {
  const order = topologicalOrder(definition);
  const branches = branchesOf(order, definition, price);
  const starts = maskOf(order, isEnabledTrigger);
  const stops = order.filter((node) => !node.disabled && typeOf(node).runOutcome !== undefined);
  const minima = stops.map(({ id }) => {
    const before = ancestorsOf(definition, id);
    const within = maskOf(order, (node) => node.id === id || before.has(node.id));
    return searchTo(
      maskOf(order, (node) => node.id === id),
      narrowed(branches, within),
      starts & within,
    );
  });
  return {
    max: search('max', branches, starts),
    min: Math.min(search('min', branches, starts), ...minima),
  };
}

/** Everything that each node can come to: what that costs, and which nodes it sets off. Nodes are bits, in the order of the list. */
function branchesOf(order: WorkflowNode[], definition: Definition, price: Price): Branch[][] {
  const outgoing = outgoingEdges(definition);
  return order.map((node) =>
    endings(node, price(node)).map(({ port, cost }) => {
      const taken = (outgoing.get(node.id) ?? []).filter((edge) => portOf(edge) === port);
      return { cost, next: maskOf(order, ({ id }) => taken.some(({ target }) => target === id)) };
    }),
  );
}

function endings(node: WorkflowNode, cost: number): { port: string | null; cost: number }[] {
  if (node.disabled) return [{ port: 'out', cost: 0 }];
  const type = typeOf(node);
  const ports = type.ports(node.config).map((port) => ({ port, cost: port === 'error' ? 0 : cost }));
  const mayEnd = ports.length === 0 || type.mayTakeNoPort?.(node.config);
  return mayEnd ? [...ports, { port: null, cost }] : ports;
}

const narrowed = (branches: Branch[][], within: bigint): Branch[][] =>
  branches.map((ways) => ways.map(({ cost, next }) => ({ cost, next: next & within })));

const maskOf = (order: WorkflowNode[], test: (node: WorkflowNode) => boolean): bigint =>
  order.reduce((mask, node, index) => (test(node) ? mask | (1n << BigInt(index)) : mask), 0n);
