import { Module } from '@nestjs/common';
import { AccountsModule } from '../../accounts/accounts.module';
import { FormsModule } from '../../forms/forms.module';
import { DatabaseOutage } from '../../platform/database/database-outage';
import { WorkflowsModule } from '../workflows.module';
import { BlockedRunsRepository } from './admission/blocked-runs.repository';
import { BlockedRunsService } from './admission/blocked-runs.service';
import { RunQueue } from './admission/run-queue';
import { WorkflowRunProcessor } from './engine/workflow-run.processor';
import { DestinationHealthRepository } from './delivery/destination-health.repository';
import { DestinationSender } from './delivery/destination-sender';
import { DeliveryService } from './delivery/delivery.service';
import { LeasedRunsRepository } from './store/leased-runs.repository';
import { JobRunQueue } from './admission/job-run-queue';
import { RunControlService } from './api/run-control.service';
import { RunCreationRepository } from './store/run-creation.repository';
import { RunExecutor } from './engine/run-executor';
import { RunLeaseRepository } from './store/run-lease.repository';
import { RunResolver } from './api/run.resolver';
import { RunCreationService } from './admission/run-creation.service';
import { RunSweeper } from './admission/run-sweeper';
import { RunsController } from './api/runs.controller';
import { RunsRepository } from './store/runs.repository';
import { RunsService } from './api/runs.service';
import { DeliveryHistoryService } from './store/delivery-history.service';
import { TestRunService } from './api/test-run.service';
import { TestsController } from './api/tests.controller';

/** Making, executing, reading and steering runs. */
@Module({
  imports: [AccountsModule, FormsModule, WorkflowsModule],
  controllers: [RunsController, TestsController],
  providers: [
    { provide: RunQueue, useClass: JobRunQueue },
    BlockedRunsService,
    BlockedRunsRepository,
    DestinationHealthRepository,
    DestinationSender,
    DatabaseOutage,
    DeliveryService,
    LeasedRunsRepository,
    RunControlService,
    RunCreationRepository,
    RunExecutor,
    RunLeaseRepository,
    RunResolver,
    RunCreationService,
    RunSweeper,
    RunsRepository,
    RunsService,
    DeliveryHistoryService,
    TestRunService,
    WorkflowRunProcessor,
  ],
  exports: [
    BlockedRunsService,
    RunExecutor,
    RunCreationService,
    RunSweeper,
    RunsService,
    DeliveryHistoryService,
    WorkflowRunProcessor,
  ],
})
export class RunsModule {}
