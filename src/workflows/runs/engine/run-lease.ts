import { LeaseLost } from '../store/run-lease.repository';
import type { Lease } from '../store/run.types';

/** The lease of one run in the worker that holds it. */
export class RunLease {
  readonly id: string;
  readonly leaseNumber: number;
  private isLost = false;

  /**
   * @param extendedAtMs the begin of the statement that took the lease
   * @param renew extends the lease or marks it as lost
   */
  constructor(
    { id, leaseNumber }: Lease,
    private extendedAtMs: number,
    private readonly renew: (lease: RunLease) => Promise<void>,
  ) {
    this.id = id;
    this.leaseNumber = leaseNumber;
  }

  /** @param sinceMs the begin of the statement that extended the lease, which may have waited for long */
  extend(sinceMs: number): void {
    this.extendedAtMs = Math.max(sinceMs, this.extendedAtMs);
  }

  /** A lost lease stays lost. */
  lose(): void {
    this.isLost = true;
  }

  assertHeld(): void {
    if (this.isLost) throw new LeaseLost();
  }

  /** Rejects unless the lease was valid within the last interval. Called before anything is sent, since the process may have been suspended. */
  async confirm(): Promise<void> {
    const isRecent = performance.now() - this.extendedAtMs <= RENEWAL_INTERVAL_MS;
    if (!this.isLost && !isRecent) await this.renew(this);
    this.assertHeld();
  }
}

/** A third of the duration of a lease. */
export const RENEWAL_INTERVAL_MS = 10_000;
