import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { BACKGROUND, HOURLY, PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { OperatorError } from '../platform/errors/operator-error';
import { AccountsRepository, type Reservation } from './accounts.repository';
import { affordable, type Balance, type Consumption, MAX_BALANCE, type ReservationRequest } from './points.rules';

/**
 * Manages compute points. A run reserves its highest possible cost, its steps consume from the reservation, and the rest is released when
 * the run ends. The balance of an account is what can still be reserved: grants and releases minus reservations.
 *
 * Every method runs in the transaction that changes the run. Accounts are locked before their runs, so code that ends a run calls `release`
 * or `lockBalance` before it writes to the run.
 */
@Injectable()
export class PointsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsRepository,
  ) {}

  /** Reserves points for new runs and returns the ids of the granted ones: only free runs while others of the account wait for points. */
  async reserve(accountId: string, requests: readonly ReservationRequest[]): Promise<Set<string>> {
    const balance = requests.some(isCostly) ? await this.lockBalance(accountId) : null;
    const isBlocked = balance !== null && (await this.accounts.hasBlockedRuns(accountId));
    const granted = affordable(isBlocked ? 0 : balance, requests);
    await this.reserveAdmitted(accountId, granted);
    return new Set(granted.map(({ runId }) => runId));
  }

  /** Resolves with the balance, including this month's allowance. A limited account stays locked until the transaction ends. */
  async lockBalance(accountId: string): Promise<Balance> {
    const balances = await this.lockBalances([accountId]);
    return balances.get(accountId) ?? null;
  }

  /** Resolves with the balances of the limited accounts by account id. These accounts stay locked until the transaction ends. */
  async lockBalances(accountIds: readonly string[]): Promise<Map<string, number>> {
    if (accountIds.length === 0) return new Map();
    const locked = await this.accounts.lockLimited(accountIds);
    const due = locked.filter(({ isAllowanceDue }) => isAllowanceDue).map(({ id }) => id);
    const renewed = due.length > 0 ? await this.accounts.grantAllowances(due) : [];
    return new Map([...locked, ...renewed].map(({ id, balance }) => [id, balance]));
  }

  /** Reserves points for blocked runs. Their sum must fit into the balance that `lockBalance` returned. */
  async reserveAdmitted(accountId: string, requests: readonly ReservationRequest[]): Promise<void> {
    const costly = requests.filter(isCostly).map((request) => ({ ...request, accountId }));
    if (costly.length > 0) await this.accounts.reserve(costly);
  }

  /** Books the cost of steps against the reservation of their run. Booking a step twice fails the transaction. */
  async consume(accountId: string, consumptions: readonly Consumption[]): Promise<void> {
    const costly = consumptions.filter(isCostly);
    if (costly.length > 0) await this.accounts.consume(accountId, costly);
  }

  /** Returns the rest of a reservation to the balance. A second release fails the transaction. */
  release(accountId: string, runId: string, points: number): Promise<void> {
    return this.releaseForMany([{ accountId, runId, points }]);
  }

  /** Releases the reservations of runs of several accounts in one statement. The caller has locked the accounts with `lockBalances`. */
  async releaseForMany(releases: readonly Reservation[]): Promise<void> {
    const costly = releases.filter(isCostly);
    if (costly.length > 0) await this.accounts.release(costly);
  }

  /** Adds points on top of the monthly allowance and resolves with the new balance. An unlimited account stays as it is. */
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
  /** The position after which the next batch begins. Each pass reads the rows of open runs again, since they cannot be compacted yet. */
  private position = LEDGER_START;

  constructor(
    private readonly accounts: AccountsRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retention'>,
  ) {}

  /** Compacts a batch of movements older than this many days; true when more may follow. One process at a time does it. */
  @PeriodicTask({ name: 'folding of the ledger', processes: 'worker', everySeconds: HOURLY, dutyCycle: BACKGROUND })
  async compactBatch(days = this.config.retention.ledgerDays): Promise<boolean> {
    const next = await this.accounts.compactLedger(days, this.position);
    this.position = next ?? LEDGER_START;
    return next !== null;
  }
}

const LEDGER_START = '0';
