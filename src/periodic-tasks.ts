import type { INestApplicationContext } from '@nestjs/common';
import { FormDeletionService } from './forms/form-deletion.service';
import { LedgerFoldingService } from './accounts/ledger-folding.service';
import { AuditEventsRepository } from './api/audit/audit-events.repository';
import { IdempotencyRecordsRepository } from './api/idempotency/idempotency-records.repository';
import { NotificationSweeper } from './notifications/notification-sweeper';
import type { Config } from './platform/config/config';
import { CONFIG } from './platform/config/config.token';
import type { PeriodicTask } from './platform/lifecycle/periodic-tasks';
import { ObjectRemovalService } from './submissions/files/object-removal.service';
import { SubmissionKeysService } from './submissions/submission-keys.service';
import { BlockedRunsService } from './workflows/runs/admission/blocked-runs.service';
import { RunSweeper } from './workflows/runs/admission/run-sweeper';
import { RunsRepository } from './workflows/runs/store/runs.repository';

const HOURLY = 60 * 60;

/** The duty cycle of a task with millions of rows to delete, so that it slows down others by less than a fifth. */
const BACKGROUND = 0.15;

/** The periodic tasks of a process that serves the API. */
export function apiPeriodicTasks(app: INestApplicationContext): PeriodicTask[] {
  const removal = app.get(FormDeletionService);
  const records = app.get(IdempotencyRecordsRepository);
  const receipts = app.get(SubmissionKeysService);
  const audit = app.get(AuditEventsRepository);
  const { retention } = app.get<Config>(CONFIG);
  return [
    {
      name: 'purge of deleted forms',
      everySeconds: 30,
      runBatch: () => removal.purgeBatch(),
      dutyCycle: BACKGROUND,
    },
    {
      name: 'sweep of stored replies',
      everySeconds: HOURLY,
      runBatch: async () => (await records.deleteExpired()) > 0,
    },
    { name: 'sweep of submission keys', everySeconds: HOURLY, runBatch: async () => (await receipts.sweep()) > 0 },
    objectRemoval(app),
    {
      name: 'sweep of the audit trail',
      everySeconds: HOURLY,
      runBatch: async () => (await audit.deleteExpired(retention.auditDays)) > 0,
    },
  ];
}

/** The periodic tasks of a process that executes runs. */
export function workerPeriodicTasks(app: INestApplicationContext): PeriodicTask[] {
  const sweeper = app.get(RunSweeper);
  const blocked = app.get(BlockedRunsService);
  const notifications = app.get(NotificationSweeper);
  const runs = app.get(RunsRepository);
  const ledger = app.get(LedgerFoldingService);
  const { retention } = app.get<Config>(CONFIG);
  return [
    { name: 'sweep of orphaned runs', everySeconds: 5, runBatch: () => sweeper.sweep() },
    { name: 'admission of blocked runs', everySeconds: 5, runBatch: () => blocked.admitBlockedRuns() },
    { name: 'sweep of orphaned notifications', everySeconds: 5, runBatch: () => notifications.sweep() },
    { name: 'sweep of sent mails', everySeconds: HOURLY, runBatch: () => notifications.deleteOldMails() },
    {
      name: 'sweep of old runs',
      everySeconds: HOURLY,
      runBatch: async () => (await runs.deleteExpired(retention.runsDays)) > 0,
      dutyCycle: BACKGROUND,
    },
    {
      name: 'folding of the ledger',
      everySeconds: HOURLY,
      runBatch: () => ledger.foldBatch(retention.ledgerDays),
      dutyCycle: BACKGROUND,
    },
    objectRemoval(app),
  ];
}

/** Every process does this, so that objects are removed whichever kind of process is running. */
function objectRemoval(app: INestApplicationContext): PeriodicTask {
  const removal = app.get(ObjectRemovalService, { strict: false });
  return { name: 'removal of objects', everySeconds: 5, runBatch: () => removal.removeBatch() };
}
