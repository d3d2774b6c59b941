import { Injectable, Logger } from '@nestjs/common';
import { LeaseLost, LeasedRunsRepository } from '../store/leased-runs.repository';
import type { Lease } from '../store/run.types';

/** The leases that this worker holds, which it renews together. */
@Injectable()
export class RunLeases {
  private readonly log = new Logger('Runs');
  private readonly held = new Set<RunLease>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly leases: LeasedRunsRepository) {}

  /** @param claimedAtMs the start of the statement that took the lease */
  hold(lease: Lease, claimedAtMs: number): RunLease {
    const held = new RunLease(lease, claimedAtMs, (each) => this.renew([each]));
    this.held.add(held);
    this.timer ??= setInterval(() => void this.renewAll(), RENEWAL_INTERVAL_MS);
    return held;
  }

  release(lease: RunLease): void {
    this.held.delete(lease);
    if (this.held.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Renews leases one by one after a failure, so that a locked run does not cost the leases of the others. */
  private async renewAll(): Promise<void> {
    const leases = [...this.held];
    try {
      await this.renew(leases).catch(() => Promise.all(leases.map((lease) => this.renew([lease]))));
    } catch (error) {
      this.log.warn({ err: error, runs: leases.length }, 'Leases of runs could not be renewed; it is retried.');
    }
  }

  private async renew(leases: readonly RunLease[]): Promise<void> {
    const startedAtMs = performance.now();
    const renewed = await this.leases.renew(leases);
    for (const lease of leases) {
      if (renewed.has(lease.id)) lease.extend(startedAtMs);
      else lease.lose();
    }
  }
}

export class RunLease {
  readonly id: string;
  readonly leaseNumber: number;
  private isLost = false;

  /** @param renew extends the lease or marks it as lost */
  constructor(
    { id, leaseNumber }: Lease,
    private extendedAtMs: number,
    private readonly renew: (lease: RunLease) => Promise<void>,
  ) {
    this.id = id;
    this.leaseNumber = leaseNumber;
  }

  /** @param sinceMs the start of the statement that extended the lease, which may have waited for long */
  extend(sinceMs: number): void {
    this.extendedAtMs = Math.max(sinceMs, this.extendedAtMs);
  }

  lose(): void {
    this.isLost = true;
  }

  assertHeld(): void {
    if (this.isLost) throw new LeaseLost();
  }

  /** Renews the lease unless it was extended within the last interval: the process may have been suspended. Rejects if it is lost. */
  async confirm(): Promise<void> {
    const isRecent = performance.now() - this.extendedAtMs <= RENEWAL_INTERVAL_MS;
    if (!this.isLost && !isRecent) await this.renew(this);
    this.assertHeld();
  }
}

/** A third of the duration of a lease, so that a renewal may fail once. */
const RENEWAL_INTERVAL_MS = 10_000;
