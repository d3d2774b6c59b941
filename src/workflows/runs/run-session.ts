import { execute, renderMasked } from '../nodes/act.rules';
import type { WorkflowNode } from '../definition/definition.types';
import { foldOutcome, hasGoneWrong } from '../definition/outcome.rules';
import { planOf, portOfFailure } from '../definition/plan.rules';
import { priceOf, testPriceOf } from '../definition/price.rules';
import { stateAt } from '../definition/state-at.rules';
import type { RunStatus } from '../definition/state-machine.rules';
import type { ActingType, Decision, SendingType } from '../nodes/node-type.types';
import { typeOf } from '../nodes/node-types.rules';
import type { RunState } from '../nodes/run-state.types';
import type { LeasedRun, NextMove, Progress, StepRow } from './run.types';

/** How the one attempt of a step has ended. */
export type AttemptEnd =
  | { kind: 'succeeded'; output: unknown }
  | { kind: 'failed' | 'uncertain'; errorCode: string; output: unknown }
  | { kind: 'again'; errorCode: string; output: unknown; at: Date };

/**
 * A run in the memory of the worker that holds it: what its nodes have come to, and what has to be written. It decides and does no
 * I/O, so the executor is left with the order of things.
 */
export class RunSession {
  private readonly steps: Map<string, StepRow>;
  private readonly changed = new Set<StepRow>();
  private billed: Progress['billed'] = [];
  private consumedPoints: number;
  private readonly skewMs: number;
  /** Nodes that were next whenever a worker vanished with the run. */
  private readonly suspects: ReadonlySet<string>;

  constructor(
    readonly run: LeasedRun,
    private readonly localNow: () => Date,
  ) {
    this.steps = new Map(run.steps.map((step) => [step.nodeId, step]));
    this.consumedPoints = run.consumedPoints;
    this.skewMs = run.now.getTime() - localNow().getTime();
    this.suspects = new Set(run.lostLeases < MAX_LOST_LEASES ? [] : this.suspectIds());
  }

  /** The database's time: workers whose clocks differ agree on when a step is due. */
  now(): Date {
    return new Date(this.localNow().getTime() + this.skewMs);
  }

  /** Steps that a worker was sending when it vanished. */
  abandoned(): StepRow[] {
    return [...this.steps.values()].filter(({ status }) => status === 'running');
  }

  /** Lets every node act that can, and returns those that have something to send. Called again after each step that has ended. */
  advance(): WorkflowNode[] {
    const toSend = new Set<WorkflowNode>();
    for (let acted = true; acted;) {
      acted = false;
      this.settle();
      for (const node of this.nextNodes()) {
        if (toSend.has(node)) continue;
        if (this.needsSending(node)) toSend.add(node);
        else this.act(node);
        acted ||= !toSend.has(node);
      }
    }
    return [...toSend];
  }

  /** The intent to send, which is written before anything is sent. */
  beginAttempt(node: WorkflowNode): StepRow {
    const step = this.stepOf(node.id);
    return this.put({
      ...step,
      status: 'running',
      attemptCount: step.attemptCount + 1,
      dueAt: null,
      startedAt: step.startedAt ?? this.now(),
    });
  }

  /** Puts a step off without an attempt. */
  putOff(node: WorkflowNode, until: Date): void {
    const step = this.stepOf(node.id);
    this.put({ ...step, status: 'waiting', dueAt: until, startedAt: step.startedAt ?? this.now() });
  }

  endAttempt(node: WorkflowNode, end: AttemptEnd): void {
    const step = this.stepOf(node.id);
    if (end.kind === 'again') {
      this.put({ ...step, status: 'waiting', dueAt: end.at, errorCode: end.errorCode, output: end.output });
    } else if (end.kind === 'succeeded') {
      this.complete(
        node,
        { ...step, status: 'succeeded', port: 'out', errorCode: null, output: end.output },
        this.priceOf(node),
      );
    } else if (end.kind === 'uncertain') {
      this.complete(
        node,
        { ...step, status: 'uncertain', errorCode: end.errorCode, output: end.output },
        this.priceOf(node),
      );
    } else {
      this.fail(node, end.errorCode, end.output);
    }
  }

  fail(node: WorkflowNode, errorCode: string, output: unknown = null): void {
    const step = this.stepOf(node.id);
    const port = portOfFailure(node);
    this.complete(
      node,
      { ...step, status: 'failed', port, errorCode, output, startedAt: step.startedAt ?? this.now() },
      0,
    );
  }

  /** Ends the run before its time. */
  expire(): Progress {
    for (const node of this.run.definition.nodes) {
      const step = this.stepOf(node.id);
      if (step.status === 'waiting' || step.status === 'running')
        this.put({ ...step, status: 'cancelled', dueAt: null, completedAt: this.now() });
    }
    return this.take({ kind: 'finish', status: 'failed', errorCode: 'run_expired', released: this.rest() });
  }

  /** What has to be written now. Nothing may be under way unless the run is held on to. */
  progress(isBusy: boolean): Progress {
    return this.take(isBusy ? { kind: 'hold' } : this.nextMove());
  }

  /** What a node sees. */
  stateAt(node: WorkflowNode): RunState {
    return stateAt(this.run.definition, node.id, this.run.start, this.steps);
  }

  stepOf(nodeId: string): StepRow {
    return this.steps.get(nodeId) ?? { ...UNSTARTED, nodeId };
  }

  /** Whether this node may be what makes workers vanish. */
  isSuspect({ id }: WorkflowNode): boolean {
    return this.suspects.has(id);
  }

