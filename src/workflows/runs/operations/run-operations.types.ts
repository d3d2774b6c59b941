/** The result of retrying runs in bulk. */
export interface BulkRetry {
  /** The number of runs that match. */
  found: number;
  retried: number;
  /** Left out, since a delivery may have arrived. */
  uncertain: number;
  /** Left out, since they were retried or deleted meanwhile. */
  changed: number;
  /** There may be more runs than one call retries. */
  isLimited: boolean;
}

/** The statuses of runs that can be retried. */
export const RETRYABLE_STATUSES = ['failed', 'partially_failed', 'cancelled'] as const;
export type RetryableStatus = (typeof RETRYABLE_STATUSES)[number];

export interface RetryFilter {
  statuses: readonly RetryableStatus[];
  createdSince: Date;
  /** Null for all forms. */
  formId: string | null;
}

export interface RetryableRun {
  id: string;
  accountId: string;
  formId: string;
  /** A delivery of it may have arrived. */
  hasUncertain: boolean;
}
