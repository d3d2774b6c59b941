import { typeOf } from '../nodes/node-types.rules';
import { minCostUntil, optimalCost, type Alternative } from './branch-and-bound.rules';
import type { Definition, WorkflowEdge, WorkflowNode } from '../model/definition.types';
import { ancestorsOf, isEnabledTrigger, outgoingEdges, portOf, topologicalOrder } from './graph.rules';

/** The compute points that the execution of a node costs; a disabled node is not executed. */
export type Price = (node: WorkflowNode) => number;

export const priceOf: Price = (node) => (node.disabled ? 0 : typeOf(node).points);

/** Tests deliver nothing, so their destinations are free. */
export const testPriceOf: Price = (node) => (typeOf(node).kind === 'destination' ? 0 : priceOf(node));

export interface CostEstimate {
  min: number;
  max: number;
}

/**
 * The lowest and the highest cost of one run, in compute points, over all outcomes of all nodes. A node is executed at most once, and a
 * failed destination costs nothing and takes `error`. Drafts that cannot be published have an estimate too: unreachable nodes, and nodes
 * in or behind a cycle, are never executed.
 *
 * A `stop` runs concurrently with other branches: the maximum assumes that all other branches finish first, the minimum that only the
 * ancestors of the stop are executed.
 */
export function estimateCost(definition: Definition, price: Price = priceOf): CostEstimate {
  const order = topologicalOrder(definition);
  const outgoing = outgoingEdges(definition);
  const alternatives = order.map((node) => alternativesOf(node, price(node), outgoing.get(node.id) ?? [], order));
  const triggers = maskOf(order, isEnabledTrigger);
  const stops = order.filter((node) => !node.disabled && typeOf(node).runOutcome !== undefined);
  const minima = stops.map(({ id }) => {
    const ancestors = ancestorsOf(definition, id);
    const goal = maskOf(order, (node) => node.id === id);
    const scope = goal | maskOf(order, (node) => ancestors.has(node.id));
    return minCostUntil(goal, restrictedTo(scope, alternatives), triggers & scope);
  });
  return { max: optimalCost('max', alternatives, triggers), min: Math.min(optimalCost('min', alternatives, triggers), ...minima) };
}

/** One alternative for each port that a node can take; bits stand for nodes in topological order. */
function alternativesOf(node: WorkflowNode, cost: number, edges: readonly WorkflowEdge[], order: readonly WorkflowNode[]): Alternative[] {
  return portsWithCost(node, cost).map((alternative) => {
    const targets = edges.filter((edge) => portOf(edge) === alternative.port).map(({ target }) => target);
    return { cost: alternative.cost, next: maskOf(order, ({ id }) => targets.includes(id)) };
  });
}

function portsWithCost(node: WorkflowNode, cost: number): { port: string | null; cost: number }[] {
  if (node.disabled) return [{ port: 'out', cost: 0 }];
  const type = typeOf(node);
  const ports = type.ports(node.config).map((port) => ({ port, cost: port === 'error' ? 0 : cost }));
  const mayTakeNone = ports.length === 0 || type.mayTakeNoPort?.(node.config);
  return mayTakeNone ? [...ports, { port: null, cost }] : ports;
}

const restrictedTo = (scope: bigint, alternatives: Alternative[][]): Alternative[][] =>
  alternatives.map((each) => each.map(({ cost, next }) => ({ cost, next: next & scope })));

const maskOf = (order: readonly WorkflowNode[], test: (node: WorkflowNode) => boolean): bigint =>
  order.reduce((mask, node, index) => (test(node) ? mask | (1n << BigInt(index)) : mask), 0n);
