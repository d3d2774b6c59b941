const HOUR_MS = 3_600_000;

/** The times of a session that the page knows, in milliseconds since 1970. */
export interface KnownSession {
  /** The latest end of the session; null before the first sign-in on this page. */
  endsAt: number | null;
  usedAt: number;
}

/** The reason why the session ended; empty when there was none. */
export function whyEnded({ endsAt, usedAt }: KnownSession, now: number): string {
  if (endsAt === null) return '';
  return `Your session has ended${reason(endsAt, usedAt, now)} What you typed is kept.`;
}

function reason(endsAt: number, usedAt: number, now: number): string {
  if (now >= endsAt) return '. It lasts twelve hours at most, and no longer than its key.';
  if (now - usedAt >= HOUR_MS) return ' after an hour without use.';
  return ': its key was revoked, replaced or has expired, or you signed out in another tab.';
}
