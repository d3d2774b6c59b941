import type { INestApplicationContext } from '@nestjs/common';
import { FormRemoval } from './forms/form-removal.service';
import { AuditTrail } from './platform/audit/audit-trail';
import { IdempotencyRecords } from './platform/idempotency/idempotency-records';
import type { Chore } from './platform/lifecycle/upkeep';
import { SubmissionReceipts } from './submissions/submission-receipts';
import { BlockedRuns } from './workflows/runs/blocked-runs.service';
import { RunSweeper } from './workflows/runs/run-sweeper.service';

const HOURLY = 60 * 60;

/** What a process that serves requests does beside them. */
export function apiChores(app: INestApplicationContext): Chore[] {
  const removal = app.get(FormRemoval);
  const records = app.get(IdempotencyRecords);
  const receipts = app.get(SubmissionReceipts);
  const audit = app.get(AuditTrail);
  return [
    { name: 'purge of deleted forms', everySeconds: 30, step: () => removal.purgeSome() },
    { name: 'sweep of stored replies', everySeconds: HOURLY, step: async () => (await records.sweep()) > 0 },
    { name: 'sweep of submission keys', everySeconds: HOURLY, step: async () => (await receipts.sweep()) > 0 },
    { name: 'sweep of the audit trail', everySeconds: HOURLY, step: async () => (await audit.sweep()) > 0 },
  ];
}

/** What a worker does beside the runs. */
export function workerChores(app: INestApplicationContext): Chore[] {
  const sweeper = app.get(RunSweeper);
  const blocked = app.get(BlockedRuns);
  return [
    { name: 'sweep of forgotten runs', everySeconds: 5, step: () => sweeper.step() },
    { name: 'release of blocked runs', everySeconds: 5, step: () => blocked.step() },
  ];
}
