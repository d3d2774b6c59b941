import { minCostUntil, optimalCost, type Alternative } from './branch-and-bound.rules';
import { estimateCost, priceOf, testPriceOf } from './cost.rules';
import { defaultDefinition } from './default-definition.rules';
import type { Definition, WorkflowEdge, WorkflowNode } from '../model/definition.types';

const TYPES: Record<string, [type: string, config: Record<string, unknown>]> = {
  t: ['submission_received', {}],
  f: ['filter', {}],
  c: ['condition', {}],
  w: ['switch', { cases: [{ key: 'a' }, { key: 'b' }] }],
  s: ['set_fields', {}],
  d: ['delay', {}],
  x: ['stop', {}],
  b: ['database', {}],
  h: ['webhook', {}],
};

/** Builds a node, whose type follows from the first letter of its ID. A trailing minus disables it. */
function node(text: string): WorkflowNode {
  const [type, config] = TYPES[text.slice(0, 1)] ?? ['', {}];
  return { id: text, type, config, ...(text.endsWith('-') && { disabled: true }) };
}

/** Builds a graph from edges such as `t>c` and `c:true>h1`, with the nodes at their ends. */
function graph(...texts: string[]): Definition {
  const edges = texts.map((text): WorkflowEdge => {
    const [, source = '', port, target = ''] = /^([^:>]+)(?::(.+))?>(.+)$/.exec(text) ?? [];
    return { id: text, source, target, ...(port && { source_port: port }) };
  });
  const ids = new Set(edges.flatMap(({ source, target }) => [source, target]));
  return { schema_version: 1, nodes: [...ids].map(node), edges };
}

const cost = (...texts: string[]) => estimateCost(graph(...texts));

describe('estimateCost', () => {
  it.each<[string, string[], number, number]>([
    ['a chain of transforms', ['t>s1', 's1>d1', 'd1>s2'], 3, 3],
    ['a destination, which is free when it fails', ['t>h1'], 0, 2],
    ['a node after the success of a destination', ['t>h1', 'h1>s1'], 0, 3],
    ['nodes after a failure, which cost more than the success', ['t>h1', 'h1:error>s1', 's1>s2', 's2>s3'], 2, 3],
    ['two branches of which one is taken', ['t>c1', 'c1:true>s1', 'c1:false>s2', 's2>s3'], 1, 2],
    ['three branches of which one is taken', ['t>w1', 'w1:case:a>s1', 'w1:case:b>h1', 'w1:default>s2', 's2>s3'], 0, 2],
    ['a filter that may end the branch', ['t>s1', 's1>f1', 'f1>s2'], 1, 2],
    ['a node with two incoming edges, once', ['t>s1', 't>s2', 's1>s3', 's2>s3'], 3, 3],
    ['a node after both branches of a condition', ['t>c1', 'c1:true>s1', 'c1:false>s2', 's1>s3', 's2>s3'], 2, 2],
    ['conditions that vary independently', ['t>c1', 't>c2', 'c1:true>s1', 'c2:false>s2'], 0, 2],
    ['conditions that lead to the same node', ['t>c1', 't>c2', 'c1:true>s1', 'c2:true>s1', 'c2:false>s2'], 1, 2],
    ['a duplicate edge', ['t>s1', 't:out>s1'], 1, 1],
    ['a port that does not exist', ['t>s1', 's1:error>s2'], 1, 1],
    ['a disabled node, which is free', ['t>s1-', 's1->s2'], 1, 1],
    ['a disabled condition, which has no edge from out', ['t>c1-', 'c1-:true>s1'], 0, 0],
    ['nodes without a trigger', ['s1>s2'], 0, 0],
    ['a disabled trigger', ['t->s1'], 0, 0],
    ['two triggers of a draft', ['t1>s1', 't2>s2'], 2, 2],
    ['a cycle, whose nodes are never ready', ['t>s1', 's1>s2', 's2>s3', 's3>s2', 's3>s4'], 1, 1],
    ['nodes that cannot be reached', ['t>s1', 's2>s3', 's3>s1'], 1, 1],
    ['a stop beside a branch, which may or may not finish first', ['t>x1', 't>s1', 's1>s2'], 0, 2],
    ['a stop after a node', ['t>s1', 's1>x1', 't>s2', 's2>s3'], 1, 3],
    ['a stop that waits for two alternatives', ['t>s1', 't>s2', 's1>x1', 's2>x1', 't>s3', 's3>s4'], 2, 4],
    ['a stop at the end of an expensive branch', ['t>c1', 'c1:true>s1', 's1>s2', 's2>x1', 'c1:false>s3', 't>h1'], 1, 4],
    ['a stop that waits for a condition whose edge to it is not taken', ['t>c1', 't>s1', 's1>x1', 'c1:true>x1', 'c1:false>s2'], 1, 2],
    ['a disabled stop', ['t>x1-', 't>s1'], 1, 1],
  ])('counts %s', (_title, texts, min, max) => {
    expect(cost(...texts)).toEqual({ min, max });
  });

  it('is zero for the draft of a new form', () => {
    expect(estimateCost(defaultDefinition())).toEqual({ min: 0, max: 0 });
  });

  it('allows for a trigger that does not accept every source', () => {
    const limited = graph('t>s1');
    limited.nodes[0]!.config = { sources: ['api'] };
    expect(estimateCost(limited)).toEqual({ min: 0, max: 1 });
  });

  it('counts the destinations of a test as free', () => {
    const definition = graph('t>h1', 'h1>s1', 'h1:error>s2', 's2>h2');
    expect(estimateCost(definition, testPriceOf)).toEqual({ min: 1, max: 1 });
    expect(estimateCost(definition)).toEqual({ min: 1, max: 3 });
    expect(definition.nodes.map(priceOf)).toEqual([0, 2, 1, 1, 2]);
    expect(definition.nodes.map(testPriceOf)).toEqual([0, 0, 1, 1, 0]);
  });
});

