import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { databaseFailureOf } from '../../../platform/database/database-errors.rules';
import type { WorkflowNode } from '../../definition/definition.types';
import { RunQueue } from '../admission/run-queue';
import type { Permit } from '../delivery/delivery.service';
import { DeliveryService } from '../delivery/delivery.service';
import { hasExpired } from './expiry.rules';
import { LeaseLost, RunLease } from './run-lease';
import { RunLeaseRepository } from '../store/run-lease.repository';
import { RunSession } from './run-session';
import type { Progress } from '../store/run.types';
import { InFlightDeliveries } from './in-flight-deliveries';

/**
 * Takes a run as far as it goes now. Nodes that need nothing but the run act at once; what they come to is written together with the
 * intents to send, then the sending happens outside of any transaction, and each outcome is written with what follows from it. Steps
 * that wait are due times in rows, so no worker waits for them.
 */
@Injectable()
export class RunExecutor {
  private readonly name = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  private isDraining = false;

  constructor(
    private readonly leases: RunLeaseRepository,
    private readonly deliveries: DeliveryService,
    private readonly wakeUps: RunQueue,
    private readonly clock: Clock,
  ) {}

  /** Does nothing for a run that is over, not due, or in the hands of another worker. Tells when there is nothing but slow receivers to wait for. */
  async execute(runId: string, onWaiting: () => void = () => undefined): Promise<void> {
    const run = await this.leases.take(runId, this.name);
    if (!run) return;
    const sends = new InFlightDeliveries(onWaiting);
    const lease = new RunLease(run.id, () => this.leases.renew(run));
    try {
      await this.proceed(new RunSession(run, () => this.clock.now()), lease, sends);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      await sends.settled();
      lease.end();
    }
  }

  /** From here on nothing new is sent: runs are left to other workers as soon as what is under way has ended and is written. */
  drain(): void {
    this.isDraining = true;
  }

  private async proceed(session: RunSession, lease: RunLease, sends: InFlightDeliveries): Promise<void> {
    const startedAtMs = performance.now();
    this.recover(session);
    for (;;) {
      const isExpired = hasExpired(session.run.createdAt, session.now(), performance.now() - startedAtMs);
      if (isExpired && sends.count === 0) return this.write(session, lease, session.expire());
      const mayBegin = !isExpired && !this.isDraining;
      const permits = mayBegin ? this.begin(session) : [];
      const isBusy = permits.length + sends.count > 0;
      const progress = session.progress(isBusy);
      await this.write(session, lease, progress, permits);
      if (!isBusy) return this.scheduleWakeUp(session, progress);
      for (const permit of permits) sends.begin(permit.node, this.deliveries.attempt(session, lease, permit));
      const ended = await sends.next(mayBegin ? untilNextDue(session) : Infinity);
      if (ended) session.steps.endAttempt(ended.node, ended.end);
    }
  }

  /** What a vanished worker was sending may have arrived. */
  private recover(session: RunSession): void {
    for (const node of session.abandoned()) session.steps.endAttempt(node, this.deliveries.afterLoss(session, node));
  }

  /** Lets nodes act until only sending is left, and begins as much of that as may begin now. A refused one may let others act. */
  private begin(session: RunSession): Permit[] {
    const permits: Permit[] = [];
    try {
      for (let nodes = session.advance(); nodes.length > 0; nodes = session.advance()) {
        permits.push(...nodes.flatMap((node) => this.permitFor(session, node) ?? []));
      }
      return permits;
    } catch (error) {
      throw releasePermits(permits, error);
    }
  }

  private permitFor(session: RunSession, node: WorkflowNode): Permit | null {
    const admission = this.deliveries.admit(session, node);
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

  /**
   * A database that is away for a moment is waited for, since an outcome that is not written would have to be called uncertain. Should
   * the first try have been committed all the same, the second one changes nothing or fails as a whole.
   */
  private async write(
    { run }: RunSession,
    lease: RunLease,
    progress: Progress,
    permits: readonly Permit[] = [],
  ): Promise<void> {
    for (const giveUpAtMs = performance.now() + PATIENCE_MS; ; await pause(TRY_AGAIN_MS)) {
      try {
        return await lease.extend(() => this.leases.write(run, progress));
      } catch (error) {
        const isPassing = PASSING_FAILURES.has(databaseFailureOf(error)) && performance.now() < giveUpAtMs;
        if (!isPassing) throw releasePermits(permits, error);
      }
    }
  }

  private async scheduleWakeUp(session: RunSession, { next }: Progress): Promise<void> {
    if (next.kind !== 'wait') return;
    const inMs = Math.max(next.until.getTime() - session.now().getTime(), 0);
    if (inMs <= LONGEST_DELAY_MS) await this.wakeUps.enqueue([session.run.id], inMs);
  }
}

/** What is due later than this is found by the sweeper. */
const LONGEST_DELAY_MS = 60 * 60 * 1000;

const PASSING_FAILURES: ReadonlySet<unknown> = new Set(['conflict', 'busy', 'unavailable']);
const PATIENCE_MS = 20_000;
const TRY_AGAIN_MS = 500;

/** What could not be begun or written down is not sent. */
function releasePermits(permits: readonly Permit[], error: unknown): unknown {
  for (const { release } of permits) release(true);
  return error;
}

/** While something is under way nobody else wakes the run for its waiting steps. */
const untilNextDue = (session: RunSession): number =>
  (session.steps.nextDueAt()?.getTime() ?? Infinity) - session.now().getTime();
