import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { PointsService } from '../../../accounts/points.service';
import { databaseFailureOf } from '../../../platform/database/database-errors.rules';
import { CommitMetrics } from '../../../platform/database/commit-metrics';
import { GroupCommit } from '../../../platform/database/group-commit';
import { Transactions } from '../../../platform/database/transactions';
import { RunMetrics } from './run-metrics';
import { RunProgressRepository } from '../store/run-progress.repository';
import type { Progress } from '../store/run.types';
import type { RunLease } from './run-leases';

/** Writes the progress of the runs that this worker holds, by group commit. */
@Injectable()
export class RunProgressService {
  private readonly commits: GroupCommit<Progress, boolean>;

  constructor(
    private readonly transactions: Transactions,
    private readonly runs: RunProgressRepository,
    private readonly points: PointsService,
    private readonly metrics: RunMetrics,
    commitMetrics: CommitMetrics,
  ) {
    this.commits = new GroupCommit({
      write: (batch) => this.store(batch),
      groupOf: (progress) => (releasedIn(progress) > 0 ? progress.run.accountId : progress.run.id),
      overloaded: () => new CommitRejected(),
      observe: commitMetrics.observerOf('runs'),
    });
  }

  /**
   * Extends or releases the lease, and rejects with `LeaseLost` when another worker holds the run. Retries while the database is
   * unavailable or busy, since an outcome that is not written becomes uncertain. Repeating a write that was committed although it seemed to
   * fail changes nothing, or fails as a whole.
   */
  async write(lease: RunLease, progress: Progress): Promise<void> {
    for (const endMs = performance.now() + RETRY_TIMEOUT_MS; ; await pause(RETRY_DELAY_MS)) {
      try {
        return await this.writeOnce(lease, progress);
      } catch (error) {
        if (!isTransient(error) || performance.now() >= endMs) throw error;
      }
    }
  }

  private async writeOnce(lease: RunLease, progress: Progress): Promise<void> {
    lease.assertHeld();
    const startedAtMs = performance.now();
    if (await this.commits.write(progress)) lease.extend(startedAtMs);
    else lease.lose();
    lease.assertHeld();
  }

  /** Resolves with false for a lost lease. Only writes that release points need a transaction, to lock accounts before runs. */
  private async store(writes: Progress[]): Promise<boolean[]> {
    const releasing = writes.filter((write) => releasedIn(write) > 0);
    const written = releasing.length === 0 ? await this.runs.write(writes) : await this.storeAll(writes, releasing);
    for (const write of writes) if (written.has(write.run.id)) this.metrics.countWritten(write);
    return writes.map(({ run }) => written.has(run.id));
  }

  private storeAll(writes: Progress[], releasing: Progress[]): Promise<Set<string>> {
    return this.transactions.run(async () => {
      await this.points.lockBalances([...new Set(releasing.map(({ run }) => run.accountId))]);
      const written = await this.runs.write(writes);
      const released = releasing.filter(({ run }) => written.has(run.id)).map(releaseOf);
      await this.points.releaseForMany(released);
      return written;
    });
  }
}

const releasedIn = ({ next }: Progress): number => (next.kind === 'finish' ? next.released : 0);

const releaseOf = (progress: Progress) => ({ accountId: progress.run.accountId, runId: progress.run.id, points: releasedIn(progress) });

/** A write that did not begin, because the connection was lost during an earlier write or because too many writes wait. */
class CommitRejected extends Error {}

const isTransient = (error: unknown): boolean => error instanceof CommitRejected || TRANSIENT_FAILURES.has(databaseFailureOf(error));

const TRANSIENT_FAILURES: ReadonlySet<unknown> = new Set(['conflict', 'busy', 'unavailable']);
const RETRY_TIMEOUT_MS = 20_000;
const RETRY_DELAY_MS = 500;
