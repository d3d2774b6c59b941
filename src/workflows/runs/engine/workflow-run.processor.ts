import { Processor } from '@nestjs/bullmq';
import { DatabaseOutage } from '../../../platform/database/database-outage';
import { LeasedWorkProcessor } from '../../../platform/queue/leased-work';
import { QueueWorkers } from '../../../platform/queue/queue-workers';
import { RUNS_QUEUE } from '../admission/run-queue';
import { RunDispatcher } from './run-dispatcher';

@Processor(RUNS_QUEUE)
export class WorkflowRunProcessor extends LeasedWorkProcessor {
  constructor(runs: RunDispatcher, workers: QueueWorkers, outage: DatabaseOutage) {
    super(runs, workers, outage);
  }
}
