import { Module } from '@nestjs/common';
import { RUN_PROVIDERS } from '../run-providers';
import { AccountsModule } from '../../../accounts/accounts.module';
import { RunQueue } from '../admission/run-queue';
import { RunsOfSubmissionService } from '../api/runs-of-submission.service';
import { RetryableRunsRepository } from './retryable-runs.repository';
import { RunOperationsService } from './run-operations.service';

/** Nothing is wakeFord: the workers of the service find new runs within seconds, and a command needs no connection to their queue. */
export const NO_QUEUE: Pick<RunQueue, 'wakeFor' | 'wake'> = {
  wakeFor: () => Promise.resolve(),
  wake: () => Promise.resolve(),
};

/** The runs of all accounts for the operator's commands. */
@Module({
  imports: [AccountsModule],
  providers: [...RUN_PROVIDERS, { provide: RunQueue, useValue: NO_QUEUE }, RetryableRunsRepository, RunOperationsService],
  exports: [RunOperationsService, RunsOfSubmissionService],
})
export class RunOperationsModule {}
