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

  /** @param onSlow called whenever no attempt has ended for a second */
  constructor(private readonly onSlow: () => void = () => undefined) {}

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
    const timeoutMs = Math.min(Math.max(withinMs, 0), MAX_TIMER_MS);
    const timeout = pause(timeoutMs, null, { signal: timer.signal }).catch(() => null);
    const slow = setTimeout(this.onSlow, SLOW_MS);
    const settled = await Promise.race([...this.attempts.values(), timeout]);
    clearTimeout(slow);
    timer.abort();
    if (settled) this.attempts.delete(settled.node.id);
    return settled;
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.attempts.values());
  }
}

/** Timers are limited to 24 days, and no attempt takes as long as this. */
const MAX_TIMER_MS = 60_000;
const SLOW_MS = 1_000;
