import { Injectable } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions';
import { OperatorError } from '../platform/errors/operator-error';
import { PointsRepository } from './points.repository';
import type { Balance, Consumption, ReservationRequest } from './points.rules';
import { affordable, MAX_BALANCE } from './points.rules';

/**
 * Compute points. A run reserves the most that it can come to cost, its steps consume of that, and what is left is released when it ends.
 * The balance of an account is what can still be reserved: all grants and releases less all reservations.
 *
 * Everything here belongs into the transaction that changes the run. An account is locked before its runs, so whatever ends a run calls
 * `release` (or `lockBalance`) before it writes to the run.
 */
@Injectable()
export class PointsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly points: PointsRepository,
  ) {}

  /** The runs that have got their points. A new run never passes one of its account that waits for points already. */
  reserve(accountId: string, requests: readonly ReservationRequest[]): Promise<Set<string>> {
    return this.reserveForMany(new Map([[accountId, requests]]));
  }

  /** The same for several accounts, in as many statements as for one. */
  async reserveForMany(requests: ReadonlyMap<string, readonly ReservationRequest[]>): Promise<Set<string>> {
    const balances = await this.lockBalances([...requests].filter(([, runs]) => runs.some(isCostly)).map(([id]) => id));
    const queued = balances.size > 0 ? await this.points.withQueue([...balances.keys()]) : new Set();
    const granted = [...requests].flatMap(([accountId, runs]) => {
      const balance = queued.has(accountId) ? 0 : (balances.get(accountId) ?? null);
      return affordable(balance, runs).map((request) => ({ ...request, accountId }));
    });
    const costly = granted.filter(isCostly);
    if (costly.length > 0) await this.points.reserve(costly);
    return new Set(granted.map(({ runId }) => runId));
  }

  /** What can be reserved, after this month's allowance. A limited balance stays locked until the transaction ends. */
  async lockBalance(accountId: string): Promise<Balance> {
    const balances = await this.lockBalances([accountId]);
    return balances.get(accountId) ?? null;
  }

  /** Reserves for runs that fit into what `lockBalance` has told. */
  async reserveUnqueued(accountId: string, requests: readonly ReservationRequest[]): Promise<void> {
    const costly = requests.filter(isCostly).map((request) => ({ ...request, accountId }));
    if (costly.length > 0) await this.points.reserve(costly);
  }

  /** Writes down what steps have cost; it was reserved before. A step that is named twice fails the transaction. */
  async consume(accountId: string, consumptions: readonly Consumption[]): Promise<void> {
    const costly = consumptions.filter(isCostly);
    if (costly.length > 0) await this.points.consume(accountId, costly);
  }

  /** Gives back what a run has not consumed. A second time fails the transaction. */
  async release(accountId: string, runId: string, points: number): Promise<void> {
    if (points > 0) await this.points.release(accountId, runId, points);
  }

  /** Adds points to what the plan gives, and tells the new balance; without a limit there is nothing to add to. */
  grant(accountId: string, points: number): Promise<Balance> {
    return this.transactions.run(async () => {
      const balance = await this.lockBalance(accountId);
      if (balance === null) return null;
      if (balance + points > MAX_BALANCE) throw new OperatorError(`An account can have ${MAX_BALANCE} points at most.`);
      await this.points.grant(accountId, points);
      return balance + points;
    });
  }

  /** Limited balances only. */
  private async lockBalances(accountIds: readonly string[]): Promise<Map<string, number>> {
    if (accountIds.length === 0) return new Map();
    const locked = await this.points.lock(accountIds);
    const due = locked.filter(({ isAllowanceDue }) => isAllowanceDue).map(({ id }) => id);
    const renewed = due.length > 0 ? await this.points.grantAllowances(due) : [];
    return new Map([...locked, ...renewed].map(({ id, balance }) => [id, balance]));
  }
}

const isCostly = ({ points }: { points: number }): boolean => points > 0;
