import { Module } from '@nestjs/common';
import { AccountsModule } from '../../../accounts/accounts.module';
import { BlockedRunsRepository } from '../admission/blocked-runs.repository';
import { BlockedRunsService } from '../admission/blocked-runs.service';
import { RunCreationService } from '../admission/run-creation.service';
import { RunQueue } from '../admission/run-queue';
import { RunControlService } from '../api/run-control.service';
import { RunMetrics } from '../run-metrics';
import { RetryableRunsRepository } from '../store/retryable-runs.repository';
import { RunBacklogRepository } from '../store/run-backlog.repository';
import { RunSourcesRepository } from '../store/run-sources.repository';
import { RunsRepository } from '../store/runs.repository';
import { RunOperationsService } from './run-operations.service';

/** Nothing is enqueued: the workers of the service find new runs within seconds, and a command needs no connection to their queue. */
const NO_QUEUE: Pick<RunQueue, 'enqueue' | 'wake'> = {
  enqueue: () => Promise.resolve(),
  wake: () => Promise.resolve(),
};

/** The runs of all accounts for the operator's commands. */
@Module({
  imports: [AccountsModule],
  providers: [
    { provide: RunQueue, useValue: NO_QUEUE },
    BlockedRunsRepository,
    BlockedRunsService,
    RetryableRunsRepository,
    RunBacklogRepository,
    RunControlService,
    RunCreationService,
    RunMetrics,
    RunOperationsService,
    RunSourcesRepository,
    RunsRepository,
  ],
  exports: [RunOperationsService],
})
export class RunOperationsModule {}
