import type { WorkflowNode } from '../../definition/definition.types';
import { portOfFailure } from '../../definition/schedule.rules';
import type { Price } from '../../definition/price.rules';
import type { AttemptEnd, Progress, StepRow } from '../store/run.types';
import { storable } from './storable.rules';

/** The steps of a run in memory: what each node has come to, and what of that has still to be written. */
export class RunSteps {
  private readonly rows: Map<string, StepRow>;
  private readonly unwritten = new Set<string>();
  private billed: Progress['billed'] = [];

  constructor(
    rows: readonly StepRow[],
    private readonly now: () => Date,
    private readonly priceOf: Price,
  ) {
    this.rows = new Map(rows.map((row) => [row.nodeId, row]));
  }

  /** What the run has cost so far. */
  get consumedPoints(): number {
    return [...this.rows.values()].reduce((sum, { billedPoints }) => sum + billedPoints, 0);
  }

  /** By node, without those that have not started. */
  get byNode(): ReadonlyMap<string, StepRow> {
    return this.rows;
  }

  of({ id }: { id: string }): StepRow {
    return this.rows.get(id) ?? { ...UNSTARTED, nodeId: id };
  }

  /** When the first of the waiting steps goes on. */
  nextDueAt(): Date | null {
    const dates = [...this.rows.values()].flatMap(({ dueAt }) => dueAt ?? []);
    return dates.reduce<Date | null>((earliest, date) => (earliest && earliest < date ? earliest : date), null);
  }

  /** What is to be sent is written down in this way before it is. */
  beginAttempt(node: WorkflowNode): void {
    const step = this.started(node);
    this.put({ ...step, status: 'running', attemptCount: step.attemptCount + 1, dueAt: null });
  }

  endAttempt(node: WorkflowNode, end: AttemptEnd): void {
    const step = { ...this.of(node), output: storable(end.output) };
    switch (end.kind) {
      case 'succeeded':
        return this.end(node, { ...step, status: 'succeeded', port: 'out', errorCode: null }, this.priceOf(node));
      case 'uncertain':
        return this.end(node, { ...step, status: 'uncertain', errorCode: end.errorCode }, this.priceOf(node));
      case 'again':
        return this.put({ ...step, status: 'waiting', dueAt: end.at, errorCode: end.errorCode });
      case 'failed':
        return this.fail(node, end.errorCode, end.output);
    }
  }

  /** Lets a step wait without an attempt. */
  postpone(node: WorkflowNode, until: Date): void {
    this.put({ ...this.started(node), status: 'waiting', dueAt: until });
  }

  /** What has begun goes on when the time comes. */
  wait(node: WorkflowNode, until: Date, output: unknown): void {
    this.put({ ...this.of(node), status: 'waiting', dueAt: until, output: storable(output) });
  }

  succeed(node: WorkflowNode, { port, output, changes }: Pick<StepRow, 'port' | 'output' | 'changes'>): void {
    const seen = storable({ output, changes });
    this.end(node, { ...this.of(node), status: 'succeeded', port, ...seen }, this.priceOf(node));
  }

  /** A failure costs nothing. */
  fail(node: WorkflowNode, errorCode: string, output: unknown): void {
    const step = { ...this.started(node), output: storable(output) };
    this.end(node, { ...step, status: 'failed', port: portOfFailure(node), errorCode }, 0);
  }

  /** Records a step that ends without having done anything more. */
  settle({ nodeId, status, port }: Pick<StepRow, 'nodeId' | 'status' | 'port'>): void {
    this.put({ ...this.of({ id: nodeId }), status, port, dueAt: null, completedAt: this.now() });
  }

  /** Everything since the last time. */
  takeUnwritten(): Pick<Progress, 'steps' | 'billed'> {
    const taken = { steps: [...this.unwritten].map((id) => this.of({ id })), billed: this.billed };
    this.unwritten.clear();
    this.billed = [];
    return taken;
  }

  private started(node: WorkflowNode): StepRow {
    const step = this.of(node);
    return { ...step, startedAt: step.startedAt ?? this.now() };
  }

  private end(node: WorkflowNode, step: StepRow, points: number): void {
    if (points > 0) this.billed.push({ nodeId: node.id, points });
    this.put({ ...step, billedPoints: points, dueAt: null, completedAt: this.now() });
  }

  private put(step: StepRow): void {
    this.rows.set(step.nodeId, step);
    this.unwritten.add(step.nodeId);
  }
}

/** A step that has no row yet. */
export const UNSTARTED: Omit<StepRow, 'nodeId'> = {
  status: 'pending',
  port: null,
  output: null,
  changes: null,
  billedPoints: 0,
  attemptCount: 0,
  errorCode: null,
  dueAt: null,
  startedAt: null,
  completedAt: null,
};
