import { setTimeout as pause } from 'node:timers/promises';
import type { WorkflowNode } from '../../definition/definition.types';
import type { AttemptEnd } from '../store/run.types';

export interface Settled {
  node: WorkflowNode;
  end: AttemptEnd;
}

/** What is being sent for one run just now. */
export class InFlightDeliveries {
  private readonly underWay = new Map<string, Promise<Settled>>();

  /** @param onSlow called whenever none has ended for a second */
  constructor(private readonly onSlow: () => void = () => undefined) {}

  get count(): number {
    return this.underWay.size;
  }

  begin(node: WorkflowNode, attempt: Promise<AttemptEnd>): void {
    this.underWay.set(
      node.id,
      attempt.then((end) => ({ node, end })),
    );
  }

  /** The next one to end; null when none has ended by then. */
  async next(withinMs: number): Promise<Settled | null> {
    const timer = new AbortController();
    const expiry = pause(Math.min(Math.max(withinMs, 0), LONGEST_MS), null, { signal: timer.signal }).catch(() => null);
    const slow = setTimeout(this.onSlow, SLOW_MS);
    const ended = await Promise.race([...this.underWay.values(), expiry]);
    clearTimeout(slow);
    timer.abort();
    if (ended) this.underWay.delete(ended.node.id);
    return ended;
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.underWay.values());
  }
}

/** Timers cannot wait for more than 24 days, and no attempt takes as long as this. */
const LONGEST_MS = 60_000;
const SLOW_MS = 1_000;
