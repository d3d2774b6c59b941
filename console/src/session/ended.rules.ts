const HOUR_MS = 3_600_000;

/** The times of a session that the page knows, in milliseconds since 1970. */
export interface KnownSession {
  /** Its end at the latest; null while nobody has been signed in on this page. */
  endsAt: number | null;
  usedAt: number;
}

/** Why a session that was there is refused now; empty when there was none. */
export function whyEnded({ endsAt, usedAt }: KnownSession, now: number): string {
  if (endsAt === null) return '';
  return `Your session has ended${reason(endsAt, usedAt, now)} What you typed is kept.`;
}

function reason(endsAt: number, usedAt: number, now: number): string {
  if (now >= endsAt) return '. It lasts twelve hours at most, and no longer than its key.';
  if (now - usedAt >= HOUR_MS) return ' after an hour without use.';
  return ': its key was revoked, replaced or has expired, or you signed out in another tab.';
}
