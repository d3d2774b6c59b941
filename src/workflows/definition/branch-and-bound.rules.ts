/** An alternative of a node: its cost, and a bit mask of the nodes that it activates, which are all later in topological order. */
export interface Alternative {
  cost: number;
  next: bigint;
}

type Objective = 'min' | 'max';

/** The limit of states that one search expands, which is enough for a dozen decisions that all depend on each other. */
const MAX_STATES = 5_000;

/**
 * The lowest or the highest total cost from the nodes in `start` on, when each active node takes one of its alternatives.
 *
 * The algorithm is a memoized branch and bound over an acyclic graph. A state is the set of nodes that are active and have not run. The
 * first of them in topological order runs next, so no node is activated twice, and the remaining cost depends on the state alone.
 * Components that share no reachable node are searched separately. Finding the most expensive alternatives is NP-hard (MAX-SAT), so the
 * number of expanded states is limited. Beyond the limit the bound of a state replaces the search, which can only make the minimum too low
 * or the maximum too high. The limit counts states instead of time, so that equal graphs get equal results on every machine.
 */
export function optimalCost(objective: Objective, alternatives: Alternative[][], start: bigint, maxStates = MAX_STATES): number {
  const closure = transitiveClosure(alternatives);
  const candidates = alternatives.map((each) => withoutDominated(objective, each));
  const bound = objective === 'max' ? upperBound(candidates, closure) : lowerBound(candidates);
  const costFrom = (active: bigint): number => components(active, closure).reduce((sum, component) => sum + best(component), 0);
  const best = branchAndBound(objective, candidates, { bound, costFrom, maxStates });
  return costFrom(start);
}

/** The lowest total cost until only `goal`, the last node of the order, is active; Infinity when it cannot be activated. */
export function minCostUntil(goal: bigint, alternatives: Alternative[][], start: bigint, maxStates = MAX_STATES): number {
  const costFrom = (active: bigint): number => (active === goal ? 0 : active === 0n ? Infinity : best(active));
  const best = branchAndBound('min', alternatives, { bound: lowerBound(alternatives), costFrom, maxStates });
  return costFrom(start);
}

type CostOf = (active: bigint) => number;

interface SearchOptions {
  bound: CostOf;
  costFrom: CostOf;
  maxStates: number;
}

/** Tries the alternatives of the first active node, and prunes those whose bound cannot improve the result. */
function branchAndBound(objective: Objective, alternatives: Alternative[][], { bound, costFrom, maxStates }: SearchOptions): CostOf {
  const memo = new Map<bigint, number>();
  const isBetter = (left: number, right: number) => (objective === 'max' ? left > right : left < right);
  return (active) => {
    const known = memo.get(active);
    if (known !== undefined) return known;
    if (memo.size >= maxStates) return bound(active);
    memo.set(active, bound(active));
    const first = active & -active;
    let optimum = objective === 'max' ? -Infinity : Infinity;
    for (const { cost, next } of alternatives[indexOf(first)] ?? []) {
      const rest = (active & ~first) | next;
      if (!isBetter(cost + bound(rest), optimum)) continue;
      const total = cost + costFrom(rest);
      if (isBetter(total, optimum)) optimum = total;
    }
    memo.set(active, optimum);
    return optimum;
  };
}

/** The sum of the highest costs of all nodes that are active or can still be activated. */
function upperBound(alternatives: Alternative[][], closure: bigint[]): CostOf {
  const highest = alternatives.map((each) => Math.max(...each.map(({ cost }) => cost)));
  return (active) => sumOf(highest, reachableFrom(active, closure));
}

function lowerBound(alternatives: Alternative[][]): CostOf {
  const lowest = alternatives.map((each) => Math.min(...each.map(({ cost }) => cost)));
  return (active) => sumOf(lowest, active);
}

/** Removes each alternative that is no better than another one in cost and activated nodes: more nodes never lower the total. */
function withoutDominated(objective: Objective, alternatives: Alternative[]): Alternative[] {
  const isDominated = (one: Alternative, other: Alternative) =>
    objective === 'max'
      ? one.cost <= other.cost && (one.next & ~other.next) === 0n
      : one.cost >= other.cost && (other.next & ~one.next) === 0n;
  return alternatives.filter((one, index) =>
    alternatives.every(
      (other, otherIndex) => otherIndex === index || !isDominated(one, other) || (isDominated(other, one) && index < otherIndex),
    ),
  );
}

function transitiveClosure(alternatives: Alternative[][]): bigint[] {
  const closure: bigint[] = [];
  for (let index = alternatives.length - 1; index >= 0; index -= 1) {
    const next = (alternatives[index] ?? []).reduce((mask, alternative) => mask | alternative.next, 0n);
    closure[index] = reachableFrom(next, closure) | (1n << BigInt(index));
  }
  return closure;
}

/** Splits the active nodes into components. Nodes of different components cannot activate the same node. */
function components(active: bigint, closure: bigint[]): bigint[] {
  const found: { nodes: bigint; reachable: bigint }[] = [];
  for (const index of indexesOf(active)) {
    const merged = { nodes: 1n << BigInt(index), reachable: closure[index] ?? 0n };
    for (let position = found.length - 1; position >= 0; position -= 1) {
      const component = found[position];
      if (!component || (component.reachable & merged.reachable) === 0n) continue;
      merged.nodes |= component.nodes;
      merged.reachable |= component.reachable;
      found.splice(position, 1);
    }
    found.push(merged);
  }
  return found.map(({ nodes }) => nodes);
}

const reachableFrom = (nodes: bigint, closure: bigint[]): bigint =>
  indexesOf(nodes).reduce((mask, index) => mask | (closure[index] ?? 0n), 0n);

const sumOf = (costs: number[], nodes: bigint): number => indexesOf(nodes).reduce((sum, index) => sum + (costs[index] ?? 0), 0);

const indexOf = (bit: bigint): number => bit.toString(2).length - 1;

function indexesOf(mask: bigint): number[] {
  const bits = mask.toString(2);
  const indexes: number[] = [];
  for (let position = bits.length - 1; position >= 0; position -= 1) if (bits[position] === '1') indexes.push(bits.length - 1 - position);
  return indexes;
}
