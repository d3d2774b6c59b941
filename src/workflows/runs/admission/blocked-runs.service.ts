import { Injectable, Logger } from '@nestjs/common';
import { PointsService } from '../../../accounts/points.service';
import type { Balance, ReservationRequest } from '../../../accounts/points.rules';
import { affordable } from '../../../accounts/points.rules';
import { Transactions } from '../../../platform/database/transactions';
import { estimateCost } from '../../definition/cost.rules';
import { testPriceOf } from '../../definition/price.rules';
import type { Blockade, BlockedRun } from './blocked-runs.repository';
import { BlockedRunsRepository } from './blocked-runs.repository';
import { RunQueue } from './run-queue';

/** Lets runs go on that waited for points or for room in the plan, the oldest first, and ends those that have waited for too long. */
@Injectable()
export class BlockedRunsService {
  private readonly log = new Logger('BlockedRuns');

  constructor(
    private readonly transactions: Transactions,
    private readonly points: PointsService,
    private readonly runs: BlockedRunsRepository,
    private readonly wakeUps: RunQueue,
  ) {}

  /** One round through all accounts, of which one that fails does not hold up the others; true while there is more to do at once. */
  async step(): Promise<boolean> {
    let isMore = false;
    for (const accountId of await this.runs.accounts()) {
      try {
        isMore = (await this.admitBlockedRuns(accountId)) || isMore;
      } catch (error) {
        this.log.warn(
          { err: error, account_id: accountId },
          'Blocked runs could not be let go; the next round tries again.',
        );
      }
    }
    return isMore;
  }

  /** Whether the plan has room for another test now. Nobody else starts one before the transaction ends. A test that waits for room is first. */
  async mayStartTest(accountId: string): Promise<boolean> {
    const tests = await this.runs.openTests(accountId);
    return tests === null || tests.admitted + tests.waiting < tests.max;
  }

  /** One account and then its runs are locked, in the order that is kept everywhere. */
  private admitBlockedRuns(accountId: string): Promise<boolean> {
    return this.transactions.run(async () => {
      const balance = await this.points.lockBalance(accountId);
      const expired = await this.runs.expire(accountId, MOST_AT_ONCE);
      const short = await this.runs.oldest(accountId, 'blocked_insufficient_compute_points', MOST_AT_ONCE);
      const supplied = await this.release(accountId, 'blocked_insufficient_compute_points', short, balance);
      const isQueueEmpty = supplied.length === short.length && short.length < MOST_AT_ONCE;
      const admitted = await this.admitTests(accountId, isQueueEmpty);
      await this.transactions.afterCommit(() => this.wakeUps.enqueue([...supplied, ...admitted]));
      return expired === MOST_AT_ONCE || supplied.length === MOST_AT_ONCE;
    });
  }

  /** While others wait for points, only tests that need none go on. */
  private async admitTests(accountId: string, isQueueEmpty: boolean): Promise<string[]> {
    const tests = await this.runs.openTests(accountId);
    const room = tests === null ? MOST_AT_ONCE : Math.max(tests.max - tests.admitted, 0);
    const waiting = room > 0 ? await this.runs.oldest(accountId, 'blocked_plan_limits', room) : [];
    if (waiting.length === 0) return [];
    const balance = isQueueEmpty ? await this.points.lockBalance(accountId) : 0;
    return this.release(accountId, 'blocked_plan_limits', waiting, balance);
  }

  /** The ids of the runs that went on, in order. Points are reserved only for those that nobody has ended meanwhile. */
  private async release(
    accountId: string,
    blockade: Blockade,
    waiting: readonly BlockedRun[],
    balance: Balance,
  ): Promise<string[]> {
    const fitting = affordable(balance, waiting.map(requestOf));
    if (fitting.length === 0) return [];
    const unblocked = await this.runs.unblock(blockade, fitting);
    const reserved = fitting.filter(({ runId }) => unblocked.has(runId));
    await this.points.reserveUnqueued(accountId, reserved);
    return reserved.map(({ runId }) => runId);
  }
}

const MOST_AT_ONCE = 200;

const requestOf = ({ id, maxCost, definition }: BlockedRun): ReservationRequest => ({
  runId: id,
  points: maxCost ?? estimateCost(definition!, testPriceOf).max,
});
