/**
 * How long to wait for the next attempt, or null when none is left. The waits grow to cover an outage of a day; jitter keeps the
 * deliveries that failed together from coming back together. A receiver that asked for more time gets it.
 * @param attempts how many attempts were made
 * @param random between 0 and 1
 */
export function nextAttemptDelayMs(
  attempts: number,
  random: () => number,
  retryAfterSeconds: number | null,
): number | null {
  const waitMs = WAITS_MS[attempts];
  if (waitMs === undefined) return null;
  const jittered = Math.round(waitMs * (1 - JITTER + 2 * JITTER * random()));
  return Math.max(jittered, (retryAfterSeconds ?? 0) * SECOND);
}

/** Whether another attempt may follow after so many. */
export const mayTryAgain = (attempts: number): boolean => attempts < WAITS_MS.length;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const WAITS_MS = [0, 5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
const JITTER = 0.2;