/** Conditions that all depend on each other: each of their two alternatives activates some of the shared nodes, as in MAX-SAT. */
function maxSat(conditions: number, shared: number, seed: number): Alternative[][] {
  let state = seed;
  const draw = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const choices = Array.from({ length: conditions }, () => [0n, 0n] as [bigint, bigint]);
  for (let index = 0; index < shared * 3; index += 1) {
    choices[draw(conditions)]![draw(2)]! |= 1n << BigInt(1 + conditions + (index % shared));
  }
  const start = { cost: 0, next: ((1n << BigInt(conditions)) - 1n) << 1n };
  return [[start], ...choices.map((choice) => choice.map((next) => ({ cost: 0, next }))), ...Array(shared).fill([{ cost: 2, next: 0n }])];
}

describe('optimalCost', () => {
  it.each([1, 2, 3, 4, 5])('tries few alternatives of 24 conditions with 25 shared nodes (%s)', (seed) => {
    let tried = 0;
    const counted = ({ cost, next }: Alternative): Alternative => ({
      cost,
      get next() {
        tried += 1;
        return next;
      },
    });
    const alternatives = maxSat(24, 25, seed * 7919).map((each) => each.map(counted));
    const [min, max] = [optimalCost('min', alternatives, 1n), optimalCost('max', alternatives, 1n)];
    expect(min).toBeLessThan(max);
    expect(max).toBeLessThanOrEqual(50);
    expect(tried).toBeLessThan(10_000);
  });

  it('is deterministic, and never too high a minimum or too low a maximum, when the limit of states is reached', () => {
    const alternatives = maxSat(10, 14, 4711);
    const [min, max] = [optimalCost('min', alternatives, 1n), optimalCost('max', alternatives, 1n)];
    for (const maxStates of [0, 1, 5, 20, 100]) {
      expect(optimalCost('min', alternatives, 1n, maxStates)).toBeLessThanOrEqual(min);
      expect(optimalCost('max', alternatives, 1n, maxStates)).toBeGreaterThanOrEqual(max);
      expect(optimalCost('max', alternatives, 1n, maxStates)).toBe(optimalCost('max', alternatives, 1n, maxStates));
    }
    expect(optimalCost('min', alternatives, 1n, 5)).toBeLessThan(min);
  });
});

describe('minCostUntil', () => {
  it('is infinite when the goal cannot be activated', () => {
    expect(minCostUntil(0b100n, [[{ cost: 1, next: 0b010n }], [{ cost: 1, next: 0n }], [{ cost: 0, next: 0n }]], 1n)).toBe(Infinity);
  });
});
