/** Quarantined submissions look like spam. They are read only when they are asked for, and nothing counts or carries them out. */
export const SUBMISSION_STATES = ['accepted', 'quarantined'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** The reasons to quarantine a submission: the checks, a value that is taken, and the owner who marks it as spam. */
export const SPAM_CHECKS = [
  'honeypot',
  'too_fast',
  'links',
  'repeated_text',
  'proof_of_work',
  'siteverify',
  'siteverify_unavailable',
  'duplicate',
  'marked',
] as const;
export type SpamCheck = (typeof SPAM_CHECKS)[number];

export interface SpamReason {
  check: SpamCheck;
  /** For people. Never a value that the visitor sent. */
  detail: string;
}

/** Findings at the moment of sending, kept so that other settings can be tried on them. An absent member was not recorded. */
export interface SubmissionSignals {
  honeypot?: boolean;
  /** Since the page was made. */
  elapsed_ms?: number;
  proof_of_work?: 'missing' | 'invalid' | 'solved';
  siteverify?: 'passed' | 'failed' | 'unavailable';
}

/** The state of a stored submission, and the check that held it or, when it is accepted, has found something first. */
export interface SpamResult {
  state: SubmissionState;
  check: SpamCheck | null;
}

/** The findings of the checks in a submission without a token. The commit adds those that only it can have. */
export interface SpamVerdict {
  state: SubmissionState;
  /** The first is the one that quarantines. */
  reasons: SpamReason[];
  signals: SubmissionSignals;
  /** The challenge that was solved, which counts once. */
  solution: { nonce: Buffer; onSpent: 'observe' | 'quarantine' | 'require' } | null;
  /** Digests of the texts that are looked for in other submissions to the account's forms. */
  texts: { digests: Buffer[]; level: 'observe' | 'quarantine' } | null;
}
