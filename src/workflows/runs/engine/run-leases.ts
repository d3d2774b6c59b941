import { Injectable, Logger } from '@nestjs/common';
import { RunLeaseRepository } from '../store/run-lease.repository';
import type { Lease } from '../store/run.types';
import { RENEWAL_INTERVAL_MS, RunLease } from './run-lease';

/** The leases that this worker holds, which it renews together. */
@Injectable()
export class RunLeases {
  private readonly log = new Logger('Runs');
  private readonly held = new Set<RunLease>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly leases: RunLeaseRepository) {}

  /**
   * Renews a lease from now on, until `release`.
   * @param claimedAtMs the begin of the statement that took it
   */
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

  /** A run that another transaction has locked for long must not cost the leases of the others, so they are renewed one by one after a failure. */
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
