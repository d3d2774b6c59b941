import type { SubmissionSource } from './submission.entity';

/** A submission that has passed every check and is to be stored. */
export interface NewSubmission {
  id: string;
  formId: string;
  /** The revision of the form that the values were checked against. */
  revision: number;
  source: SubmissionSource;
  fields: Record<string, unknown>;
  fileCount: number;
  /** Names that were sent and dropped; repeated when the same request comes again. */
  ignoredFields: string[];
  /** Where it came from, cut to a network (CIDR). */
  clientNetwork: string | null;
  userAgent: string | null;
  /** With it the submission is stored once, however often it is sent. */
  idempotency: SubmissionKey | null;
}

export interface SubmissionKey {
  /** SHA-256 of the client's key. */
  keyHash: Buffer;
  /** SHA-256 of what was sent. */
  fingerprint: Buffer;
}

export type KeyedSubmission = NewSubmission & { idempotency: SubmissionKey };

/** What a caller is told of a stored submission. */
export interface Receipt {
  id: string;
  receivedAt: Date;
  fileCount: number;
  ignoredFields: string[];
}

/** A receipt that was given before, with the key that it is kept under. */
export interface EarlierReceipt extends Receipt, SubmissionKey {
  formId: string;
}

/** A form as it is while a batch holds it: nobody can edit or delete it, or count past its quota, before the commit. */
export interface HeldForm {
  id: string;
  revision: number;
  isEnabled: boolean;
  /** How many more submissions the plan allows this month; null for any number. */
  remaining: number | null;
  now: Date;
}

/**
 * What became of a submission: `stored` durably now, or `repeated` of one that was stored before under the same key; or nothing,
 * because the key was used for something else, the form has changed since the check, or its plan allows no more this month.
 */
export type WriteOutcome =
  | { outcome: 'stored' | 'repeated'; receipt: Receipt }
  | { outcome: 'key_conflict' | 'form_changed' | 'quota_exceeded' };
