/**
 * The delay before the next attempt, or null when no attempt is left. The delays grow to cover an outage of a day, with jitter, so that
 * deliveries that failed together are not retried together. A longer delay that the receiver asked for is respected.
 * @param attempts the number of attempts that were made
 * @param random between 0 and 1
 */
export function nextAttemptDelayMs(
  attempts: number,
  random: () => number,
  retryAfterSeconds: number | null,
): number | null {
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
