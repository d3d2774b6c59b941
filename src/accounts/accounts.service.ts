import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../api/operation/audit-events.repository';
import { Clock } from '../platform/time';
import { Transactions } from '../platform/database/transactions';
import { OperatorError, UsageError } from '../platform/errors/operator-error';
import { idOf, isId, newId } from '../platform/ids.rules';
import type { AccountEntity, PlanEntity } from './account.entity';
import { type AccountCounts, AccountsRepository, type AccountUsage } from './accounts.repository';
import type { PointUsage } from './points.rules';

export type { AccountUsage };

export interface AccountOverview extends AccountCounts {
  account: AccountEntity;
  plan: PlanEntity;
  /** Null for an account with unlimited points. */
  points: PointUsage | null;
  storedBytes: number;
}

@Injectable()
export class AccountsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsRepository,
    private readonly auditEvents: AuditEventsRepository,
    private readonly clock: Clock,
  ) {}

  create(name: string, plan: string, aggregatePerMinute: number | null = null): Promise<AccountEntity> {
    return this.transactions.run(async () => {
      await this.accounts.lockCreation();
      const { pointsPerMonth } = await this.planNamed(plan);
      const isTaken = await this.accounts.findByName(name);
      if (isTaken) throw new OperatorError(`There is already an account with the name "${name}".`);
      const pointsBalance = pointsPerMonth === null ? null : 0;
      const account = { id: newId(), name, plan, aggregatePerMinute, pointsBalance, suspendedAt: null, notifyEmail: null, timeZone: null };
      const created = { ...account, createdAt: this.clock.now() };
      await this.accounts.insert(created);
      return created;
    });
  }

  list(): Promise<AccountEntity[]> {
    return this.accounts.list();
  }

  async overview(account: AccountEntity): Promise<AccountOverview> {
    const plan = await this.planNamed(account.plan);
    const { points, storedBytes } = await this.accounts.usage(account.id);
    return { account, plan, points, storedBytes, ...(await this.accounts.counts(account.id)) };
  }

  /** Reads how much of its plan an account uses, without locking anything. */
  usageOf(accountId: string): Promise<AccountUsage> {
    return this.accounts.usage(accountId);
  }

  /** Returns for how many days the trash keeps deleted submissions; 0 for no trash. */
  trashDaysOf(accountId: string): Promise<number> {
    return this.accounts.trashDays(accountId);
  }

  async get(idOrName: string): Promise<AccountEntity> {
    const id = idOf(idOrName);
    const found = isId(id) ? await this.accounts.find(id) : await this.accounts.findByName(idOrName);
    if (found) return found;
    throw new OperatorError(`There is no account "${idOrName}". "accounts list" shows all accounts.`);
  }

  /** Returns the account for a command that names none: the only account, or `default`, which is created in an empty database. */
  defaultAccount(): Promise<AccountEntity> {
    return this.transactions.run(async () => {
      await this.accounts.lockCreation();
      const accounts = await this.list();
      if (accounts.length === 0) return this.create(DEFAULT_NAME, 'self_hosted');
      const found = accounts.length === 1 ? accounts[0] : accounts.find(({ name }) => name === DEFAULT_NAME);
      if (found) return found;
      throw new OperatorError('There are several accounts. Choose one with --account; "accounts list" shows them.');
    });
  }

  /** Changes the plan. The next run raises a lower balance to the new monthly allowance. An unlimited plan has no balance. */
  setPlan(idOrName: string, plan: string): Promise<AccountEntity> {
    return this.transactions.run(async () => {
      const { id } = await this.get(idOrName);
      await this.planNamed(plan);
      await this.accounts.changePlan(id, plan);
      return this.get(id);
    });
  }

  /** Suspends an account, which takes effect within five seconds. A repeated call keeps the time of the first one. */
  suspend(idOrName: string): Promise<AccountEntity> {
    return this.edit(idOrName, 'accounts suspend', (account) => ({ suspendedAt: account.suspendedAt ?? this.clock.now() }));
  }

  resume(idOrName: string): Promise<AccountEntity> {
    return this.edit(idOrName, 'accounts resume', () => ({ suspendedAt: null }));
  }

  /** Sets the address for notifications of forms that name no recipients; null removes the address. */
  setNotifyEmail(idOrName: string, notifyEmail: string | null): Promise<AccountEntity> {
    return this.edit(idOrName, 'accounts set-email', () => ({ notifyEmail }));
  }

  /** Sets the time zone of pages and mails of forms without their own; null for UTC. Pages follow within seconds. */
  setTimeZone(idOrName: string, timeZone: string | null): Promise<AccountEntity> {
    return this.edit(idOrName, 'accounts set-time-zone', () => ({ timeZone }));
  }

  /** True while the first session of the console is to ask who the owner is. */
  asksForOwner(accountId: string): Promise<boolean> {
    return this.accounts.asksForOwner(accountId);
  }

  /** Notes that the question was answered, also by "Later". False when it was before. */
  answerForOwner(accountId: string): Promise<boolean> {
    return this.accounts.answerForOwner(accountId);
  }

  async planOf(accountId: string): Promise<PlanEntity> {
    const { plan } = await this.get(accountId);
    return this.planNamed(plan);
  }

  private edit(idOrName: string, action: string, editOf: (account: AccountEntity) => Partial<AccountEntity>): Promise<AccountEntity> {
    return this.transactions.run(async () => {
      const account = await this.get(idOrName);
      const edit = editOf(account);
      await this.accounts.update(account.id, edit);
      await this.auditEvents.insert({ accountId: account.id, action, resourceId: account.id });
      return { ...account, ...edit };
    });
  }

  private async planNamed(name: string): Promise<PlanEntity> {
    const plan = await this.accounts.findPlan(name);
    if (plan) return plan;
    const names = await this.accounts.planNames();
    throw new UsageError(`There is no plan "${name}". The plans are ${names.join(', ')}.`);
  }
}

const DEFAULT_NAME = 'default';
