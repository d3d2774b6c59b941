import { Injectable } from '@nestjs/common';
import { withTimeout } from '../../../platform/time';
import { failPoint, type FailPoint } from '../../../platform/fail-point';
import type { WorkflowNode } from '../../model/definition.types';
import { RunQueue } from '../admission/run-queue';
import { LeaseLost } from '../store/leased-runs.repository';
import type { EndedAttempt, LeasedRun, NextMove } from '../store/run.types';
import { DeliveryService, type HostPermit, type PermitDecision } from './delivery.service';
import { type RunLease, RunLeases } from './run-leases';
import { RunProgressService } from './run-progress.service';
import { RunTracing } from './run-tracing';
import { RunExecution } from './run-execution';
import { FairScheduler } from './fair-scheduler';

export class InFlightDeliveries {
  private readonly attempts = new Map<string, Promise<EndedAttempt>>();

  get count(): number {
    return this.attempts.size;
  }

  add({ id }: WorkflowNode, attempt: Promise<EndedAttempt>): void {
    this.attempts.set(id, attempt);
  }

  /** The next attempt to end; null when none ends within the time. */
  async next(withinMs: number): Promise<EndedAttempt | null> {
    const next: Promise<EndedAttempt | null> = Promise.race(this.attempts.values());
    const ended = await withTimeout(Math.min(withinMs, MAX_TIMER_MS), next, () => null);
    if (ended) this.attempts.delete(ended.node.id);
    return ended;
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.attempts.values());
  }
}

/** Timers of Node.js are limited to 24 days. No attempt takes longer than this. */
const MAX_TIMER_MS = 60_000;

/**
 * Executes a leased run as far as it can go now, in turns. In each turn `RunExecution` executes the nodes that send nothing, in memory.
 * `DeliveryService` gives a permit for each node whose host has room, and `RunProgressService` writes the results together with the
 * intents to send, which extends the lease. Deliveries happen outside of transactions, and a turn ends with the first outcome, or when a
 * step is due. When no delivery is in flight, the write releases the run until its next step is due.
 */
@Injectable()
export class RunExecutor {
  private isDraining = false;

  constructor(
    private readonly leases: RunLeases,
    private readonly runProgress: RunProgressService,
    private readonly deliveries: DeliveryService,
    private readonly scheduler: FairScheduler,
    private readonly queue: RunQueue,
    private readonly tracing: RunTracing,
  ) {}

  /**
   * Rejects when the progress of the run could not be written, but not when its lease is lost.
   * @param claimedAtMs the start of the statement that has leased the run to this worker
   */
  async execute(run: LeasedRun, claimedAtMs: number): Promise<void> {
    const inFlight = new InFlightDeliveries();
    const lease = this.leases.hold(run, claimedAtMs);
    let hasFailed = true;
    try {
      await this.proceed(new RunExecution(run, monotonicNow), lease, inFlight);
      hasFailed = false;
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      await inFlight.settled();
      this.leases.release(lease);
      if (this.tracing.isOn) this.tracing.endLease(run, performance.now() - claimedAtMs, hasFailed);
    }
  }

  /** Begins no more deliveries. Runs are released as soon as the outcomes of their deliveries in flight are written. */
  drain(): void {
    this.isDraining = true;
  }

  private async proceed(execution: RunExecution, lease: RunLease, inFlight: InFlightDeliveries): Promise<void> {
    const startedAtMs = performance.now();
    execution.endInterrupted();
    for (;;) {
      const isExpired = execution.isExpired(performance.now() - startedAtMs);
      if (isExpired && inFlight.count === 0) return this.runProgress.write(lease, execution.expire());
      const mayBegin = !isExpired && !this.isDraining;
      const { permits, next } = await this.advance(execution, lease, mayBegin, inFlight.count);
      const isBusy = permits.length + inFlight.count > 0;
      failPoint(pointAfter(isBusy, permits));
      if (!isBusy) return this.scheduleWakeUp(execution, next);
      for (const permit of permits) inFlight.add(permit.node, this.deliveries.attempt(execution, lease, permit));
      const ended = await inFlight.next(mayBegin ? untilNextDueMs(execution) : Infinity);
      if (ended) execution.endAttempt(ended);
    }
  }

  /** Executes nodes, and writes the results and the intents to send. Releases the permits if the write fails, since nothing is sent. */
  private async advance(execution: RunExecution, lease: RunLease, mayBegin: boolean, inFlight: number): Promise<Advance> {
    const permits: HostPermit[] = [];
    try {
      if (mayBegin) await this.begin(execution, permits);
      const progress = execution.progress(permits.length + inFlight > 0);
      await this.runProgress.write(lease, progress);
      if (this.tracing.isOn) this.tracing.endSteps(progress);
      return { permits, next: progress.next };
    } catch (error) {
      for (const { release } of permits) release(true);
      throw error;
    }
  }

  /** Executes nodes until only deliveries are left, and begins deliveries. A refused or skipped one ends its step, so that other nodes may execute. */
  private async begin(execution: RunExecution, permits: HostPermit[]): Promise<void> {
    const advance = () => execution.advance(() => this.scheduler.nextSlice());
    for (let nodes = await advance(); nodes.length > 0; nodes = await advance()) {
      const decisions = await Promise.all(nodes.map((node) => this.deliveries.requestPermit(execution, node)));
      permits.push(...nodes.flatMap((node, index) => this.permitFor(execution, node, decisions[index]!) ?? []));
    }
  }

  private permitFor(execution: RunExecution, node: WorkflowNode, decision: PermitDecision): HostPermit | null {
    switch (decision.kind) {
      case 'granted':
        execution.steps.beginAttempt(node);
        return decision.permit;
      case 'later':
        execution.steps.postpone(node, new Date(execution.now().getTime() + decision.inMs));
        return null;
      case 'skipped':
        execution.steps.skip(node, decision.code, null);
        return null;
      case 'refused':
        execution.steps.fail(node, decision.errorCode, null);
        return null;
    }
  }

  private async scheduleWakeUp(execution: RunExecution, next: NextMove): Promise<void> {
    if (next.kind !== 'wait') return;
    await this.queue.wake(Math.max(next.until.getTime() - execution.now().getTime(), 0));
  }
}

interface Advance {
  permits: HostPermit[];
  next: NextMove;
}

/** A time of day that follows a monotonic clock, so that a correction of the system clock does not move the times when steps are due. */
const monotonicNow = (): Date => new Date(performance.timeOrigin + performance.now());

const pointAfter = (isBusy: boolean, permits: readonly HostPermit[]): FailPoint => {
  if (!isBusy) return 'lease-released';
  return permits.length > 0 ? 'intents-committed' : 'outcome-committed';
};

/** The time until a waiting step is due. No other worker continues the run while deliveries are in flight. */
const untilNextDueMs = (execution: RunExecution): number =>
  (execution.steps.nextDueAt()?.getTime() ?? Infinity) - execution.now().getTime();
