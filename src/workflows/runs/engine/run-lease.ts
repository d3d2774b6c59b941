import { Logger } from '@nestjs/common';
import { LeaseLost } from '../store/run-lease.repository';

/** The lease of one run in the worker that holds it. It is renewed until `end`. */
export class RunLease {
  private readonly log = new Logger('Runs');
  private readonly timer: NodeJS.Timeout;
  private extendedAtMs = performance.now();
  private isLost = false;

  /** @param renew rejects with `LeaseLost` when another worker holds the run */
  constructor(
    private readonly runId: string,
    private readonly renew: () => Promise<void>,
  ) {
    this.timer = setInterval(() => void this.renewInTime(), RENEWAL_INTERVAL_MS);
  }

  /** Runs a write that also extends the lease. */
  async extend(write: () => Promise<void>): Promise<void> {
    if (this.isLost) throw new LeaseLost();
    const startedAtMs = performance.now();
    try {
      await write();
      this.extendedAtMs = Math.max(startedAtMs, this.extendedAtMs);
    } catch (error) {
      this.isLost ||= error instanceof LeaseLost;
      throw error;
    }
  }

  /** Rejects unless the lease was valid within the last interval. Called before anything is sent, since the process may have been suspended. */
  async confirm(): Promise<void> {
    const isRecent = performance.now() - this.extendedAtMs <= RENEWAL_INTERVAL_MS;
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

/** A third of the duration of a lease. */
const RENEWAL_INTERVAL_MS = 10_000;

const NOT_RENEWED = 'The lease of a run could not be renewed; it is retried.';
