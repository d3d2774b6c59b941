import { Module } from '@nestjs/common';
import { AccountsModule } from '../../accounts/accounts.module';
import { FormsModule } from '../../forms/forms.module';
import { DatabaseOutage } from '../../platform/database/database-outage';
import { WorkflowsModule } from '../workflows.module';
import { BlockedRunsRepository } from './blocked-runs.repository';
import { BlockedRuns } from './blocked-runs.service';
import { RunWakeUps } from './run-wake-ups';
import { WorkflowRunProcessor } from './workflow-run.processor';
import { ChannelHealth } from './channel-health.repository';
import { Channels } from './channels.service';
import { Deliveries } from './deliveries.service';
import { LeasedRunsRepository } from './leased-runs.repository';
import { QueueWakeUps } from './queue-wake-ups';
import { RunControl } from './run-control.service';
import { RunCreationRepository } from './run-creation.repository';
import { RunExecutor } from './run-executor.service';
import { RunLeaseRepository } from './run-lease.repository';
import { RunOnPath } from './run-on-path';
import { RunStarter } from './run-starter.service';
import { RunSweeper } from './run-sweeper.service';
import { RunsController } from './runs.controller';
import { RunsRepository } from './runs.repository';
import { RunsService } from './runs.service';
import { SubmissionDeliveries } from './submission-deliveries.service';
import { TestStarter } from './test-starter.service';
import { TestsController } from './tests.controller';

/** Making, executing, reading and steering runs. */
@Module({
  imports: [AccountsModule, FormsModule, WorkflowsModule],
  controllers: [RunsController, TestsController],
  providers: [
    { provide: RunWakeUps, useClass: QueueWakeUps },
    BlockedRuns,
    BlockedRunsRepository,
    ChannelHealth,
    Channels,
    DatabaseOutage,
    Deliveries,
    LeasedRunsRepository,
    RunControl,
    RunCreationRepository,
    RunExecutor,
    RunLeaseRepository,
    RunOnPath,
    RunStarter,
    RunSweeper,
    RunsRepository,
    RunsService,
    SubmissionDeliveries,
    TestStarter,
    WorkflowRunProcessor,
  ],
  exports: [BlockedRuns, RunExecutor, RunStarter, RunSweeper, SubmissionDeliveries, WorkflowRunProcessor],
})
export class RunsModule {}
