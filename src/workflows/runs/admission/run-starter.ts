import { Injectable } from '@nestjs/common';
import { PointsService } from '../../../accounts/points.service';
import { Transactions } from '../../../platform/database/transactions';
import { newId } from '../../../platform/ids.rules';
import type { RunStatus } from '../../definition/state-machine.rules';
import type { NewRun, StartedRun } from '../store/run.types';
import { RunsRepository } from '../store/runs.repository';
import { RunQueue } from './run-queue';

/** Starts retries and tests in the transaction of the request. The database starts runs of submissions (`start-submission-runs.sql`). */
@Injectable()
export class RunStarter {
  constructor(
    private readonly transactions: Transactions,
    private readonly runs: RunsRepository,
    private readonly points: PointsService,
    private readonly queue: RunQueue,
  ) {}

  /** A run without enough points is blocked until the account has them. */
  async start(run: NewRun, now: Date): Promise<StartedRun> {
    const id = newId();
    const status = run.isPlanLimited ? 'blocked_plan_limits' : await this.reserve(id, run);
    const started = { ...run, id, status, reservedPoints: status === 'pending' ? run.maxCost : 0 };
    await this.runs.insert(started, now);
    if (status === 'pending') {
      await this.transactions.afterCommit(() => void this.queue.wake()); // the reply does not wait for the queue
    }
    return started;
  }

  private async reserve(runId: string, { accountId, maxCost }: NewRun): Promise<RunStatus> {
    const granted = await this.points.reserve(accountId, [{ runId, points: maxCost }]);
    return granted.has(runId) ? 'pending' : 'blocked_insufficient_compute_points';
  }
}
