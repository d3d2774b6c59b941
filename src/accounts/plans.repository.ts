import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { PlanEntity } from './plan.entity';

/** The statements on `plans`, which are only read. */
@Injectable()
export class PlansRepository {
  constructor(private readonly database: Database) {}

  find(name: string): Promise<PlanEntity | null> {
    return this.database.repository(PlanEntity).findOneBy({ name });
  }

  async names(): Promise<string[]> {
    const plans = await this.database.repository(PlanEntity).find({ select: { name: true }, order: { name: 'ASC' } });
    return plans.map(({ name }) => name);
  }
}