  get isTest(): boolean {
    return this.run.runKind === 'test';
  }

  private nextMove(): NextMove {
    if (planOf(this.run.definition, this.steps).isFinished) {
      const status = foldOutcome(this.run.definition, this.steps);
      return { kind: 'finish', status, errorCode: this.errorOf(status), released: this.rest() };
    }
    const dates = [...this.steps.values()].flatMap(({ dueAt }) => dueAt ?? []);
    return { kind: 'wait', until: dates.reduce((earliest, date) => (date < earliest ? date : earliest)) };
  }

  /** Of the first step that has gone wrong and that nothing dealt with, in the order of the definition. */
  private errorOf(status: RunStatus): string | null {
    if (status === 'succeeded') return null;
    const { definition } = this.run;
    const wrong = definition.nodes.find((node) => hasGoneWrong(node, definition, this.steps));
    return wrong ? this.stepOf(wrong.id).errorCode : null;
  }

  private rest(): number {
    return this.run.reservedPoints - this.consumedPoints;
  }

  private take(next: NextMove): Progress {
    const progress = { steps: [...this.changed], billed: this.billed, next };
    this.changed.clear();
    this.billed = [];
    return progress;
  }

  private settle(): void {
    const { settled } = planOf(this.run.definition, this.steps);
    for (const { nodeId, status, port } of settled) {
      this.put({ ...this.stepOf(nodeId), status, port, dueAt: null, completedAt: this.now() });
    }
  }

  private suspectIds(): string[] {
    return [...this.abandoned().map(({ nodeId }) => nodeId), ...this.nextNodes().map(({ id }) => id)];
  }

  private nextNodes(): WorkflowNode[] {
    return [...this.dueNodes(), ...planOf(this.run.definition, this.steps).ready];
  }

  private dueNodes(): WorkflowNode[] {
    const now = this.now();
    return this.run.definition.nodes.filter(({ id }) => {
      const { status, dueAt } = this.stepOf(id);
      return status === 'waiting' && dueAt! <= now;
    });
  }

  private needsSending(node: WorkflowNode): boolean {
    return !this.isTest && !this.isSuspect(node) && typeOf(node).channel !== 'none';
  }

  private act(node: WorkflowNode): void {
    if (this.isSuspect(node)) this.fail(node, 'worker_lost');
    else if (this.stepOf(node.id).status === 'waiting') this.wakeUp(node);
    else if (typeOf(node).channel === 'none') this.decide(node, typeOf(node) as ActingType);
    else this.rehearse(node, typeOf(node) as SendingType);
  }

  private wakeUp(node: WorkflowNode): void {
    const [port = null] = typeOf(node).ports(node.config);
    this.complete(node, { ...this.stepOf(node.id), status: 'succeeded', port, dueAt: null }, this.priceOf(node));
  }

  private decide(node: WorkflowNode, type: ActingType): void {
    const result = execute(type, node.config, this.stateAt(node));
    if (result.failure)
      return this.fail(node, result.failure.code, withWarnings({ message: result.failure.message }, result.warnings));
    const { decision, warnings } = result;
    const step = {
      ...this.stepOf(node.id),
      attemptCount: 1,
      startedAt: this.now(),
      output: withWarnings(decision.output, warnings),
    };
    const dueAt = this.dueAt(decision);
    if (dueAt && !this.isTest && dueAt > this.now()) return void this.put({ ...step, status: 'waiting', dueAt });
    this.complete(
      node,
      { ...step, status: 'succeeded', port: decision.port, changes: decision.changes ?? null },
      this.priceOf(node),
    );
  }

  /** In a test a destination renders what it would send, and stops there. */
  private rehearse(node: WorkflowNode, type: SendingType): void {
    const result = renderMasked(type, node.config, this.stateAt(node));
    if (result.failure)
      return this.fail(node, result.failure.code, withWarnings({ message: result.failure.message }, result.warnings));
    const output = withWarnings({ dry_run: true, request: result.request }, result.warnings);
    const step = { ...this.stepOf(node.id), attemptCount: 1, startedAt: this.now(), output };
    this.complete(node, { ...step, status: 'succeeded', port: 'out' }, this.priceOf(node));
  }

  private dueAt({ wait }: Decision): Date | null {
    if (!wait) return null;
    return 'until' in wait ? wait.until : new Date(this.now().getTime() + wait.seconds * 1000);
  }

  private priceOf(node: WorkflowNode): number {
    return this.isTest ? testPriceOf(node) : priceOf(node);
  }

  private complete(node: WorkflowNode, step: StepRow, points: number): void {
    if (points > 0) this.billed.push({ nodeId: node.id, points });
    this.consumedPoints += points;
    this.put({ ...step, billedPoints: points, dueAt: null, completedAt: this.now() });
  }

  private put(step: StepRow): StepRow {
    const previous = this.steps.get(step.nodeId);
    if (previous) this.changed.delete(previous);
    this.steps.set(step.nodeId, step);
    this.changed.add(step);
    return step;
  }
}

/** A run that has taken so many workers with it gets no further try. */
export const MAX_LOST_LEASES = 3;

const UNSTARTED: Omit<StepRow, 'nodeId'> = {
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

/** What a node had to put up with, beside what it came to. */
function withWarnings(output: unknown, warnings: string[]): unknown {
  if (warnings.length === 0) return output;
  return typeof output === 'object' && output !== null ? { ...output, warnings } : { value: output, warnings };
}
