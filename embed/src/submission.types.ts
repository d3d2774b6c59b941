import type { Challenge } from './challenge.types';

export interface StoredSubmission {
  /** The idempotency key, made once and sent with every attempt. */
  key: string;
  endpoint: string;
  fields: readonly [name: string, value: string | File][];
  /** The language of the form, in which the service answers. */
  language: string;
  createdAt: number;
  /** The first challenge that the page fetched; undefined for a form that required none. */
  first?: Challenge;
  attempts: number;
  /** The end of the backoff. Coming online or opening the page ends it early. */
  dueAt: number;
  /** The earliest time at which the service wants the next attempt (`Retry-After`). */
  notBefore: number;
  /** The end of the tab's exclusive use, in browsers without Web Locks. */
  leasedUntil: number;
}

export type Outcome =
  { kind: 'accepted'; receipt: Receipt } | { kind: 'refused'; status: number; error: Refusal } | { kind: 'unsent'; retryAfterMs: number };

export interface Receipt {
  id: string;
  /** The address to which the page goes now; absent when the form names none. */
  next?: string;
  /** A sentence for the visitor; absent when no mail asks for a confirmation. */
  confirmation_text?: string;
  [member: string]: unknown;
}

/** The error of the service; `details` holds messages by field name when the code is `validation_failed`. */
export interface Refusal {
  code: string;
  message: string;
  details: Record<string, unknown>;
}
