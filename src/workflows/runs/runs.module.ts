import { getQueueToken } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { AccountsModule } from '../../accounts/accounts.module';
import { FormsModule } from '../../forms/forms.module';
import { type Config, CONFIG } from '../../platform/config/config';
import { ConnectionsModule } from '../../platform/connections.module';
import { StorageModule } from '../../platform/storage/storage.module';
import { QUEUE_PREFIX } from '../../platform/config/settings';
import { DEPENDENCIES, type Dependency } from '../../platform/lifecycle/readiness';
import { QueueModule } from '../../platform/queue/queue.module';
import { QueueProbe } from '../../platform/queue/queue-probe';
import { VisitorMailsModule } from '../../visitor-mails/visitor-mails.module';
import { WorkflowsModule } from '../workflows.module';
import { BlockedRunsRepository } from './admission/blocked-runs.repository';
import { BlockedRunsService } from './admission/blocked-runs.service';
import { RunQueue, RUNS_QUEUE } from './admission/run-queue';
import { RunStarter } from './admission/run-starter';
import { DeliverySender } from './engine/delivery-sender';
import { DeliveryService } from './engine/delivery.service';
import { FairScheduler } from './engine/fair-scheduler';
import { RunDispatcher } from './engine/run-dispatcher';
import { RunExecutor } from './engine/run-executor';
import { RunFilesService } from './engine/run-files.service';
import { RunLeases } from './engine/run-leases';
import { RunMetrics } from './engine/run-metrics';
import { RunProgressService } from './engine/run-progress.service';
import { RunTracing } from './engine/run-tracing';
import { VisitorDeliveriesService } from './engine/visitor-deliveries.service';
import { WorkflowRunProcessor } from './engine/workflow-run.processor';
import { AllRunsController } from './api/all-runs.controller';
import { ChannelResendService } from './api/channel-resend.service';
import { ChannelsController } from './api/channels.controller';
import { RunCancellationService } from './api/run-cancellation.service';
import { RunControlService } from './api/run-control.service';
import { RunDetailsResolver, RunResolver } from './api/run.resolver';
import { RunsController } from './api/runs.controller';
import { RunsOfSubmissionService } from './api/runs-of-submission.service';
import { RunRetryService } from './api/run-retry.service';
import { RunsService } from './api/runs.service';
import { TestRunService } from './api/test-run.service';
import { TestsController } from './api/tests.controller';
import { RunBacklogRepository } from './store/run-backlog.repository';
import { RunListRepository } from './store/run-list.repository';
import { RunProgressRepository } from './store/run-progress.repository';
import { RunDetailsRepository } from './store/run-details.repository';
import { RunsRepository } from './store/runs.repository';
import { LeasedRunsRepository } from './store/leased-runs.repository';
import { TestMailsRepository } from './store/test-mails.repository';

const probeOf = (queue: Queue, { redisUrl }: Config): QueueProbe => new QueueProbe(queue, redisUrl ? 'redis' : 'queue');

@Module({
  imports: [
    QueueModule.registerQueue({ name: RUNS_QUEUE, prefix: QUEUE_PREFIX }),
    AccountsModule,
    ConnectionsModule,
    FormsModule,
    StorageModule,
    VisitorMailsModule,
    WorkflowsModule,
  ],
  controllers: [AllRunsController, ChannelsController, RunsController, TestsController],
  providers: [
    { provide: QueueProbe, useFactory: probeOf, inject: [getQueueToken(RUNS_QUEUE), CONFIG] },
    { provide: DEPENDENCIES, useFactory: (probe: QueueProbe): Dependency[] => [probe], inject: [QueueProbe] },
    BlockedRunsRepository,
    BlockedRunsService,
    ChannelResendService,
    DeliverySender,
    DeliveryService,
    FairScheduler,
    RunBacklogRepository,
    RunCancellationService,
    RunControlService,
    RunDetailsResolver,
    RunDispatcher,
    RunExecutor,
    RunFilesService,
    RunLeases,
    RunListRepository,
    RunMetrics,
    RunProgressRepository,
    RunProgressService,
    RunQueue,
    RunResolver,
    RunRetryService,
    RunDetailsRepository,
    RunStarter,
    RunTracing,
    RunsOfSubmissionService,
    RunsRepository,
    RunsService,
    LeasedRunsRepository,
    TestMailsRepository,
    TestRunService,
    VisitorDeliveriesService,
    WorkflowRunProcessor,
  ],
  exports: [
    DEPENDENCIES,
    BlockedRunsService,
    RunDispatcher,
    RunQueue,
    RunRetryService,
    RunsOfSubmissionService,
    RunsService,
    WorkflowRunProcessor,
  ],
})
export class RunsModule {}
