import fc from 'fast-check';
import { estimateCost } from './cost.rules';
import type { Definition, WorkflowEdge } from '../model/definition.types';
import { ancestorsOf } from './graph.rules';
import { ALREADY_DELIVERED, schedule, type StepState } from './schedule.rules';

/** The ports of each type with their costs, repeated here so that the registry is tested against them. */
const PORTS: Record<string, [port: string | null, cost: number][]> = {
  submission_received: [['out', 0]],
  filter: [
    ['out', 0],
    [null, 0],
  ],
  condition: [
    ['true', 0],
    ['false', 0],
  ],
  switch: [
    ['case:a', 0],
    ['case:b', 0],
    ['default', 0],
  ],
  set_fields: [['out', 1]],
  delay: [['out', 1]],
  stop: [[null, 0]],
  database: [['out', 0]],
  webhook: [
    ['out', 2],
    ['error', 0],
  ],
};

const CONFIGS: Record<string, Record<string, unknown>> = { switch: { cases: [{ key: 'a' }, { key: 'b' }] } };
const TYPES = Object.keys(PORTS).filter((type) => type !== 'submission_received');

/** Acyclic graphs of a trigger and up to eight more nodes. Most edges leave from a port that exists. */
const definitions = fc
  .tuple(
    fc.array(
      fc.record({
        type: fc.constantFrom(...TYPES),
        parent: fc.nat(),
        port: fc.nat(),
        disabled: fc.integer({ min: 0, max: 9 }),
      }),
      { maxLength: 8 },
    ),
    fc.array(fc.record({ from: fc.nat(), to: fc.nat(), port: fc.nat() }), { maxLength: 8 }),
  )
  .map(([others, links]): Definition => {
    const nodes = [{ type: 'submission_received', disabled: 1 }, ...others].map(({ type, disabled }, index) => ({
      id: `n${index}`,
      type,
      config: CONFIGS[type] ?? {},
      disabled: disabled === 0,
    }));
    const joined = (source: number, target: number, port: number): WorkflowEdge[] => {
      const ports = ['out', ...(PORTS[nodes[source]!.type] ?? []).map(([name]) => name ?? 'out')];
      const edge = { source: `n${source}`, target: `n${target}`, source_port: ports[port % ports.length]! };
      return source < target ? [{ id: `${source}-${target}-${port}`, ...edge }] : [];
    };
    const tree = others.flatMap(({ parent, port }, index) => joined(parent % (index + 1), index + 1, port));
    const rest = links.flatMap(({ from, to, port }) => joined(from % nodes.length, to % nodes.length, port));
    return { schema_version: 1, nodes, edges: [...tree, ...rest] };
  });

const portsOf = (node: Definition['nodes'][number]): [string | null, number][] => (node.disabled ? [['out', 0]] : PORTS[node.type]!);

/** Enumerates all outcomes of all nodes. Yields each set of executed nodes with its cost. */
function* executions(
  { nodes, edges }: Definition,
  index = 0,
  reached = new Set(['n0']),
  spent = new Map<string, number>(),
): Generator<Map<string, number>> {
  const node = nodes[index];
  if (!node) return yield spent;
  if (!reached.has(node.id)) return yield* executions({ schema_version: 1, nodes, edges }, index + 1, reached, spent);
  for (const [port, cost] of portsOf(node)) {
    const taken = edges.filter((edge) => edge.source === node.id && edge.source_port === port).map(({ target }) => target);
    yield* executions({ schema_version: 1, nodes, edges }, index + 1, new Set([...reached, ...taken]), new Map(spent).set(node.id, cost));
  }
}

function bruteForce(definition: Definition): { min: number; max: number } {
  const sum = (costs: Iterable<number>) => [...costs].reduce((total, cost) => total + cost, 0);
  let [min, max] = [Infinity, 0];
  for (const spent of executions(definition)) {
    const stops = definition.nodes.filter(({ id, type, disabled }) => type === 'stop' && !disabled && spent.has(id));
    const untilStop = stops.map(({ id }) => sum([...ancestorsOf(definition, id)].map((before) => spent.get(before) ?? 0)));
    min = Math.min(min, sum(spent.values()), ...untilStop);
    max = Math.max(max, sum(spent.values()));
  }
  return { min, max };
}

interface Execution {
  steps: Map<string, StepState>;
  starts: string[];
  spent: number;
}

