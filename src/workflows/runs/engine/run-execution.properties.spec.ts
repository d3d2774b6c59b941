import fc from 'fast-check';
import type { Outcome } from '../../../platform/outbound/delivery-outcome.rules';
import { estimateCost, priceOf, testPriceOf } from '../../definition/cost.rules';
import type { Definition, WorkflowEdge, WorkflowNode } from '../../model/definition.types';
import { runOutcomeOf } from '../../definition/outcome.rules';
import { isTerminal, STEP_TRANSITIONS } from '../../definition/state-machine.rules';
import { typeOf } from '../../nodes/node-types.rules';
import type { RunKind } from '../store/workflow-run.entity';
import { RunExecution } from './run-execution';
import type { LeasedRun, NextMove, StepRow } from '../store/run.types';

const CONFIGS: Record<string, object> = {
  filter: { where: { field: 'n', op: 'gte', value: 5 } },
  condition: { where: { field: 'n', op: 'gte', value: 3 } },
  switch: {
    value: '{{ fields.n }}',
    cases: [
      { key: 'a', op: 'eq', value: 1 },
      { key: 'b', op: 'gte', value: 6 },
    ],
  },
  set_fields: { set: { a: 1 } },
  map_values: { field: 'n', map: { 1: 2 } },
  delay: { seconds: 60 },
  stop: {},
  database: {},
  webhook: { url: 'https://example.com/' },
  slack: { url: 'https://example.com/' },
};

/** Random graphs behind a trigger. Every edge leads to a later node, and leaves from a port that exists. */
const definitions = fc
  .tuple(
    fc.array(
      fc.record({
        type: fc.constantFrom(...Object.keys(CONFIGS)),
        parent: fc.nat(),
        port: fc.nat(),
        off: fc.nat({ max: 9 }),
      }),
      { minLength: 1, maxLength: 9 },
    ),
    fc.array(fc.record({ from: fc.nat(), to: fc.nat(), port: fc.nat() }), { maxLength: 8 }),
  )
  .map(([others, links]): Definition => {
    const nodes: WorkflowNode[] = [{ id: 'n0', type: 'submission_received', config: {} }];
    for (const { type, off } of others) {
      nodes.push({ id: `n${nodes.length}`, type, config: { ...CONFIGS[type] }, ...(off === 0 && { disabled: true }) });
    }
    const edge = (source: number, target: number, port: number): WorkflowEdge[] => {
      const ports = nodes[source]!.disabled ? ['out'] : typeOf(nodes[source]!).ports(nodes[source]!.config);
      if (source >= target || ports.length === 0) return [];
      return [
        {
          id: `${source}-${target}-${port}`,
          source: `n${source}`,
          target: `n${target}`,
          source_port: ports[port % ports.length],
        },
      ];
    };
    const tree = others.flatMap(({ parent, port }, index) => edge(parent % (index + 1), index + 1, port));
    const more = links.flatMap(({ from, to, port }) => edge(from % nodes.length, to % nodes.length, port));
    return { schema_version: 1, nodes, edges: [...tree, ...more] };
  });

function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** The rows of a run as a database would hold them, and workers that take leases and crash at random. */
class World {
  readonly rows = new Map<string, StepRow>();
  readonly executions = new Map<string, number>();
  billed = 0;
  over: (NextMove & { kind: 'finish' }) | null = null;
  private nowMs = Date.UTC(2026, 10, 20);

  constructor(
    readonly definition: Definition,
    private readonly runKind: RunKind,
    readonly reserved: number,
    private readonly draw: (sides: number) => number,
  ) {}

  async live(): Promise<void> {
    for (let leases = 0; !this.over; leases += 1) {
      expect(leases).toBeLessThan(1000);
      await this.lease();
    }
  }

  private async lease(): Promise<void> {
    const execution = new RunExecution(this.leased(), () => new Date(this.nowMs));
    const underWay = execution.interrupted();
    for (const node of underWay.splice(0)) this.end(execution, node);
    while (!this.over) {
      underWay.push(...(await this.begun(execution)));
      const isBusy = underWay.length > 0;
      const isDying = this.draw(12) === 0;
      if (isDying && this.draw(2) === 0) return; // the worker crashes before its write
      this.write(execution, isBusy);
      if (isDying || !isBusy) return;
      const [node] = underWay.splice(this.draw(underWay.length), 1);
      this.end(execution, node!);
    }
  }

