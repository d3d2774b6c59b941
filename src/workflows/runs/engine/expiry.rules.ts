/** Whether a run has to end, whatever is left of it: it has kept a worker busy, or has existed, for longer than any run should. */
export const hasExpired = (createdAt: Date, now: Date, activeMs: number): boolean =>
  activeMs > MAX_ACTIVE_MS || now.getTime() - createdAt.getTime() > MAX_AGE_MS;

const MAX_ACTIVE_MS = 10 * 60 * 1000;
const MAX_AGE_MS = 45 * 24 * 60 * 60 * 1000;
