import { getQueueToken } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { AccountsModule } from '../../accounts/accounts.module';
import { FormsModule } from '../../forms/forms.module';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import { QUEUE_PREFIX } from '../../platform/config/settings';
import { withTimeout } from '../../platform/deadline';
import type { Dependency } from '../../platform/lifecycle/dependency';
import { DEPENDENCIES } from '../../platform/lifecycle/dependency';
import { QueueModule } from '../../platform/queue/queue.module';
import { WorkflowsModule } from '../workflows.module';
import { BlockedRunsRepository } from './admission/blocked-runs.repository';
import { BlockedRunsService } from './admission/blocked-runs.service';
import { RUNS_QUEUE, RunQueue } from './admission/run-queue';
import { WorkflowRunProcessor } from './engine/workflow-run.processor';
import { DestinationSender } from './delivery/destination-sender';
import { DeliveryService } from './delivery/delivery.service';
import { LeasedRunsRepository } from './store/leased-runs.repository';
import { RunControlService } from './api/run-control.service';
import { RunSourcesRepository } from './store/run-sources.repository';
import { RunDispatcher } from './engine/run-dispatcher';
import { RunExecutor } from './engine/run-executor';
import { RunLeases } from './engine/run-leases';
import { WorkSlices } from './engine/work-slices';
import { RunTracing } from './engine/run-tracing';
import { RunProgressService } from './engine/run-progress.service';
import { RunLeaseRepository } from './store/run-lease.repository';
import { RunBacklogRepository } from './store/run-backlog.repository';
import { RunProgressRepository } from './store/run-progress.repository';
import { RunDetailsResolver, RunResolver } from './api/run.resolver';
import { RunCreationService } from './admission/run-creation.service';
import { RunSweeper } from './admission/run-sweeper';
import { RunMetrics } from './run-metrics';
import { RunsController } from './api/runs.controller';
import { RunDetailsRepository } from './store/run-details.repository';
import { RunsRepository } from './store/runs.repository';
import { RunsService } from './api/runs.service';
import { RunFilesService } from './delivery/run-files.service';
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
    FormsModule,
    WorkflowsModule,
  ],
  controllers: [RunsController, TestsController],
  providers: [
    {
      provide: DEPENDENCIES,
      useFactory: queueDependencies,
      inject: [getQueueToken(RUNS_QUEUE), CONFIG],
    },
    BlockedRunsService,
    BlockedRunsRepository,
    DestinationSender,
    DeliveryService,
    LeasedRunsRepository,
    RunControlService,
    RunProgressService,
    RunSourcesRepository,
    RunBacklogRepository,
    RunDispatcher,
    RunExecutor,
    RunFilesService,
    RunLeaseRepository,
    RunLeases,
    RunMetrics,
    RunTracing,
    RunProgressRepository,
    RunQueue,
    RunDetailsResolver,
    RunResolver,
    RunCreationService,
    RunSweeper,
    RunDetailsRepository,
    RunsRepository,
    RunsService,
    TestRunService,
    WorkSlices,
    WorkflowRunProcessor,
  ],
  exports: [DEPENDENCIES, BlockedRunsService, RunExecutor, RunQueue, RunSweeper, RunsService, WorkflowRunProcessor],
})
export class RunsModule {}