  /** Decides at random which deliveries the worker sends, postpones or fails, and returns those that it sends. */
  private async begun(execution: RunExecution): Promise<WorkflowNode[]> {
    const begun: WorkflowNode[] = [];
    const advance = () => execution.advance(() => Promise.resolve());
    for (let nodes = await advance(); nodes.length > 0; nodes = await advance()) {
      for (const node of nodes) {
        const luck = this.draw(8);
        if (luck === 0) execution.steps.postpone(node, new Date(execution.now().getTime() + 500));
        else if (luck === 1) execution.steps.fail(node, 'channel_disabled', null);
        else {
          execution.steps.beginAttempt(node);
          begun.push(node);
        }
      }
    }
    return begun;
  }

  private end(execution: RunExecution, node: WorkflowNode): void {
    const outcome = OUTCOMES[this.draw(OUTCOMES.length)]!;
    const retryAt = outcome.kind === 'retry' ? new Date(execution.now().getTime() + 5_000) : null;
    execution.steps.endAttempt({ node, outcome, output: null, endedAt: execution.now(), httpStatus: null }, retryAt);
  }

  private write(execution: RunExecution, isBusy: boolean): void {
    const { steps, billed, next } = execution.progress(isBusy);
    for (const step of steps) this.writeStep(step);
    for (const { nodeId, points } of billed) {
      this.billed += points;
      this.executions.set(nodeId, (this.executions.get(nodeId) ?? 0) + 1);
    }
    if (next.kind === 'finish') this.over = next;
    if (next.kind === 'wait') this.nowMs = Math.max(this.nowMs, next.until.getTime()) + this.draw(3) * 1000;
  }

  private writeStep(step: StepRow): void {
    const before = this.rows.get(step.nodeId)?.status;
    if (before)
      expect({
        before,
        after: step.status,
        isLegal: before === step.status || STEP_TRANSITIONS[before].some((next) => next === step.status),
      }).toMatchObject({ isLegal: true });
    expect(step.status === 'waiting').toBe(step.dueAt !== null);
    this.rows.set(step.nodeId, step);
  }

  private leased(): LeasedRun {
    return {
      id: '019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f',
      originRunId: null,
      accountId: 'a1',
      workflowId: 'w1',
      hops: null,
      runKind: this.runKind,
      definition: this.definition,
      escapesJson: true,
      isImported: false,
      isReleasedLate: false,
      start: {
        submission: { id: 's1', source: 'api', received_at: '', has_files: false, file_count: 0, address_confirmed: false },
        files: [],
        form: { id: 'f1', name: '' },
        labels: {},
        other: {},
        run: { id: 'r1', workflow_version: 1 },
        fields: { n: this.draw(8) },
      },
      steps: [...this.rows.values()],
      reservedPoints: this.reserved,
      leaseNumber: 1,
      lostLeases: this.draw(20) === 0 ? 3 : 0,
      createdAt: new Date(this.nowMs),
      now: new Date(this.nowMs + 3_600_000),
      testMail: null,
      failingDestinations: [],
    };
  }
}

describe.each<[RunKind, typeof priceOf]>([
  ['production', priceOf],
  ['test', testPriceOf],
])('on random graphs, with random outcomes and workers that die, a run of kind %s', (kind, price) => {
  const worlds = fc
    .tuple(definitions, fc.nat())
    .map(([definition, seed]) => new World(definition, kind, estimateCost(definition, price).max, dice(seed)));

  it('comes to an end, with every node in its last status and billed at most once, within what was reserved', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        await world.live();
        for (const { id } of world.definition.nodes) {
          const step = world.rows.get(id);
          expect(step && isTerminal(STEP_TRANSITIONS, step.status)).toBe(true);
          expect(world.executions.get(id) ?? 0).toBeLessThanOrEqual(1);
        }
        expect(world.billed).toBeLessThanOrEqual(world.reserved);
        expect(world.billed).toBe([...world.rows.values()].reduce((sum, { billedPoints }) => sum + billedPoints, 0));
        expect(world.over).toMatchObject({
          status: runOutcomeOf(world.definition, world.rows),
          released: world.reserved - world.billed,
        });
      }),
      { numRuns: 400 },
    );
  });
});

const OUTCOMES: Outcome[] = [
  { kind: 'delivered' },
  { kind: 'delivered' },
  { kind: 'failed', errorCode: 'http_4xx', isGone: false },
  { kind: 'uncertain', errorCode: 'timeout' },
  { kind: 'retry', errorCode: 'http_5xx', retryAfterSeconds: null },
];
