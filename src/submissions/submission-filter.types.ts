import type { SubmissionState } from './spam.types';
import type { SubmissionSource } from './submission.entity';

export const SUBMISSION_ORDERS = ['newest', 'oldest'] as const;
export type SubmissionOrder = (typeof SUBMISSION_ORDERS)[number];

export interface SubmissionFilter {
  isRead?: boolean;
  receivedAfter?: Date;
  receivedBefore?: Date;
  source?: SubmissionSource;
  /** Undefined for both states. */
  state?: SubmissionState;
  /** Only what is in the trash, which is left out otherwise. */
  isTrashed?: true;
  search?: string;
  /** The only field that is searched. */
  searchField?: string;
  isImported?: boolean;
  isConfirmed?: boolean;
  hasFiles?: boolean;
  delivery?: DeliveryFilter;
  /** Newest first by default. */
  order?: SubmissionOrder;
}

export const DELIVERY_FILTERS = ['pending', 'failed', 'uncertain'] as const;
export type DeliveryFilter = (typeof DELIVERY_FILTERS)[number];
