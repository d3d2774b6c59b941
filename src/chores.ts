import type { INestApplicationContext } from '@nestjs/common';
import { FormRemoval } from './forms/form-removal.service';
import { IdempotencyRecords } from './platform/idempotency/idempotency-records';
import type { Chore } from './platform/lifecycle/upkeep';
import { SubmissionReceipts } from './submissions/submission-receipts';

/** What is done beside the requests, in every process that serves. */
export function choresOf(app: INestApplicationContext): Chore[] {
  const removal = app.get(FormRemoval);
  const records = app.get(IdempotencyRecords);
  const receipts = app.get(SubmissionReceipts);
  const hourly = 60 * 60;
  return [
    { name: 'purge of deleted forms', everySeconds: 30, step: () => removal.purgeSome() },
    { name: 'sweep of stored replies', everySeconds: hourly, step: async () => (await records.sweep()) > 0 },
    { name: 'sweep of submission keys', everySeconds: hourly, step: async () => (await receipts.sweep()) > 0 },
  ];
}
