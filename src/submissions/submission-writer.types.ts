import type { StoredFile } from '../files/submission-file.entity';
import type { SpamVerdict, SpamResult } from './spam.types';
import type { SubmissionIdempotencyKeyEntity, SubmissionSource } from './submission.entity';
import { ApiError } from '../api/errors/api-error';

/** A validated submission that is to be stored. */
export interface NewSubmission {
  id: string;
  formId: string;
  /** The revision of the form against which the fields were validated. */
  revision: number;
  source: SubmissionSource;
  fields: Record<string, unknown>;
  /** Values under names that no field of the form has; null for none. */
  otherValues: Record<string, unknown> | null;
  files: readonly StoredFile[];
  /** Names that no field of the form has, which a replay has to repeat. */
  ignoredFields: string[];
  /** The network of the client (CIDR). */
  clientNetwork: string | null;
  userAgent: string | null;
  idempotency: IdempotencyKey | null;
  /** Absent for a submission that is not judged, since it came with a token. */
  spam?: SpamVerdict;
  /** The canonical text of the value under `intake.unique_by`. */
  uniqueValue?: string;
}

/** The idempotency key of a submission, and the fingerprint that tells a repeated request from another one. */
export type IdempotencyKey = Pick<SubmissionIdempotencyKeyEntity, 'keyHash' | 'fingerprint'>;

/** The confirmation of a stored submission. */
export type Receipt = Pick<SubmissionIdempotencyKeyEntity, 'receivedAt' | 'fileCount' | 'ignoredFields'> & { id: string };

/**
 * The outcome of writing a submission: `stored` durably, or `replayed` with the receipt of an earlier one under the same key. Otherwise
 * nothing is stored: the key was used for other fields, the form has changed since the validation, the monthly quota is exhausted, its files are more than may be stored, the form
 * is closed, its value is taken (`thanked`: and is answered like a stored one), its challenge was solved for another submission, or options
 * are full (none named: the whole form).
 */
export type WriteOutcome =
  | { outcome: 'stored' | 'replayed'; receipt: Receipt }
  | { outcome: 'thanked'; receipt: Receipt }
  | { outcome: 'key_conflict' | 'form_changed' | 'form_closed' | 'duplicate' | 'solution_spent' | 'storage_full' }
  | { outcome: 'quota_exceeded'; at: Date }
  | { outcome: 'no_places'; full: Record<string, string[]> };

/** A batch that is committed. */
export interface AcceptedBatch {
  /** The outcome of each submission, in order. */
  outcomes: WriteOutcome[];
  /** The verdict on each submission that is stored, at the same position. */
  verdicts: SpamResult[];
  /** The runs that it started, without those that wait for points. */
  pendingRunIds: string[];
  /** True when owners are to be notified of some of them. */
  isNotified: boolean;
}

/** 409 for a form without places, or with the options that are full, by field. */
export const noPlacesLeft = (full: Readonly<Record<string, string[]>>): ApiError =>
  new ApiError('no_places_left', {
    details: Object.fromEntries(
      Object.entries(full).map(([field, options]) => [field, options.map((option) => `No places are left for ${option}.`)]),
    ),
  });
