import type { WorkflowNode } from '../../definition/definition.types';
import { runOutcomeOf, isUnhandledFailure } from '../../definition/outcome.rules';
import { schedule } from '../../definition/schedule.rules';
import { priceOf, testPriceOf } from '../../definition/price.rules';
import { stateAt } from '../../definition/state-at.rules';
import type { Decision } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';
import type { RunState } from '../../nodes/run-state.types';
import { resultOf } from './step-result.rules';
import { RunSteps } from './run-steps';
import type { LeasedRun, NextMove, Progress, StepRow } from '../store/run.types';
import { messageIdOf } from '../store/step-id.rules';

/**
 * A run in the memory of the worker that holds it: what its nodes have come to, and what has to be written. It decides and does no
 * I/O, so the executor is left with the order of things.
 */
export class RunSession {
  readonly steps: RunSteps;
  private readonly isTest: boolean;
  private readonly skewMs: number;
  /** Nodes that were at it whenever a worker vanished with the run. */
  private readonly poisonIds: ReadonlySet<string>;

  constructor(
    readonly run: LeasedRun,
    private readonly localNow: () => Date,
  ) {
    this.skewMs = run.now.getTime() - localNow().getTime();
    this.isTest = run.runKind === 'test';
    this.steps = new RunSteps(run.steps, () => this.now(), this.isTest ? testPriceOf : priceOf);
    this.poisonIds = new Set(run.lostLeases < MAX_LOST_WORKERS ? [] : this.findPoison());
  }

  /** The database's time: workers whose clocks differ agree on when a step is due. */
  now(): Date {
    return new Date(this.localNow().getTime() + this.skewMs);
  }

  /** Nodes that a worker was sending when it vanished. */
  abandoned(): WorkflowNode[] {
    return this.nodesThatAre('running');
  }

  /**
   * Lets every node act that can, and returns those that have something to send. Called again after each step that has ended. Acts
   * come one after the other and before anything is sent, so that nothing starts once there is a stop.
   */
  advance(): WorkflowNode[] {
    for (;;) {
      const next = this.nextNodes();
      const acting = next.find((node) => !this.sends(node));
      if (acting) this.act(acting);
      else if (!this.isTest || next.length === 0) return next;
      else next.forEach((node) => this.act(node));
    }
  }

  /** Ends the run before its time. Nothing may be under way. */
  expire(): Progress {
    for (const { id } of this.nodesThatAre('waiting'))
      this.steps.settle({ nodeId: id, status: 'cancelled', port: null });
    return this.progressTo(this.finish('failed', 'run_expired'));
  }

  /** What has to be written now. Nothing may be under way unless the run is held on to. */
  progress(isBusy: boolean): Progress {
    return this.progressTo(isBusy ? { kind: 'hold' } : this.nextMove());
  }

  /** What a node sees. */
  stateAt({ id }: WorkflowNode): RunState {
    return stateAt(this.run.definition, id, this.run.start, this.steps.byNode);
  }

  /** Whether this node may be what makes workers vanish. */
  isPoison({ id }: WorkflowNode): boolean {
    return this.poisonIds.has(id);
  }

  /** What can begin or go on now, after the steps that end without having done anything. */
  private nextNodes(): WorkflowNode[] {
    const { settled, ready } = schedule(this.run.definition, this.steps.byNode);
    for (const step of settled) this.steps.settle(step);
    const now = this.now();
    const due = this.nodesThatAre('waiting').filter((node) => this.steps.of(node).dueAt! <= now);
    return [...due, ...ready];
  }

  private nodesThatAre(status: StepRow['status']): WorkflowNode[] {
    return this.run.definition.nodes.filter((node) => this.steps.of(node).status === status);
  }

  /** If sending was begun, that may be the reason; else it is what comes next. */
  private findPoison(): string[] {
    const abandoned = this.abandoned();
    return (abandoned.length > 0 ? abandoned : this.nextNodes()).map(({ id }) => id);
  }

  private sends(node: WorkflowNode): boolean {
    return typeOf(node).channel !== 'none' && !this.isPoison(node);
  }

  private act(node: WorkflowNode): void {
    const { status, output } = this.steps.of(node);
    if (this.isPoison(node)) return this.steps.fail(node, 'worker_lost', null);
    if (status === 'waiting') return this.steps.succeed(node, { port: 'out', output, changes: null });
    this.steps.beginAttempt(node);
    const dispatch = { id: messageIdOf(this.run, node.id), sentAt: this.now() };
    const result = resultOf(node, this.stateAt(node), dispatch);
    if (result.hasFailed) return this.steps.fail(node, result.errorCode, result.output);
    const dueAt = this.dueAt(result);
    if (dueAt && dueAt > this.now()) return this.steps.wait(node, dueAt, result.output);
    this.steps.succeed(node, { changes: null, ...result });
  }

  /** A test does not wait. */
  private dueAt({ wait }: Pick<Decision, 'wait'>): Date | null {
    if (!wait || this.isTest) return null;
    return 'until' in wait ? wait.until : new Date(this.now().getTime() + wait.seconds * 1000);
  }

  private progressTo(next: NextMove): Progress {
    return { ...this.steps.takeUnwritten(), next };
  }

  /** Whoever lets go of a run before everything has been begun leaves it to others at once. */
  private nextMove(): NextMove {
    if (this.nextNodes().length > 0) return { kind: 'wait', until: this.now() };
    const dueAt = this.steps.nextDueAt();
    if (dueAt) return { kind: 'wait', until: dueAt };
    const { definition } = this.run;
    const status = runOutcomeOf(definition, this.steps.byNode);
    const wrong = definition.nodes.find((node) => isUnhandledFailure(node, definition, this.steps.byNode));
    return this.finish(status, status === 'succeeded' || !wrong ? null : this.steps.of(wrong).errorCode);
  }

  private finish(status: 'succeeded' | 'partially_failed' | 'failed', errorCode: string | null): NextMove {
    return { kind: 'finish', status, errorCode, released: this.run.reservedPoints - this.steps.consumedPoints };
  }
}

/** What has taken so many workers with it gets no further try. */
export const MAX_LOST_WORKERS = 3;
