import type { WorkflowNode } from '../../model/definition.types';
import { runOutcomeOf, isUnhandledFailure } from '../../definition/outcome.rules';
import { schedule } from '../../definition/schedule.rules';
import { priceOf, testPriceOf } from '../../definition/cost.rules';
import { stateAt } from '../../definition/state-at.rules';
import type { NodeResult } from '../../nodes/node-type.types';
import { typeOf } from '../../nodes/node-types.rules';
import type { RunState } from '../../model/run-state.types';
import { isVisitorMailSkip } from '../../model/visitor-mail.types';
import { RunBudget } from '../../templates/render-budget';
import { interruptedAttempt, retryDelayMs } from './attempt-outcome.rules';
import { type EndedAttempt, type LeasedRun, MAX_LOST_WORKERS, type NextMove, type Progress, type StepRow } from '../store/run.types';
import { messageIdOf } from '../store/step-rows.rules';
import { StepStates } from './step-states';
import { resultOf } from './step-result.rules';

/** The state of a run in the memory of the worker that holds it. Decides what happens next without any I/O. */
export class RunExecution {
  readonly steps: StepStates;
  /** The budget starts again when another worker continues the run. */
  readonly renderBudget = new RunBudget();
  private readonly isTest: boolean;
  private readonly skewMs: number;
  /** The nodes that were in progress or next each time a worker crashed with the run. */
  private readonly poisonIds: ReadonlySet<string>;

  constructor(
    readonly run: LeasedRun,
    private readonly localNow: () => Date,
  ) {
    this.skewMs = run.now.getTime() - localNow().getTime();
    this.isTest = run.runKind === 'test';
    this.steps = new StepStates(run.steps, () => this.now(), this.isTest ? testPriceOf : priceOf);
    this.poisonIds = new Set(run.lostLeases < MAX_LOST_WORKERS ? [] : this.findPoison());
  }

  /** The time of the database, so that workers whose clocks differ agree on when a step is due. */
  now(): Date {
    return new Date(this.localNow().getTime() + this.skewMs);
  }

  isExpired(activeMs: number): boolean {
    return activeMs > MAX_ACTIVE_MS || this.now().getTime() - this.run.createdAt.getTime() > MAX_AGE_MS;
  }

  endInterrupted(): void {
    for (const node of this.interrupted()) {
      const { attempt, delayMs } = interruptedAttempt(node, this.steps.of(node), this.isPoison(node));
      this.steps.endAttempt(attempt, this.later(delayMs));
    }
  }

  /**
   * Executes all nodes that can be executed, and returns those that have a request to send. Called again after each step that has ended.
   * Nodes execute one after the other and before anything is sent, so that nothing starts after a `stop`.
   * @param nextSlice resolves when the next node may execute
   */
  async advance(nextSlice: () => Promise<void>): Promise<WorkflowNode[]> {
    for (;;) {
      await nextSlice();
      const next = this.nextNodes();
      const local = next.find((node) => typeOf(node).channel === 'none' || this.isPoison(node));
      const sent = local ? [] : next.filter((node) => this.isSent(node));
      const executed = local ? [local] : next.filter((node) => !sent.includes(node));
      for (const node of executed) {
        await nextSlice();
        await this.execute(node, nextSlice);
      }
      if (sent.length > 0 || executed.length === 0) return sent;
    }
  }

  /** Ends the run early. No delivery may be in flight. */
  expire(): Progress {
    for (const { id } of this.nodesWithStatus('waiting')) this.steps.settle({ nodeId: id, status: 'cancelled', port: null });
    return this.progressTo(this.finish('failed', 'run_expired'));
  }

  /** Ends an attempt, and schedules the next one if it may be repeated. A test repeats nothing, since somebody waits for its result. */
  endAttempt(attempt: EndedAttempt): void {
    const { attemptCount } = this.steps.of(attempt.node);
    this.steps.endAttempt(attempt, this.isTest ? null : this.later(retryDelayMs(attempt, attemptCount, Math.random)));
  }

  progress(isBusy: boolean): Progress {
    return this.progressTo(isBusy ? { kind: 'hold' } : this.nextMove());
  }

  stateAt({ id }: WorkflowNode): RunState {
    return stateAt(this.run.definition, id, this.run.start, this.steps.byNode);
  }

  isPoison({ id }: WorkflowNode): boolean {
    return this.poisonIds.has(id);
  }

  /** Records the steps that end without being executed, and returns the nodes that can begin or continue now. */
  private nextNodes(): WorkflowNode[] {
    const { settled, ready } = schedule(this.run.definition, this.steps.byNode);
    for (const step of settled) this.steps.settle(step);
    const now = this.now();
    const due = this.nodesWithStatus('waiting').filter((node) => this.steps.of(node).dueAt! <= now);
    return [...due, ...ready];
  }

  interrupted(): WorkflowNode[] {
    return this.nodesWithStatus('running');
  }

  private later(delayMs: number | null): Date | null {
    return delayMs === null ? null : new Date(this.now().getTime() + delayMs);
  }

  private nodesWithStatus(status: StepRow['status']): WorkflowNode[] {
    return this.run.definition.nodes.filter((node) => this.steps.of(node).status === status);
  }

  /** Suspects the deliveries in progress or, if there are none, the nodes that were next. */
  private findPoison(): string[] {
    const interrupted = this.interrupted();
    return (interrupted.length > 0 ? interrupted : this.nextNodes()).map(({ id }) => id);
  }

  /** False in a test, which renders requests without sending them, except for the one mail that it may send. */
  private isSent({ id }: WorkflowNode): boolean {
    return !this.isTest || this.run.testMail?.node_id === id;
  }

  private async execute(node: WorkflowNode, nextSlice: () => Promise<void>): Promise<void> {
    const { status, output } = this.steps.of(node);
    if (this.isPoison(node)) return this.steps.fail(node, 'worker_lost', null);
    if (status === 'waiting') return this.steps.succeed(node, { port: 'out', output, changes: null });
    this.steps.begin(node);
    const message = { id: messageIdOf(this.run, node.id), sentAt: this.now() };
    const result = await resultOf(node, this.stateAt(node), message, this.renderBudget.begin(node.id, nextSlice));
    if (result.hasFailed && isVisitorMailSkip(result.errorCode)) return this.steps.skip(node, result.errorCode, result.output);
    if (result.hasFailed) return this.steps.fail(node, result.errorCode, result.output);
    const dueAt = this.dueAt(result);
    if (dueAt && dueAt > this.now()) return this.steps.wait(node, dueAt, result.output);
    this.steps.succeed(node, { changes: null, ...result });
  }

  private dueAt({ wait }: Pick<NodeResult, 'wait'>): Date | null {
    if (!wait || this.isTest) return null;
    return 'until' in wait ? wait.until : new Date(this.now().getTime() + wait.seconds * 1000);
  }

  private progressTo(next: NextMove): Progress {
    return { run: this.run, ...this.steps.takeUnwritten(), next };
  }

  /** A run that is released before all of its nodes have begun is due at once for other workers. */
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

const MAX_ACTIVE_MS = 10 * 60 * 1000;
const MAX_AGE_MS = 45 * 24 * 60 * 60 * 1000;
