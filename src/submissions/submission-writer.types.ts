import type { StoredFile } from '../files/submission-file.entity';
import type { SpamVerdict, SpamResult } from './spam.types';
import type { SubmissionIdempotencyKeyEntity, SubmissionSource } from './submission.entity';
import { ApiError } from '../api/errors/api-error';
import type { Language } from '../forms/languages.types';

export interface NewSubmission {
  id: string;
  formId: string;
  /** The revision of the form against which the fields were validated. */
  revision: number;
  source: SubmissionSource;
  fields: Record<string, unknown>;
  /** Values under names that no field of the form has; null for none. */
  otherValues: Record<string, unknown> | null;
  /** The names of other values beyond the limits; null for none. */
  otherValuesDropped: string[] | null;
  files: readonly StoredFile[];
  /** Names that no field of the form has. Replays repeat them in the receipt. */
  ignoredFields: string[];
  /** The network of the client in CIDR notation. */
  clientNetwork: string | null;
  userAgent: string | null;
  idempotency: IdempotencyKey | null;
  /** The signed numbers of deliveries that have led to it; absent or null where it began here. */
  hops?: string | null;
  /** Absent for a submission with a token, which is not checked for spam. */
  spam?: SpamVerdict;
  /** The canonical text of the value under `intake.unique_by`. */
  uniqueValue?: string;
  /** Absent or null for a submission whose address is not confirmed by a mail. */
  confirmation?: AskedConfirmation | null;
}

export interface AskedConfirmation {
  /** True when the submission is held until its visitor has confirmed. */
  isRequired: boolean;
  /** The language of the page, in which the mail is written. */
  language: Language;
}

export type IdempotencyKey = Pick<SubmissionIdempotencyKeyEntity, 'keyHash' | 'fingerprint'>;

export type Receipt = Pick<SubmissionIdempotencyKeyEntity, 'receivedAt' | 'fileCount' | 'ignoredFields' | 'asksConfirmation'> & {
  id: string;
};

/**
 * `replayed` has the receipt of an earlier submission with the same key. All outcomes but `stored` store nothing. `thanked`: the unique
 * value is taken, and the client gets the same answer as for a stored submission. `no_places`: `full` has the full options, and is empty
 * when the whole form is full.
 */
export type WriteOutcome =
  | { outcome: 'stored' | 'replayed'; receipt: Receipt }
  | { outcome: 'thanked'; receipt: Receipt }
  | { outcome: 'key_conflict' | 'form_changed' | 'form_closed' | 'duplicate' | 'solution_spent' | 'storage_full' }
  | { outcome: 'quota_exceeded'; at: Date }
  | { outcome: 'no_places'; full: Record<string, string[]> };

export interface AcceptedBatch {
  /** The outcome of each submission, in order. */
  outcomes: WriteOutcome[];
  /** The verdict on each stored submission, at the position of its outcome. */
  verdicts: SpamResult[];
  /** The runs that the batch started, except those that wait for points. */
  pendingRunIds: string[];
  /** True when the batch has added notifications. */
  isNotified: boolean;
}

/** Creates the 409 error for full options by field; without any, the whole form is full. */
export const noPlacesLeft = (full: Readonly<Record<string, string[]>>): ApiError =>
  new ApiError('no_places_left', {
    details: Object.fromEntries(
      Object.entries(full).map(([field, options]) => [field, options.map((option) => `No places are left for ${option}.`)]),
    ),
  });
