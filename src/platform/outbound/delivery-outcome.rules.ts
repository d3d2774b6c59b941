import type { DeliveryErrorCode, Excerpt, OutboundResult } from './outbound.types';

export type Outcome<ErrorCode = string> =
  | { kind: 'delivered' }
  /** Not delivered, but another attempt may succeed. */
  | { kind: 'retry'; errorCode: ErrorCode; retryAfterSeconds: number | null }
  /** Not delivered, and another attempt would also fail. `isGone`: the receiver wants no more deliveries. */
  | { kind: 'failed'; errorCode: ErrorCode; isGone: boolean }
  /** Possibly delivered. Only a delivery that may arrive twice can be repeated. */
  | { kind: 'uncertain'; errorCode: ErrorCode };

export interface DeliveryAttempt {
  outcome: Outcome;
  wasConnected: boolean;
  /** The part of the answer that the output of a step contains. It never includes the body. */
  answer: { status?: number; latency_ms?: number; response_bytes?: number; rejected_recipients?: number };
  /** True for a mail that was refused because its recipient does not exist or takes no mail. */
  blamesRecipient?: boolean;
  /** The beginning of a text body, with nothing masked: it may repeat secrets of the request. Null or undefined for any other body. */
  excerpt?: Excerpt | null;
}

/** Describes the attempt of an HTTP request. A forbidden target counts as connected, since nothing shows that the host is unreachable. */
export function attemptOf(result: OutboundResult): DeliveryAttempt {
  const outcome = outcomeOf(result);
  if (result.kind !== 'answered') {
    const wasConnected = result.kind === 'unknown' || result.errorCode === 'target_not_allowed';
    return { outcome, wasConnected, answer: {} };
  }
  const { status, latencyMs, bytes, excerpt } = result;
  return { outcome, wasConnected: true, answer: { status, latency_ms: Math.round(latencyMs), response_bytes: bytes }, excerpt };
}

export function outcomeOf(result: OutboundResult): Outcome<DeliveryErrorCode> {
  switch (result.kind) {
    case 'answered':
      return outcomeOfAnswer(result.status, result.retryAfterSeconds);
    case 'refused':
      return result.errorCode === 'target_not_allowed'
        ? { kind: 'failed', errorCode: result.errorCode, isGone: false }
        : { kind: 'retry', errorCode: result.errorCode, retryAfterSeconds: null };
    case 'unknown':
      return { kind: 'uncertain', errorCode: result.errorCode };
  }
}

/**
 * Only 2xx is a success. Redirects fail, since they could lead to forbidden targets. 408, 425, 429 and 5xx allow a later attempt. 410 means
 * that the receiver is gone (Standard Webhooks 1.0).
 */
function outcomeOfAnswer(status: number, retryAfterSeconds: number | null): Outcome<DeliveryErrorCode> {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status >= 300 && status < 400) return { kind: 'failed', errorCode: 'redirect_refused', isGone: false };
  if (status >= 500) return { kind: 'retry', errorCode: 'http_5xx', retryAfterSeconds };
  if (LATER.has(status)) return { kind: 'retry', errorCode: 'http_4xx', retryAfterSeconds };
  return { kind: 'failed', errorCode: 'http_4xx', isGone: status === 410 };
}

const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/** The seconds in a Retry-After header, a number or a date (RFC 9110, section 10.2.3), at most a day; null without a valid header. */
export function retryAfterSeconds(header: string | string[] | undefined, nowMs: number): number | null {
  const text = typeof header === 'string' ? header.trim() : '';
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, nowMs);
  return seconds === null ? null : Math.min(seconds, DAY_SECONDS);
}

const DAY_SECONDS = 24 * 3600;

function secondsUntil(text: string, nowMs: number): number | null {
  const dateMs = text.endsWith('GMT') ? Date.parse(text) : NaN;
  return Number.isNaN(dateMs) ? null : Math.max(Math.ceil((dateMs - nowMs) / 1000), 0);
}

/**
 * The delay before the next attempt; null when no attempt is left. The delays grow to cover an outage of a day, with jitter, so that
 * deliveries that failed together are not retried together. A longer delay that the receiver asks for is respected.
 * @param attempts the number of attempts that were made
 * @param random between 0 and 1
 */
export function nextAttemptDelayMs(attempts: number, random: () => number, retryAfterSeconds: number | null): number | null {
  const delayMs = DELAYS_MS[attempts];
  if (delayMs === undefined) return null;
  const jittered = Math.round(delayMs * (1 - JITTER + 2 * JITTER * random()));
  return Math.max(jittered, (retryAfterSeconds ?? 0) * SECOND);
}

export const hasAttemptLeft = (attempts: number): boolean => attempts < MAX_ATTEMPTS;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DELAYS_MS = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
const JITTER = 0.2;

export const MAX_ATTEMPTS = DELAYS_MS.length;
