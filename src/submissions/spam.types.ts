/**
 * Quarantined submissions look like spam, or wait for the confirmation of an address. Lists show them only on request, they are not counted,
 * and no workflow runs for them.
 */
export const SUBMISSION_STATES = ['accepted', 'quarantined'] as const;
/** A submission in the trash is shown with the state that it had. */
export type SubmissionState = (typeof SUBMISSION_STATES)[number] | 'trashed';

/** The checks that can be tested on stored submissions. */
export const TESTED_CHECKS = ['honeypot', 'too_fast', 'links', 'repeated_text', 'proof_of_work', 'siteverify'] as const;

/** The reasons for quarantining a submission: the checks for spam, a taken unique value, and its owner, who marked it as spam. */
export const SPAM_CHECKS = [
  ...TESTED_CHECKS,
  'siteverify_unavailable',
  'duplicate',
  'marked',
  'unconfirmed',
  'confirmation_unsent',
] as const;
export type SpamCheck = (typeof SPAM_CHECKS)[number];

export interface SpamReason {
  check: SpamCheck;
  /** An explanation for people, which never contains a submitted value. */
  detail: string;
}

/** Findings on submission, kept so that other settings can be tested on them. Absent members were not recorded. */
export interface SubmissionSignals {
  honeypot?: boolean;
  /** The time since the page was made. */
  elapsed_ms?: number;
  proof_of_work?: 'missing' | 'invalid' | 'solved';
  siteverify?: 'passed' | 'failed' | 'unavailable';
  /** The signed numbers of deliveries that have led to it, of which no check knows. */
  hops?: string;
}

/** The state of a stored submission, and the first check that found something; null when none did. */
export interface SpamResult {
  state: SubmissionState;
  check: SpamCheck | null;
}

/** The findings of the checks for a submission without a token. The commit adds the findings that depend on other submissions. */
export interface SpamVerdict {
  state: SubmissionState;
  /** The first reason is the one that quarantines. */
  reasons: SpamReason[];
  signals: SubmissionSignals;
  /** The solved challenge. Its nonce counts for one submission only. */
  solution: { nonce: Buffer; onSpent: 'observe' | 'quarantine' | 'require' } | null;
  /** The digests of texts, which the commit looks for in other submissions to the account's forms. */
  texts: { digests: Buffer[]; level: 'observe' | 'quarantine' } | null;
}
