import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import type { WorkflowNode } from '../definition/definition.types';
import { RunWakeUps } from '../run-wake-ups';
import { Deliveries } from './deliveries.service';
import { LeaseLost, RunLeaseRepository } from './run-lease.repository';
import type { AttemptEnd } from './run-session';
import { RunSession } from './run-session';

interface Ended {
  node: WorkflowNode;
  end: AttemptEnd;
}

/**
 * Takes a run as far as it goes now. Nodes that need nothing but the run act at once; what they come to is written together with the
 * intents to send, then the sending happens outside of any transaction, and each outcome is written with what follows from it. Steps
 * that wait are due times in rows, so no worker waits for them.
 */
@Injectable()
export class RunExecutor {
  private readonly name = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;

  constructor(
    private readonly leases: RunLeaseRepository,
    private readonly deliveries: Deliveries,
    private readonly wakeUps: RunWakeUps,
    private readonly clock: Clock,
  ) {}

  /** Does nothing for a run that is over, not due, or in the hands of another worker. */
  async execute(runId: string): Promise<void> {
    const run = await this.leases.take(runId, this.name);
    if (!run) return;
    const session = new RunSession(run, () => this.clock.now());
    const underWay = new Map<string, Promise<Ended>>();
    const renewal = setInterval(() => void this.leases.renew(run).catch(() => undefined), RENEW_EVERY_MS);
    try {
      await this.proceed(session, underWay);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      await Promise.allSettled(underWay.values());
      clearInterval(renewal);
    }
  }

  private async proceed(session: RunSession, underWay: Map<string, Promise<Ended>>): Promise<void> {
    const startedAtMs = performance.now();
    this.recover(session);
    for (;;) {
      if (hasExpired(session, startedAtMs)) return this.leases.write(session.run, session.expire());
      const intents = this.begin(session);
      const isBusy = intents.length + underWay.size > 0;
      const progress = session.progress(isBusy);
      await this.leases.write(session.run, progress);
      if (progress.next.kind === 'wait') await this.setAlarm(session, progress.next.until);
      if (!isBusy) return;
      for (const node of intents) underWay.set(node.id, this.send(session, node));
      const { node, end } = await Promise.race(underWay.values());
      underWay.delete(node.id);
      session.endAttempt(node, end);
    }
  }

  /** Lets nodes act until only sending is left, and returns those whose sending begins now. A refused one may let others act. */
  private begin(session: RunSession): WorkflowNode[] {
    const intents = new Set<WorkflowNode>();
    for (let nodes = session.advance(); nodes.length > 0; nodes = session.advance()) {
      for (const node of nodes) if (this.mayBegin(session, node)) intents.add(node);
    }
    return [...intents];
  }

  /** What a vanished worker was sending may have arrived. */
  private recover(session: RunSession): void {
    for (const step of session.abandoned()) {
      const node = session.run.definition.nodes.find(({ id }) => id === step.nodeId)!;
      session.endAttempt(node, this.deliveries.afterLoss(session, node));
    }
  }

  /** A destination that must not be bothered now is put off, without an attempt. */
  private mayBegin(session: RunSession, node: WorkflowNode): boolean {
    const verdict = this.deliveries.admit(session, node);
    if (verdict.kind === 'refused') session.fail(node, verdict.errorCode);
    else if (verdict.kind === 'later') session.putOff(node, new Date(session.now().getTime() + verdict.inMs));
    else session.beginAttempt(node);
    return verdict.kind === 'admitted';
  }

  private async send(session: RunSession, node: WorkflowNode): Promise<Ended> {
    return { node, end: await this.deliveries.attempt(session, node) };
  }

  private async setAlarm(session: RunSession, until: Date): Promise<void> {
    const inMs = Math.max(until.getTime() - session.now().getTime(), 0);
    if (inMs <= LONGEST_ALARM_MS) await this.wakeUps.wake([session.run.id], inMs);
  }
}

/** Three renewals fit into a lease. */
const RENEW_EVERY_MS = 10_000;
/** What is due later than this is found by the sweeper. */
const LONGEST_ALARM_MS = 60 * 60 * 1000;

const MAX_ACTIVE_MS = 10 * 60 * 1000;
const MAX_AGE_MS = 45 * 24 * 60 * 60 * 1000;

function hasExpired(session: RunSession, startedAtMs: number): boolean {
  const ageMs = session.now().getTime() - session.run.createdAt.getTime();
  return ageMs > MAX_AGE_MS || performance.now() - startedAtMs > MAX_ACTIVE_MS;
}
