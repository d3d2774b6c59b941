import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { BACKGROUND, HOURLY, PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { OperatorError } from '../platform/errors/operator-error';
import { AccountsRepository, type Reservation } from './accounts.repository';
import { affordable, type Balance, type Consumption, MAX_BALANCE, type ReservationRequest } from './points.rules';

/**
 * Compute points. A run reserves the most that it can cost, its steps consume from the reservation, and the rest is released when it
 * ends. The balance of an account is what can still be reserved: grants and releases minus reservations.
 *
 * Every method runs in the transaction that changes the run. Accounts are locked before their runs, so code that ends a run calls
 * `release` or `lockBalance` before it writes to the run.
 */
@Injectable()
export class PointsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsRepository,
  ) {}

  /** Reserves for new runs and returns the ids of those that were granted: none of an account that already has runs waiting for points. */
  async reserve(accountId: string, requests: readonly ReservationRequest[]): Promise<Set<string>> {
    const balance = requests.some(isCostly) ? await this.lockBalance(accountId) : null;
    const isBlocked = balance !== null && (await this.accounts.hasBlockedRuns(accountId));
    const granted = affordable(isBlocked ? 0 : balance, requests);
    await this.reserveAdmitted(accountId, granted);
    return new Set(granted.map(({ runId }) => runId));
  }

  /** The balance, including this month's allowance. A limited account stays locked until the transaction ends. */
  async lockBalance(accountId: string): Promise<Balance> {
    const balances = await this.lockBalances([accountId]);
    return balances.get(accountId) ?? null;
  }

  /** The balances of the limited accounts, by account id. They stay locked until the transaction ends. */
  async lockBalances(accountIds: readonly string[]): Promise<Map<string, number>> {
    if (accountIds.length === 0) return new Map();
    const locked = await this.accounts.lockLimited(accountIds);
    const due = locked.filter(({ isAllowanceDue }) => isAllowanceDue).map(({ id }) => id);
    const renewed = due.length > 0 ? await this.accounts.grantAllowances(due) : [];
    return new Map([...locked, ...renewed].map(({ id, balance }) => [id, balance]));
  }

  /** Reserves for blocked runs that fit into the balance which `lockBalance` returned. */
  async reserveAdmitted(accountId: string, requests: readonly ReservationRequest[]): Promise<void> {
    const costly = requests.filter(isCostly).map((request) => ({ ...request, accountId }));
    if (costly.length > 0) await this.accounts.reserve(costly);
  }

  /** Books what steps have cost, out of the reservation of their run. Booking a step twice fails the transaction. */
  async consume(accountId: string, consumptions: readonly Consumption[]): Promise<void> {
    const costly = consumptions.filter(isCostly);
    if (costly.length > 0) await this.accounts.consume(accountId, costly);
  }

  /** Returns the rest of a reservation to the balance. Releasing twice fails the transaction. */
  release(accountId: string, runId: string, points: number): Promise<void> {
    return this.releaseForMany([{ accountId, runId, points }]);
  }

  /** Releases for the runs of several accounts, which `lockBalances` has locked, in as many statements as for one. */
  async releaseForMany(releases: readonly Reservation[]): Promise<void> {
    const costly = releases.filter(isCostly);
    if (costly.length > 0) await this.accounts.release(costly);
  }

  /** Adds points to the balance, beside the allowance of the plan, and returns the new balance. An unlimited account stays as it is. */
  grant(accountId: string, points: number): Promise<Balance> {
    return this.transactions.run(async () => {
      const balance = await this.lockBalance(accountId);
      if (balance === null) return null;
      if (balance + points > MAX_BALANCE) throw new OperatorError(`An account can have at most ${MAX_BALANCE} points.`);
      await this.accounts.grant(accountId, points);
      return balance + points;
    });
  }
}

const isCostly = ({ points }: { points: number }): boolean => points > 0;

@Injectable()
export class LedgerCompactionService {
  /** The row after which the next batch begins. Rows that cannot be compacted yet, those of open runs, are seen again in the next pass. */
  private position = LEDGER_START;

  constructor(
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retention'>,
  ) {}

  /** Compacts a batch of the movements that are older than this; true when there may be more. One process at a time does it. */
  @PeriodicTask({ name: 'folding of the ledger', processes: 'worker', everySeconds: HOURLY, dutyCycle: BACKGROUND })
  async compactBatch(days = this.config.retention.ledgerDays): Promise<boolean> {
    const next = await this.accounts.compactLedger(days, this.position);
    this.position = next ?? LEDGER_START;
    return next !== null;
  }
}

const LEDGER_START = '0';
