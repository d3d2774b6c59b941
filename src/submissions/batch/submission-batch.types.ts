import type { ErrorCode } from '../../api/errors/api-error';

/** What can be done to many submissions at once. */
export const BATCH_ACTIONS = ['read', 'unread', 'release', 'spam', 'delete'] as const;
export type BatchAction = (typeof BATCH_ACTIONS)[number];

export interface BatchResult {
  changed: number;
  /** Those that were as they should be already. */
  unchanged: number;
  /** Ids that no submission of the form has. */
  missing: string[];
  /** Submissions that the action does not do alone either. */
  refused: { id: string; code: ErrorCode }[];
}
