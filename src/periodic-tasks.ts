import type { INestApplicationContext } from '@nestjs/common';
import { FormDeletionService } from './forms/form-deletion.service';
import { AuditEventsRepository } from './api/audit/audit-events.repository';
import { IdempotencyRecordsRepository } from './api/idempotency/idempotency-records.repository';
import type { PeriodicTask } from './platform/lifecycle/periodic-tasks';
import { SubmissionKeysService } from './submissions/submission-keys.service';
import { BlockedRunsService } from './workflows/runs/admission/blocked-runs.service';
import { RunSweeper } from './workflows/runs/admission/run-sweeper';

const HOURLY = 60 * 60;

/** What a process that serves requests does beside them. */
export function apiPeriodicTasks(app: INestApplicationContext): PeriodicTask[] {
  const removal = app.get(FormDeletionService);
  const records = app.get(IdempotencyRecordsRepository);
  const receipts = app.get(SubmissionKeysService);
  const audit = app.get(AuditEventsRepository);
  return [
    { name: 'purge of deleted forms', everySeconds: 30, step: () => removal.purgeBatch() },
    { name: 'sweep of stored replies', everySeconds: HOURLY, step: async () => (await records.deleteExpired()) > 0 },
    { name: 'sweep of submission keys', everySeconds: HOURLY, step: async () => (await receipts.sweep()) > 0 },
    { name: 'sweep of the audit trail', everySeconds: HOURLY, step: async () => (await audit.deleteExpired()) > 0 },
  ];
}

/** What a worker does beside the runs. */
export function workerPeriodicTasks(app: INestApplicationContext): PeriodicTask[] {
  const sweeper = app.get(RunSweeper);
  const blocked = app.get(BlockedRunsService);
  return [
    { name: 'sweep of forgotten runs', everySeconds: 5, step: () => sweeper.step() },
    { name: 'release of blocked runs', everySeconds: 5, step: () => blocked.step() },
  ];
}
