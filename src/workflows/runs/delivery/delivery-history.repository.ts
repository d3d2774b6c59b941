import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import type { NewestRuns } from './newest-runs.sql';
import { newestRunsOf } from './newest-runs.sql';

@Injectable()
export class DeliveryHistoryRepository {
  constructor(private readonly database: Database) {}

  async newestRun(formId: string, submissionId: string): Promise<NewestRuns> {
    return (await this.database.queryOne<NewestRuns>(NEWEST_RUN, [formId, submissionId]))!;
  }
}

const NEWEST_RUN = newestRunsOf('$1', 'array[$2::uuid]');
