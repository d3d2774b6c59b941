import { Injectable, Logger } from '@nestjs/common';
import { PointsService } from '../../../accounts/points.service';
import { affordable, type Balance, type ReservationRequest } from '../../../accounts/points.rules';
import { Transactions } from '../../../platform/database/transactions';
import { PeriodicTask } from '../../../platform/lifecycle/periodic-tasks';
import { estimateCost, testPriceOf } from '../../definition/cost.rules';
import { type BlockedRun, BlockedRunsRepository, type BlockedStatus } from './blocked-runs.repository';
import { RunQueue } from './run-queue';

/** Admits runs that wait for points or for their plan, the oldest first, and fails those that have waited for too long. */
@Injectable()
export class BlockedRunsService {
  private readonly log = new Logger('BlockedRuns');

  constructor(
    private readonly transactions: Transactions,
    private readonly points: PointsService,
    private readonly blocked: BlockedRunsRepository,
    private readonly queue: RunQueue,
  ) {}

  /** Resolves with true when more runs can be admitted at once. A failure of one account does not delay the others. */
  @PeriodicTask({ name: 'admission of blocked runs', processes: 'worker', everySeconds: 5 })
  async admitBlockedRuns(): Promise<boolean> {
    let isMore = false;
    for (const accountId of await this.blocked.accountIds()) {
      try {
        isMore = (await this.admitRunsOf(accountId)) || isMore;
      } catch (error) {
        this.log.warn({ err: error, account_id: accountId }, 'The blocked runs of an account could not be admitted.');
      }
    }
    return isMore;
  }

  /** Locks the account against other new tests until the transaction ends. Tests that wait already come first. */
  async mayStartTest(accountId: string): Promise<boolean> {
    const tests = await this.blocked.openTests(accountId);
    return tests === null || tests.admitted + tests.waiting < tests.max;
  }

  /** Locks the account before its runs, in the same order as all other transactions, which prevents deadlocks. */
  private admitRunsOf(accountId: string): Promise<boolean> {
    return this.transactions.run(async () => {
      const balance = await this.points.lockBalance(accountId);
      const expired = await this.blocked.expire(accountId, BATCH_SIZE);
      const waiting = await this.blocked.oldest(accountId, 'blocked_insufficient_compute_points', BATCH_SIZE);
      const admitted = await this.admit(accountId, 'blocked_insufficient_compute_points', waiting, balance);
      const isNoneLeft = admitted === waiting.length && waiting.length < BATCH_SIZE;
      const tests = await this.admitTests(accountId, isNoneLeft);
      await this.transactions.afterCommit(() => this.queue.wakeFor(admitted + tests));
      return expired === BATCH_SIZE || admitted === BATCH_SIZE;
    });
  }

  /** While other runs wait for points, only tests that cost nothing are admitted. */
  private async admitTests(accountId: string, mayReserve: boolean): Promise<number> {
    const tests = await this.blocked.openTests(accountId);
    const room = tests === null ? BATCH_SIZE : Math.max(tests.max - tests.admitted, 0);
    const waiting = room > 0 ? await this.blocked.oldest(accountId, 'blocked_plan_limits', room) : [];
    if (waiting.length === 0) return 0;
    const balance = mayReserve ? await this.points.lockBalance(accountId) : 0;
    return this.admit(accountId, 'blocked_plan_limits', waiting, balance);
  }

  /** Resolves with the number of admitted runs. Points are reserved only for runs that are still blocked. */
  private async admit(accountId: string, status: BlockedStatus, waiting: readonly BlockedRun[], balance: Balance): Promise<number> {
    const fitting = affordable(balance, waiting.map(requestOf));
    if (fitting.length === 0) return 0;
    const unblocked = await this.blocked.unblock(status, fitting);
    const reserved = fitting.filter(({ runId }) => unblocked.has(runId));
    await this.points.reserveAdmitted(accountId, reserved);
    return reserved.length;
  }
}

const BATCH_SIZE = 200;

const requestOf = ({ id, maxCost, definition }: BlockedRun): ReservationRequest => ({
  runId: id,
  points: maxCost ?? estimateCost(definition!, testPriceOf).max,
});
