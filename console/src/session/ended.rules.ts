const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** The times of a session that the page knows, in milliseconds since 1970. */
export interface KnownSession {
  /** The latest end of the session; null before the first sign-in on this page. */
  endsAt: number | null;
  usedAt: number;
  /** The session ends after so many seconds without use. */
  idleSeconds: number;
}

/** The reason why the session ended; empty when there was none. */
export function whyEnded({ endsAt, usedAt, idleSeconds }: KnownSession, now: number): string {
  if (endsAt === null) return '';
  return `Your session has ended${reason(endsAt, usedAt, idleSeconds, now)} What you typed is kept.`;
}

function reason(endsAt: number, usedAt: number, idleSeconds: number, now: number): string {
  const longest = idleSeconds > HOUR_SECONDS ? 'thirty days' : 'twelve hours';
  if (now >= endsAt) return `. It lasts ${longest} at most, and no longer than its key.`;
  if (now - usedAt >= idleSeconds * 1000) return ` after ${idleInWords(idleSeconds)} without use.`;
  return ': its key was revoked, replaced or has expired, or it was ended elsewhere.';
}

/** The time without use after which a session ends. */
export function idleInWords(seconds: number): string {
  if (seconds >= DAY_SECONDS) return seconds < 2 * DAY_SECONDS ? 'a day' : `${Math.round(seconds / DAY_SECONDS)} days`;
  return seconds === HOUR_SECONDS ? 'an hour' : `${Math.round(seconds / 60)} minutes`;
}
