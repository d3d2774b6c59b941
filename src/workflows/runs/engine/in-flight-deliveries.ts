import { withTimeout } from '../../../platform/time';
import type { WorkflowNode } from '../../model/definition.types';
import type { EndedAttempt } from '../store/run.types';

/** The delivery attempts of one run that have begun and not ended. */
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

/** Timers are limited to 24 days, and no attempt takes as long as this. */
const MAX_TIMER_MS = 60_000;
