/** One thing that a node can come to: what it costs, and the nodes (bits of a mask, all after it) that it sets off. */
export interface Branch {
  cost: number;
  next: bigint;
}

type Objective = 'min' | 'max';

/** States that one search may look at: enough for a dozen decisions that all depend on each other. */
const MAX_SITUATIONS = 5_000;

/**
 * The least or the most that can be spent, from the nodes in `start` on, when each node that is set off takes one of its branches.
 *
 * A state is the set of nodes that are set off and have not run. The first of them in order runs next, so nothing is ever
 * set off twice, and what a state costs from there on depends on nothing else: it is looked up when it comes up again.
 * Sets that lead to no common node are searched independently. Choosing the dearest branches can encode MAX-SAT, so no method is
 * fast on every graph: beyond the allowance a state counts with its bound, which makes the minimum too low or the maximum
 * too high, never the other way round. The allowance counts states and not time, so equal graphs always get equal answers.
 */
export function search(objective: Objective, branches: Branch[][], start: bigint, allowance = MAX_SITUATIONS): number {
  const reach = reachOf(branches);
  const ways = branches.map((options) => withoutDominated(objective, options));
  const bound = objective === 'max' ? upperBound(ways, reach) : lowerBound(ways);
  const continueFrom = (open: bigint): number =>
    independentParts(open, reach).reduce((sum, part) => sum + best(part), 0);
  const best = memoizedSearch(objective, ways, { bound, continueFrom, allowance });
  return continueFrom(start);
}

/** The least that can be spent on a course that sets off `goal`, the last node of all; Infinity when there is none. */
export function searchTo(goal: bigint, branches: Branch[][], start: bigint, allowance = MAX_SITUATIONS): number {
  const continueFrom = (open: bigint): number => (open === goal ? 0 : open === 0n ? Infinity : best(open));
  const best = memoizedSearch('min', branches, { bound: lowerBound(branches), continueFrom, allowance });
  return continueFrom(start);
}

type Estimate = (open: bigint) => number;

interface Rules {
  bound: Estimate;
  continueFrom: Estimate;
  allowance: number;
}

/** Runs the first open node in each of its ways and leaves the rest to `continueFrom`, unless its bound shows that it cannot be better. */
function memoizedSearch(objective: Objective, ways: Branch[][], { bound, continueFrom, allowance }: Rules): Estimate {
  const known = new Map<bigint, number>();
  const isBetter = (left: number, right: number) => (objective === 'max' ? left > right : left < right);
  return (open) => {
    const before = known.get(open);
    if (before !== undefined) return before;
    if (known.size >= allowance) return bound(open);
    known.set(open, bound(open));
    const first = open & -open;
    let found = objective === 'max' ? -Infinity : Infinity;
    for (const { cost, next } of ways[indexOf(first)] ?? []) {
      const left = (open & ~first) | next;
      if (!isBetter(cost + bound(left), found)) continue;
      const total = cost + continueFrom(left);
      if (isBetter(total, found)) found = total;
    }
    known.set(open, found);
    return found;
  };
}

/** Everything that might still run, at its dearest. */
function upperBound(ways: Branch[][], reach: bigint[]): Estimate {
  const dearest = ways.map((options) => Math.max(...options.map(({ cost }) => cost)));
  return (open) => sumOf(dearest, withReach(open, reach));
}

/** What is set off will run, at its cheapest. */
function lowerBound(ways: Branch[][]): Estimate {
  const cheapest = ways.map((options) => Math.min(...options.map(({ cost }) => cost)));
  return (open) => sumOf(cheapest, open);
}

/** Setting off more never makes a course cheaper, so a way that costs as much and sets off as much as another can be left out. */
function withoutDominated(objective: Objective, options: Branch[]): Branch[] {
  const isDominated = (one: Branch, other: Branch) =>
    objective === 'max'
      ? one.cost <= other.cost && (one.next & ~other.next) === 0n
      : one.cost >= other.cost && (other.next & ~one.next) === 0n;
  return options.filter((one, index) =>
    options.every(
      (other, place) => place === index || !isDominated(one, other) || (isDominated(other, one) && index < place),
    ),
  );
}

/** For each node, the nodes that it can set off, itself included. All of them come after it. */
function reachOf(branches: Branch[][]): bigint[] {
  const reach: bigint[] = [];
  for (let index = branches.length - 1; index >= 0; index -= 1) {
    const next = (branches[index] ?? []).reduce((mask, option) => mask | option.next, 0n);
    reach[index] = withReach(next, reach) | (1n << BigInt(index));
  }
  return reach;
}

/** Groups of open nodes between which there is no node that both could set off. */
function independentParts(open: bigint, reach: bigint[]): bigint[] {
  const parts: { nodes: bigint; reach: bigint }[] = [];
  for (const index of indexesOf(open)) {
    const own = { nodes: 1n << BigInt(index), reach: reach[index] ?? 0n };
    for (let place = parts.length - 1; place >= 0; place -= 1) {
      const part = parts[place];
      if (!part || (part.reach & own.reach) === 0n) continue;
      own.nodes |= part.nodes;
      own.reach |= part.reach;
      parts.splice(place, 1);
    }
    parts.push(own);
  }
  return parts.map(({ nodes }) => nodes);
}

const withReach = (open: bigint, reach: bigint[]): bigint =>
  indexesOf(open).reduce((mask, index) => mask | (reach[index] ?? 0n), 0n);

const sumOf = (costs: number[], nodes: bigint): number =>
  indexesOf(nodes).reduce((sum, index) => sum + (costs[index] ?? 0), 0);

const indexOf = (bit: bigint): number => bit.toString(2).length - 1;

function indexesOf(mask: bigint): number[] {
  const bits = mask.toString(2);
  const indexes: number[] = [];
  for (let place = bits.length - 1; place >= 0; place -= 1)
    if (bits[place] === '1') indexes.push(bits.length - 1 - place);
  return indexes;
}
