import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowNode } from '../../definition/definition.types';
import type { AttemptOutcome } from '../store/run.types';

export interface Settled {
  node: WorkflowNode;
  outcome: AttemptOutcome;
}

/** The delivery attempts of one run that have begun and not ended. */
export class InFlightDeliveries {
  private readonly attempts = new Map<string, Promise<Settled>>();

  get count(): number {
    return this.attempts.size;
  }

  add(node: WorkflowNode, attempt: Promise<AttemptOutcome>): void {
    this.attempts.set(
      node.id,
      attempt.then((outcome) => ({ node, outcome })),
    );
  }

  /** The next attempt to end; null when none ends within the time. */
  async next(withinMs: number): Promise<Settled | null> {
    const timer = new AbortController();
    const attempts = this.attempts.values();
    const timeout = withinMs === Infinity ? [] : [pauseFor(withinMs, timer.signal)];
    const settled = await Promise.race([...attempts, ...timeout]);
    timer.abort();
    if (settled) this.attempts.delete(settled.node.id);
    return settled;
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.attempts.values());
  }
}

function pauseFor(ms: number, signal: AbortSignal): Promise<null> {
  return pause(Math.min(Math.max(ms, 0), MAX_TIMER_MS), null, { signal }).catch(() => null);
}

/** Timers are limited to 24 days, and no attempt takes as long as this. */
const MAX_TIMER_MS = 60_000;
