import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../../../api/operation/audit-events.repository';
import { ApiError } from '../../../api/errors/api-error';
import { Transactions } from '../../../platform/database/transactions';
import { RunControlService } from '../api/run-control.service';
import { RetryableRunsRepository } from './retryable-runs.repository';
import { RunBacklogRepository } from '../store/run-backlog.repository';
import type { QueueStatus, StuckRun } from '../store/run-backlog.types';
import type { BulkRetry, RetryableRun, RetryFilter } from './run-operations.types';

/** Backlog, stuck runs and bulk retries, over the runs of all accounts. */
@Injectable()
export class RunOperationsService {
  constructor(
    private readonly backlog: RunBacklogRepository,
    private readonly retryable: RetryableRunsRepository,
    private readonly control: RunControlService,
    private readonly transactions: Transactions,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  async queueStatus(): Promise<QueueStatus> {
    return { ...(await this.backlog.read()), workers: await this.backlog.workers() };
  }

  /** At most 100 for each reason. */
  stuck(): Promise<StuckRun[]> {
    return this.backlog.stuck(MAX_STUCK);
  }

  /** The number of runs that `retryAll` would retry or leave out. Changes nothing. */
  async countRetryable(filter: RetryFilter): Promise<BulkRetry> {
    const runs = await this.retryable.find(filter, MAX_RETRIES);
    const uncertain = runs.filter(({ hasUncertain }) => hasUncertain).length;
    return { found: runs.length, retried: 0, uncertain, changed: 0, isLimited: runs.length === MAX_RETRIES };
  }

  /**
   * Retries each run in a transaction of its own, with an audit event. A run is retried once however often this is called, also by several
   * callers at once, and what is done stays done if a later run fails.
   */
  async retryAll(filter: RetryFilter): Promise<BulkRetry> {
    const runs = await this.retryable.find(filter, MAX_RETRIES);
    const counts = { retried: 0, uncertain: 0, changed: 0 };
    for (const run of runs) counts[await this.retry(run)] += 1;
    return { found: runs.length, ...counts, isLimited: runs.length === MAX_RETRIES };
  }

  private async retry(run: RetryableRun): Promise<'retried' | 'uncertain' | 'changed'> {
    try {
      await this.transactions.run(async () => {
        await this.control.retry(run, false);
        const { id: resourceId, accountId, formId } = run;
        await this.auditEvents.insert({ accountId, action: 'runs retry', formId, resourceId });
      });
      return 'retried';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.code === 'delivery_uncertain' ? 'uncertain' : 'changed';
    }
  }
}

const MAX_STUCK = 100;
const MAX_RETRIES = 10_000;
