import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { newId } from '../platform/ids.rules';
import { sha256Of } from '../platform/crypto/digests.rules';
import type { SpamReason } from './spam.types';
import { SubmissionEntity } from './submission.entity';

export interface Release {
  outcome: 'released' | 'unchanged' | 'duplicate' | 'no_places' | 'form_changed' | 'gone';
  fullOptions: Record<string, string[]> | null;
  pendingRunIds: string[] | null;
  isNotified: boolean | null;
}

/** Moves submissions into quarantine and out of it. The caller, or the called SQL function, locks the form. */
@Injectable()
export class QuarantineRepository {
  constructor(private readonly database: Database) {}

  async release(formId: string, id: string, formRevision: number, uniqueValue?: string): Promise<Release> {
    const digest = uniqueValue === undefined ? null : sha256Of(uniqueValue);
    return (await this.database.queryOne<Release>(RELEASE, [formId, id, formRevision, digest, newId()]))!;
  }

  /** Quarantines an accepted submission of a locked form. Returns false when it is already quarantined, or deleted. */
  async hold(formId: string, id: string, reason: SpamReason): Promise<boolean> {
    const row = await this.database.queryOne<{ isHeld: boolean }>(HOLD, [formId, id, reason]);
    return row!.isHeld;
  }

  count(formId: string): Promise<number> {
    return this.database.repository(SubmissionEntity).countBy({ formId, state: 'quarantined' });
  }

  /** Returns up to 100 submissions that have been in quarantine for thirty days. */
  due(): Promise<{ formId: string; id: string }[]> {
    return this.database.query(DUE, []);
  }

  /** Deletes a batch of spent challenges and a batch of texts that are an hour old. Returns the size of the larger batch. */
  async sweep(): Promise<number> {
    const challenges = await this.database.deleteBatch('spent_challenges', `spent_at < now() - interval '1 hour'`, 'spent_at');
    const texts = await this.database.deleteBatch('repeated_texts', `seen_at < now() - interval '1 hour'`, 'seen_at');
    return Math.max(challenges, texts);
  }
}

const RELEASE = `
  select outcome, full_options, pending_run_ids, is_notified from release_submission($1, $2, $3, $4, $5)`;

const HOLD = 'select hold_submission($1, $2, $3) as is_held';

const DUE = `
  select form_id, id from submissions
  where state = 'quarantined' and held_at < now() - interval '30 days' order by held_at limit 100`;
