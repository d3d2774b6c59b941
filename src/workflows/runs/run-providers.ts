import { BlockedRunsRepository } from './admission/blocked-runs.repository';
import { BlockedRunsService } from './admission/blocked-runs.service';
import { RunCreationService } from './admission/run-creation.service';
import { RunControlService } from './api/run-control.service';
import { RunsOfSubmissionService } from './api/runs-of-submission.service';
import { RunMetrics } from './engine/run-metrics';
import { RunBacklogRepository } from './store/run-backlog.repository';
import { RunSourcesRepository } from './store/run-sources.repository';
import { RunsRepository } from './store/runs.repository';

/** What the service and the operator's commands do with runs. Each of their modules provides the `RunQueue` that they need. */
export const RUN_PROVIDERS = [
  BlockedRunsRepository,
  BlockedRunsService,
  RunBacklogRepository,
  RunControlService,
  RunCreationService,
  RunMetrics,
  RunSourcesRepository,
  RunsOfSubmissionService,
  RunsRepository,
];
