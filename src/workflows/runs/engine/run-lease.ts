import { Logger } from '@nestjs/common';

/** Another worker has the run, or it was cancelled or deleted: nothing that this worker finds out about it counts any more. */
export class LeaseLost extends Error {}

/** The lease of one run as the worker that took it knows it. It is renewed until `end`. */
export class RunLease {
  private readonly log = new Logger('Runs');
  private readonly timer: NodeJS.Timeout;
  private extendedAtMs = performance.now();
  private isLost = false;

  /** @param renew rejects with `LeaseLost` when the run is in other hands */
  constructor(
    private readonly runId: string,
    private readonly renew: () => Promise<void>,
  ) {
    this.timer = setInterval(() => void this.renewInTime(), RENEW_EVERY_MS);
  }

  /** Does work on the database that also extends the lease. */
  async extend(work: () => Promise<void>): Promise<void> {
    if (this.isLost) throw new LeaseLost();
    const startedAtMs = performance.now();
    try {
      await work();
      this.extendedAtMs = Math.max(startedAtMs, this.extendedAtMs);
    } catch (error) {
      this.isLost ||= error instanceof LeaseLost;
      throw error;
    }
  }

  /** Rejects unless the run was ours a moment ago. Asked before anything leaves the service, since this process may have been paused. */
  async confirm(): Promise<void> {
    const isRecent = performance.now() - this.extendedAtMs <= RENEW_EVERY_MS;
    if (this.isLost || !isRecent) await this.extend(this.renew);
  }

  end(): void {
    clearInterval(this.timer);
  }

  private async renewInTime(): Promise<void> {
    try {
      await this.extend(this.renew);
    } catch (error) {
      if (!(error instanceof LeaseLost)) this.log.warn({ err: error, run_id: this.runId }, NOT_RENEWED);
    }
  }
}

/** Three renewals fit into a lease. */
const RENEW_EVERY_MS = 10_000;

const NOT_RENEWED = 'The lease of a run could not be renewed; it is tried again.';
