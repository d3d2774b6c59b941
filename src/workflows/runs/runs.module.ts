import { getQueueToken } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { ENGINE_PROVIDERS } from './engine/engine-providers';
import { RUN_PROVIDERS } from './run-providers';
import type { Queue } from 'bullmq';
import { AccountsModule } from '../../accounts/accounts.module';
import { FormsModule } from '../../forms/forms.module';
import { type Config, CONFIG } from '../../platform/config/config';
import { ConnectionsModule } from '../../platform/connections.module';
import { StorageModule } from '../../platform/storage/storage.module';
import { QUEUE_PREFIX } from '../../platform/config/settings';
import { withTimeout } from '../../platform/time';
import { DEPENDENCIES, type Dependency } from '../../platform/lifecycle/readiness';
import { QueueModule } from '../../platform/queue/queue.module';
import { WorkflowsModule } from '../workflows.module';
import { BlockedRunsService } from './admission/blocked-runs.service';
import { RunQueue, RUNS_QUEUE } from './admission/run-queue';
import { WorkflowRunProcessor } from './engine/workflow-run.processor';
import { RunDispatcher } from './engine/run-dispatcher';
import { AllRunsController } from './api/all-runs.controller';
import { RunDetailsResolver, RunResolver } from './api/run.resolver';
import { RunsController } from './api/runs.controller';
import { RunDetailsRepository } from './store/run-details.repository';
import { RunListRepository } from './store/run-list.repository';
import { RunsOfSubmissionService } from './api/runs-of-submission.service';
import { RunRetriesService } from './api/run-retries.service';
import { RunsService } from './api/runs.service';
import { TestRunService } from './api/test-run.service';
import { TestsController } from './api/tests.controller';

const CHECK_TIMEOUT_MS = 1_000;

const queueDependencies = (queue: Queue, { redisUrl }: Config): Dependency[] => [
  { name: redisUrl ? 'redis' : 'queue', check: () => withTimeout(CHECK_TIMEOUT_MS, queue.getJobCounts('waiting')) },
];

/** Creating, executing, reading and controlling runs. */
@Module({
  imports: [
    QueueModule.registerQueue({ name: RUNS_QUEUE, prefix: QUEUE_PREFIX }),
    AccountsModule,
    ConnectionsModule,
    FormsModule,
    StorageModule,
    WorkflowsModule,
  ],
  controllers: [AllRunsController, RunsController, TestsController],
  providers: [
    ...RUN_PROVIDERS,
    ...ENGINE_PROVIDERS,
    {
      provide: DEPENDENCIES,
      useFactory: queueDependencies,
      inject: [getQueueToken(RUNS_QUEUE), CONFIG],
    },
    RunDispatcher,
    RunQueue,
    RunDetailsResolver,
    RunResolver,
    RunDetailsRepository,
    RunListRepository,
    RunRetriesService,
    RunsService,
    TestRunService,
    WorkflowRunProcessor,
  ],
  exports: [DEPENDENCIES, BlockedRunsService, RunDispatcher, RunQueue, RunsOfSubmissionService, WorkflowRunProcessor],
})
export class RunsModule {}