/**
 * Runs a definition to its end: `nextToEnd` chooses the running node that ends next, `portOf` the port that a node
 * takes, and `before` has the nodes that an earlier run has delivered.
 */
function run(
  definition: Definition,
  nextToEnd: (size: number) => number,
  portOf: (id: string, size: number) => number,
  before: Iterable<string> = [],
): Execution {
  const ahead: StepState = { status: 'skipped', port: null, errorCode: ALREADY_DELIVERED, completedAt: null };
  const execution: Execution = { steps: new Map([...before].map((id) => [id, ahead])), starts: [], spent: 0 };
  const running: string[] = [];
  for (;;) {
    const next = schedule(definition, execution.steps);
    for (const { nodeId, status, port } of next.settled) execution.steps.set(nodeId, { status, port });
    for (const { id } of next.ready) {
      execution.starts.push(id);
      running.push(id);
      execution.steps.set(id, { status: 'running', port: null });
    }
    expect(next.isFinished).toBe(running.length === 0);
    const [id] = running.splice(nextToEnd(running.length), 1);
    if (id === undefined) return execution;
    const ports = portsOf(definition.nodes.find((node) => node.id === id)!);
    const [port, cost] = ports[portOf(id, ports.length)]!;
    execution.steps.set(id, { status: port === 'error' ? 'failed' : 'succeeded', port });
    execution.spent += cost;
  }
}

function draw(seed: number, text: string, size: number): number {
  const hash = [...`${seed}/${text}`].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) >>> 0, 7);
  return size === 0 ? 0 : hash % size;
}

describe('on random graphs', () => {
  it('the estimated cost equals that of enumerating every outcome', () => {
    fc.assert(
      fc.property(definitions, (definition) => {
        expect(estimateCost(definition)).toEqual(bruteForce(definition));
      }),
      { numRuns: 1000 },
    );
  });

  it('every node ends executed or skipped, none starts twice, and the cost stays within the estimate', () => {
    fc.assert(
      fc.property(definitions, fc.nat(), fc.nat(), (definition, order, outcomes) => {
        let turn = 0;
        const execution = run(
          definition,
          (size) => draw(order, String((turn += 1)), size),
          (id, size) => draw(outcomes, id, size),
        );
        expect(new Set(execution.starts).size).toBe(execution.starts.length);
        for (const { id } of definition.nodes) expect(['succeeded', 'failed', 'skipped']).toContain(execution.steps.get(id)?.status);
        const { min, max } = estimateCost(definition);
        expect(execution.spent).toBeGreaterThanOrEqual(min);
        expect(execution.spent).toBeLessThanOrEqual(max);
      }),
      { numRuns: 500 },
    );
  });

  it('what was delivered before is not started again, and all else is as if it were delivered now', () => {
    const withoutStops = definitions.filter(({ nodes }) => nodes.every(({ type, disabled }) => type !== 'stop' || disabled));
    fc.assert(
      fc.property(withoutStops, fc.nat(), fc.nat(), (definition, outcomes, chosen) => {
        const sending = definition.nodes.filter(({ type, disabled }) => type === 'webhook' && !disabled);
        const before = new Set(sending.filter(({ id }) => draw(chosen, id, 2) === 1).map(({ id }) => id));
        const portOf = (id: string, size: number) => (before.has(id) ? 0 : draw(outcomes, id, size));
        const whole = run(definition, () => 0, portOf);
        const rest = run(definition, () => 0, portOf, before);
        expect(rest.starts.filter((id) => before.has(id))).toEqual([]);
        expect([...rest.starts].sort()).toEqual(whole.starts.filter((id) => !before.has(id)).sort());
        for (const [id, { port }] of whole.steps) expect(rest.steps.get(id)).toMatchObject({ port });
      }),
      { numRuns: 300 },
    );
  });

  it('without a stop, the same outcomes lead to the same steps, whichever node is faster', () => {
    const withoutStops = definitions.filter(({ nodes }) => nodes.every(({ type, disabled }) => type !== 'stop' || disabled));
    fc.assert(
      fc.property(withoutStops, fc.nat(), (definition, outcomes) => {
        const portOf = (id: string, size: number) => draw(outcomes, id, size);
        const first = run(definition, () => 0, portOf);
        const last = run(definition, (size) => size - 1, portOf);
        for (const [id, step] of first.steps) expect(last.steps.get(id)).toEqual(step);
        expect(last.spent).toBe(first.spent);
      }),
      { numRuns: 300 },
    );
  });
});
