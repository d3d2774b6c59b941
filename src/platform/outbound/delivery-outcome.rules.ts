import type { DeliveryErrorCode, OutboundResult } from './outbound.types';

/** What an attempt means for its delivery. */
export type DeliveryVerdict =
  | { kind: 'delivered' }
  /** Certainly not delivered; another attempt may help. */
  | { kind: 'retry'; errorCode: DeliveryErrorCode; retryAfterSeconds: number | null }
  /** Certainly not delivered; another attempt would end the same way. */
  | { kind: 'failed'; errorCode: DeliveryErrorCode; isGone: boolean }
  /** Perhaps delivered: repeat only what may arrive twice. */
  | { kind: 'uncertain'; errorCode: DeliveryErrorCode };

/** Whether an attempt has delivered, may be repeated, has failed for good, or leaves it open. */
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
 * Success is 2xx and nothing else. A redirect is never followed, since it could lead to where the first address could not. 408, 425 and 429
 * ask for a later attempt, as does any fault of the server; 410 says that the receiver wants nothing more (Standard Webhooks 1.0).
 */
function verdictOnAnswer(status: number, retryAfterSeconds: number | null): DeliveryVerdict {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status >= 300 && status < 400) return { kind: 'failed', errorCode: 'redirect_refused', isGone: false };
  if (status >= 500) return { kind: 'retry', errorCode: 'http_5xx', retryAfterSeconds };
  if (LATER.has(status)) return { kind: 'retry', errorCode: 'http_4xx', retryAfterSeconds };
  return { kind: 'failed', errorCode: 'http_4xx', isGone: status === 410 };
}

const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

/** The seconds that a Retry-After header asks for, as a number or a date (RFC 9110, section 10.2.3), at most a day; null when there is no sense in it. */
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
