import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { Transactions } from '../platform/database/transactions';
import { isId } from '../platform/id.rules';
import { newId } from '../platform/ids';
import { AccountEntity } from './account.entity';
import { OperatorError } from '../platform/errors/operator-error';
import { PlanEntity } from './plan.entity';
import { PointsRepository } from './points.repository';

/** Accounts and their plans, as the operator sees them. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly points: PointsRepository,
  ) {}

  create(name: string, plan: string, aggregatePerMinute: number | null = null): Promise<AccountEntity> {
    return this.transactions.run(async () => {
      await this.database.advisoryLock('new account');
      const { pointsPerMonth } = await this.planNamed(plan);
      const taken = await this.database.repository(AccountEntity).existsBy({ name });
      if (taken) throw new OperatorError(`There is already an account with the name "${name}".`);
      const pointsBalance = pointsPerMonth === null ? null : 0;
      const account = { id: newId(), name, plan, aggregatePerMinute, pointsBalance, createdAt: new Date() };
      await this.database.repository(AccountEntity).insert(account);
      return account;
    });
  }

  list(): Promise<AccountEntity[]> {
    return this.database.repository(AccountEntity).find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** By id or by name, as operators call them. */
  async get(idOrName: string): Promise<AccountEntity> {
    const accounts = this.database.repository(AccountEntity);
    const found = await accounts.findOneBy(isId(idOrName) ? { id: idOrName } : { name: idOrName });
    if (found) return found;
    throw new OperatorError(`There is no account "${idOrName}". "accounts list" shows those that exist.`);
  }

  /** The account that is meant where none is named: the only one, or `default`, which is made where there is no account yet. */
  defaultAccount(): Promise<AccountEntity> {
    return this.transactions.run(async () => {
      await this.database.advisoryLock('new account');
      const accounts = await this.list();
      if (accounts.length === 0) return this.create(DEFAULT_NAME, 'self_hosted');
      const usual = accounts.length === 1 ? accounts[0] : accounts.find(({ name }) => name === DEFAULT_NAME);
      if (usual) return usual;
      throw new OperatorError('There are several accounts. Choose one with --account; "accounts list" shows them.');
    });
  }

  /**
   * Points that are left are kept, and are filled up to what the new plan gives for a month when the next run needs some; where it has no
   * limit there is nothing to count.
   */
  setPlan(idOrName: string, plan: string): Promise<AccountEntity> {
    return this.transactions.run(async () => {
      const { id } = await this.get(idOrName);
      await this.planNamed(plan);
      await this.points.changePlan(id, plan);
      return this.get(id);
    });
  }

  async planOf(accountId: string): Promise<PlanEntity> {
    const { plan } = await this.database.repository(AccountEntity).findOneByOrFail({ id: accountId });
    return this.planNamed(plan);
  }

  private async planNamed(name: string): Promise<PlanEntity> {
    const plan = await this.database.repository(PlanEntity).findOneBy({ name });
    if (plan) return plan;
    const plans = await this.database.repository(PlanEntity).find();
    throw new OperatorError(`There is no plan "${name}". The plans are ${plans.map((each) => each.name).join(', ')}.`);
  }
}

const DEFAULT_NAME = 'default';
