import { RunLeaseRepository } from '../store/run-lease.repository';
import { RunProgressRepository } from '../store/run-progress.repository';
import { RunsToExecuteRepository } from '../store/runs-to-execute.repository';
import { DeliverySender } from './delivery-sender';
import { DeliveryService } from './delivery.service';
import { FairScheduler } from './fair-scheduler';
import { RunExecutor } from './run-executor';
import { RunFilesService } from './run-files.service';
import { RunLeases } from './run-leases';
import { RunProgressService } from './run-progress.service';
import { RunTracing } from './run-tracing';

/** What executes runs, in workers and in commands that execute single ones. */
export const ENGINE_PROVIDERS = [
  DeliverySender,
  DeliveryService,
  FairScheduler,
  RunExecutor,
  RunFilesService,
  RunLeaseRepository,
  RunLeases,
  RunProgressRepository,
  RunProgressService,
  RunTracing,
  RunsToExecuteRepository,
];
