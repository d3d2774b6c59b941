import fc from 'fast-check';
import { estimateCost } from './cost.rules';
import type { Definition, WorkflowEdge } from './definition.types';
import { ancestorsOf } from './graph.rules';
import { schedule, type StepState } from './schedule.rules';

/** For each type: its ports with what it costs to take them. Written down again, so that the registry is tested against it. */
const ENDINGS: Record<string, [port: string | null, cost: number][]> = {
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
const TYPES = Object.keys(ENDINGS).filter((type) => type !== 'submission_received');

/** Graphs of up to nine nodes behind a trigger. Edges lead forwards, most of them from a port that exists. */
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
      const ports = ['out', ...(ENDINGS[nodes[source]!.type] ?? []).map(([name]) => name ?? 'out')];
      const edge = { source: `n${source}`, target: `n${target}`, source_port: ports[port % ports.length]! };
      return source < target ? [{ id: `${source}-${target}-${port}`, ...edge }] : [];
    };
    const tree = others.flatMap(({ parent, port }, index) => joined(parent % (index + 1), index + 1, port));
    const rest = links.flatMap(({ from, to, port }) => joined(from % nodes.length, to % nodes.length, port));
    return { schema_version: 1, nodes, edges: [...tree, ...rest] };
  });

const endingsOf = (node: Definition['nodes'][number]): [string | null, number][] =>
  node.disabled ? [['out', 0]] : ENDINGS[node.type]!;

/** Every set of nodes that can execute, with what each of them cost, by trying all outcomes one after the other. */
function* courses(
  { nodes, edges }: Definition,
  index = 0,
  reached = new Set(['n0']),
  spent = new Map<string, number>(),
): Generator<Map<string, number>> {
  const node = nodes[index];
  if (!node) return yield spent;
  if (!reached.has(node.id)) return yield* courses({ schema_version: 1, nodes, edges }, index + 1, reached, spent);
  for (const [port, cost] of endingsOf(node)) {
    const taken = edges
      .filter((edge) => edge.source === node.id && edge.source_port === port)
      .map(({ target }) => target);
    yield* courses(
      { schema_version: 1, nodes, edges },
      index + 1,
      new Set([...reached, ...taken]),
      new Map(spent).set(node.id, cost),
    );
  }
}

function bruteForce(definition: Definition): { min: number; max: number } {
  const sum = (costs: Iterable<number>) => [...costs].reduce((total, cost) => total + cost, 0);
  let [min, max] = [Infinity, 0];
  for (const spent of courses(definition)) {
    const stops = definition.nodes.filter(({ id, type, disabled }) => type === 'stop' && !disabled && spent.has(id));
    const untilStop = stops.map(({ id }) =>
      sum([...ancestorsOf(definition, id)].map((before) => spent.get(before) ?? 0)),
    );
    min = Math.min(min, sum(spent.values()), ...untilStop);
    max = Math.max(max, sum(spent.values()));
  }
  return { min, max };
}

interface Course {
  steps: Map<string, StepState>;
  starts: string[];
  spent: number;
}

/** Runs a definition to its end: `choose` decides which running node ends next, and how each node ends. */
function run(
  definition: Definition,
  order: (size: number) => number,
  ending: (id: string, size: number) => number,
): Course {
  const course: Course = { steps: new Map(), starts: [], spent: 0 };
  const running: string[] = [];
  for (;;) {
    const plan = schedule(definition, course.steps);
    for (const { nodeId, status, port } of plan.settled) course.steps.set(nodeId, { status, port });
    for (const { id } of plan.ready) {
      course.starts.push(id);
      running.push(id);
      course.steps.set(id, { status: 'running', port: null });
    }
    expect(plan.isFinished).toBe(running.length === 0);
    const [id] = running.splice(order(running.length), 1);
    if (id === undefined) return course;
    const endings = endingsOf(definition.nodes.find((node) => node.id === id)!);
    const [port, cost] = endings[ending(id, endings.length)]!;
    course.steps.set(id, { status: port === 'error' ? 'failed' : 'succeeded', port });
    course.spent += cost;
  }
}

/** A number that looks random and depends on the seed and the text alone. */
function drawn(seed: number, text: string, size: number): number {
  const hash = [...`${seed}/${text}`].reduce(
    (sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) >>> 0,
    7,
  );
  return size === 0 ? 0 : hash % size;
}

describe('on random graphs', () => {
  it('the estimated cost is that of trying every outcome', () => {
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
        const course = run(
          definition,
          (size) => drawn(order, String((turn += 1)), size),
          (id, size) => drawn(outcomes, id, size),
        );
        expect(new Set(course.starts).size).toBe(course.starts.length);
        for (const { id } of definition.nodes)
          expect(['succeeded', 'failed', 'skipped']).toContain(course.steps.get(id)?.status);
        const { min, max } = estimateCost(definition);
        expect(course.spent).toBeGreaterThanOrEqual(min);
        expect(course.spent).toBeLessThanOrEqual(max);
      }),
      { numRuns: 500 },
    );
  });

  it('without a stop, the same outcomes lead to the same steps, whichever node is faster', () => {
    const withoutStops = definitions.filter(({ nodes }) =>
      nodes.every(({ type, disabled }) => type !== 'stop' || disabled),
    );
    fc.assert(
      fc.property(withoutStops, fc.nat(), (definition, outcomes) => {
        const ending = (id: string, size: number) => drawn(outcomes, id, size);
        const first = run(definition, () => 0, ending);
        const last = run(definition, (size) => size - 1, ending);
        for (const [id, step] of first.steps) expect(last.steps.get(id)).toEqual(step);
        expect(last.spent).toBe(first.spent);
      }),
      { numRuns: 300 },
    );
  });
});
