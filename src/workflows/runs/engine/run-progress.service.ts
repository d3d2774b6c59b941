import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { PointsService } from '../../../accounts/points.service';
import { databaseFailureOf } from '../../../platform/database/database-errors.rules';
import { Transactions } from '../../../platform/database/transactions';
import { RunLeaseRepository } from '../store/run-lease.repository';
import type { LeasedRun, Progress } from '../store/run.types';
import type { RunLease } from './run-lease';

/** Writes the progress of a run that this worker holds. */
@Injectable()
export class RunProgressService {
  constructor(
    private readonly transactions: Transactions,
    private readonly leases: RunLeaseRepository,
    private readonly points: PointsService,
  ) {}

  /**
   * Retries while the database is away or busy, since an outcome that is not written would become uncertain. If a write was committed
   * although it seemed to fail, repeating it changes nothing or fails as a whole.
   */
  async write(run: LeasedRun, lease: RunLease, progress: Progress): Promise<void> {
    for (const endMs = performance.now() + RETRY_TIMEOUT_MS; ; await pause(RETRY_DELAY_MS)) {
      try {
        return await lease.extend(() => this.writeOnce(run, progress));
      } catch (error) {
        const isTransient = TRANSIENT_FAILURES.has(databaseFailureOf(error)) && performance.now() < endMs;
        if (!isTransient) throw error;
      }
    }
  }

  /** The run, its steps and its points change together. Released points need a transaction, in which the account is locked before the run. */
  private async writeOnce(run: LeasedRun, progress: Progress): Promise<void> {
    const released = progress.next.kind === 'finish' ? progress.next.released : 0;
    if (released === 0) return this.leases.write(run, progress);
    await this.transactions.run(async () => {
      await this.points.lockBalance(run.accountId);
      await this.leases.write(run, progress);
      await this.points.release(run.accountId, run.id, released);
    });
  }
}

const TRANSIENT_FAILURES: ReadonlySet<unknown> = new Set(['conflict', 'busy', 'unavailable']);
const RETRY_TIMEOUT_MS = 20_000;
const RETRY_DELAY_MS = 500;
