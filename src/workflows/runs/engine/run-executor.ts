import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/time';
import { failPoint, type FailPoint } from '../../../platform/fail-point';
import type { WorkflowNode } from '../../model/definition.types';
import { RunQueue } from '../admission/run-queue';
import { LeaseLost } from '../store/run-lease.repository';
import type { LeasedRun, Progress } from '../store/run.types';
import { DeliveryService, type HostPermit, type SendDecision } from './delivery.service';
import { InFlightDeliveries } from './in-flight-deliveries';
import { type RunLease, RunLeases } from './run-leases';
import { RunProgressService } from './run-progress.service';
import { RunTracing } from './run-tracing';
import { RunSession } from './run-session';
import { FairScheduler } from './fair-scheduler';

/**
 * Executes a leased run as far as it can go now. Nodes that send nothing execute at once; their results are written
 * together with the intents to send. The deliveries then happen outside of any transaction, and each outcome is written
 * with what follows from it. Waiting steps are due times in rows, so no worker waits for them.
 */
@Injectable()
export class RunExecutor {
  private isDraining = false;

  constructor(
    private readonly leases: RunLeases,
    private readonly runProgress: RunProgressService,
    private readonly deliveries: DeliveryService,
    private readonly slices: FairScheduler,
    private readonly queue: RunQueue,
    private readonly clock: Clock,
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
      await this.proceed(new RunSession(run, () => this.clock.now()), lease, inFlight);
      hasFailed = false;
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      await inFlight.settled();
      this.leases.release(lease);
      if (this.tracing.isOn) this.tracing.endTurn(run, performance.now() - claimedAtMs, hasFailed);
    }
  }

  /** From now on no delivery begins. Runs are released as soon as their deliveries in flight have ended and are written. */
  drain(): void {
    this.isDraining = true;
  }

  private async proceed(session: RunSession, lease: RunLease, inFlight: InFlightDeliveries): Promise<void> {
    const startedAtMs = performance.now();
    session.endInterrupted();
    for (;;) {
      const isExpired = session.isExpired(performance.now() - startedAtMs);
      if (isExpired && inFlight.count === 0) return this.runProgress.write(lease, session.expire());
      const mayBegin = !isExpired && !this.isDraining;
      const permits = mayBegin ? await this.begin(session) : [];
      const isBusy = permits.length + inFlight.count > 0;
      const progress = session.progress(isBusy);
      await this.write(lease, progress, permits);
      failPoint(pointAfter(isBusy, permits));
      if (!isBusy) return this.scheduleWakeUp(session, progress);
      for (const permit of permits) inFlight.add(permit.node, this.deliveries.attempt(session, lease, permit));
      const ended = await inFlight.next(mayBegin ? untilNextDueMs(session) : Infinity);
      if (ended) session.endAttempt(ended);
    }
  }

  /** Executes nodes until only deliveries are left, and begins those that may begin now. A refused delivery may let other nodes execute. */
  private async begin(session: RunSession): Promise<HostPermit[]> {
    const permits: HostPermit[] = [];
    const advance = () => session.advance(() => this.slices.turn());
    try {
      for (let nodes = await advance(); nodes.length > 0; nodes = await advance()) {
        const admissions = await Promise.all(nodes.map((node) => this.deliveries.admit(session, node)));
        permits.push(...nodes.flatMap((node, index) => this.permitFor(session, node, admissions[index]!) ?? []));
      }
      return permits;
    } catch (error) {
      releasePermits(permits);
      throw error;
    }
  }

  private permitFor(session: RunSession, node: WorkflowNode, admission: SendDecision): HostPermit | null {
    switch (admission.kind) {
      case 'admitted':
        session.steps.beginAttempt(node);
        return admission.permit;
      case 'later':
        session.steps.postpone(node, new Date(session.now().getTime() + admission.inMs));
        return null;
      case 'refused':
        session.steps.fail(node, admission.errorCode, null);
        return null;
    }
  }

  /** Without a written intent nothing is sent. */
  private async write(lease: RunLease, progress: Progress, permits: readonly HostPermit[]): Promise<void> {
    try {
      await this.runProgress.write(lease, progress);
      if (this.tracing.isOn) this.tracing.endSteps(progress);
    } catch (error) {
      releasePermits(permits);
      throw error;
    }
  }

  private async scheduleWakeUp(session: RunSession, { next }: Progress): Promise<void> {
    if (next.kind !== 'wait') return;
    await this.queue.wake(Math.max(next.until.getTime() - session.now().getTime(), 0));
  }
}

const pointAfter = (isBusy: boolean, permits: readonly HostPermit[]): FailPoint => {
  if (!isBusy) return 'lease-released';
  return permits.length > 0 ? 'intents-committed' : 'outcome-committed';
};

function releasePermits(permits: readonly HostPermit[]): void {
  for (const { release } of permits) release(true);
}

/** While deliveries are in flight no other worker continues the run when its waiting steps are due. */
const untilNextDueMs = (session: RunSession): number => (session.steps.nextDueAt()?.getTime() ?? Infinity) - session.now().getTime();
