import type { DeliveryErrorCode, OutboundResult } from './outbound.types';

/** The consequence of an attempt for its delivery. */
export type DeliveryVerdict =
  | { kind: 'delivered' }
  /** Not delivered; another attempt may succeed. */
  | { kind: 'retry'; errorCode: DeliveryErrorCode; retryAfterSeconds: number | null }
  /** Not delivered; another attempt would fail as well. `isGone`: the receiver wants no more deliveries. */
  | { kind: 'failed'; errorCode: DeliveryErrorCode; isGone: boolean }
  /** Possibly delivered; only a delivery that may arrive twice can be repeated. */
  | { kind: 'uncertain'; errorCode: DeliveryErrorCode };

export function deliveryVerdict(result: OutboundResult): DeliveryVerdict {
  switch (result.kind) {
    case 'answered':
      return verdictOnAnswer(result.status, result.retryAfterSeconds);
    case 'refused':
      return result.errorCode === 'target_not_allowed'
        ? { kind: 'failed', errorCode: result.errorCode, isGone: false }
        : { kind: 'retry', errorCode: result.errorCode, retryAfterSeconds: null };
    case 'unknown':
      return { kind: 'uncertain', errorCode: result.errorCode };
  }
}

/**
 * Only 2xx is a success. Redirects are not followed, since they could lead to targets that are not allowed. 408, 425, 429 and errors of the
 * server ask for a later attempt; 410 means that the receiver is gone (Standard Webhooks 1.0).
 */
function verdictOnAnswer(status: number, retryAfterSeconds: number | null): DeliveryVerdict {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status >= 300 && status < 400) return { kind: 'failed', errorCode: 'redirect_refused', isGone: false };
  if (status >= 500) return { kind: 'retry', errorCode: 'http_5xx', retryAfterSeconds };
  if (LATER.has(status)) return { kind: 'retry', errorCode: 'http_4xx', retryAfterSeconds };
  return { kind: 'failed', errorCode: 'http_4xx', isGone: status === 410 };
}

const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/** The seconds that a Retry-After header asks for, as a number or a date (RFC 9110, section 10.2.3), at most a day; null when it is missing or invalid. */
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
