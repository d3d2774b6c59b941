import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { newId } from '../platform/ids.rules';
import { sha256Of } from '../platform/crypto/digests.rules';
import type { Readmission, ReadmissionTerms } from './readmission.service';
import type { SpamReason } from './spam.types';
import { SubmissionEntity } from './submission.entity';

export interface Release extends Readmission<'released'> {
  pendingRunIds: string[] | null;
  isNotified: boolean | null;
}

/** Moves submissions into quarantine and out of it. The caller, or the called SQL function, locks the form. */
@Injectable()
export class QuarantineRepository {
  constructor(private readonly database: Database) {}

  async release({ formId, id }: SubmissionEntity, { formRevision, uniqueValue }: ReadmissionTerms): Promise<Release> {
    const digest = uniqueValue === undefined ? null : sha256Of(uniqueValue);
    return (await this.database.queryOne<Release>(RELEASE, [formId, id, formRevision, digest, newId()]))!;
  }

  /** Quarantines an accepted or unconfirmed submission of a locked form. Returns false when it is already quarantined, or deleted. */
  async hold(formId: string, id: string, reason: SpamReason): Promise<boolean> {
    const row = await this.database.queryOne<{ isHeld: boolean }>(HOLD, [formId, id, reason]);
    return row!.isHeld;
  }

  /** Counts the quarantined submissions of a form, without those that wait for the confirmation of an address. */
  count(formId: string): Promise<number> {
    return this.database.repository(SubmissionEntity).countBy({ formId, state: 'quarantined', isUnconfirmed: false });
  }

  /** Returns the form that has the oldest submission which is due, and its account; null for none. */
  async formWith(due: Due): Promise<{ formId: string; accountId: string } | null> {
    return (await this.database.queryOne<{ formId: string; accountId: string }>(FORM_WITH[due])) ?? null;
  }

  /** Returns up to 50 such submissions of a form. With the form locked, none of them can be released or confirmed any more. */
  async due(due: Due, formId: string): Promise<string[]> {
    return (await this.database.query<{ id: string }>(DUE_OF[due], [formId])).map(({ id }) => id);
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

/** Thirty days in quarantine, and for a confirmation the seven days that its mail tells, also in the trash. */
const CONDITIONS = {
  held: { is: `s.state = 'quarantined' and not s.is_unconfirmed and s.held_at < now() - interval '30 days'`, since: 's.held_at' },
  unconfirmed: { is: `s.is_unconfirmed and s.received_at < now() - interval '7 days'`, since: 's.received_at' },
} as const;

export type Due = keyof typeof CONDITIONS;

const formWith = ({ is, since }: (typeof CONDITIONS)[Due]): string =>
  `select s.form_id, f.account_id from submissions s join forms f on f.id = s.form_id where ${is} order by ${since} limit 1`;

const dueOf = ({ is, since }: (typeof CONDITIONS)[Due]): string =>
  `select s.id from submissions s where s.form_id = $1 and ${is} order by ${since} limit 50`;

const FORM_WITH = { held: formWith(CONDITIONS.held), unconfirmed: formWith(CONDITIONS.unconfirmed) };
const DUE_OF = { held: dueOf(CONDITIONS.held), unconfirmed: dueOf(CONDITIONS.unconfirmed) };
