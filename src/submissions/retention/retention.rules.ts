import type { RetentionBefore } from '../../forms/form.entity';

export type Days = number | null;

/** The effect of an edit of the retention, counted by the clock of the database. */
export interface CountedRetention {
  /** The submissions that are older than the new retention now. */
  due: number;
  /** Those that will be, by the time at which it would begin. */
  dueAtBeginning: number;
  /** The time at which a shorter retention would begin. */
  beginsAt: Date;
  /** The retention in force is that of the settings from then on; null when it is already. */
  before: RetentionBefore | null;
}

export const isShorter = (days: Days, than: Days): boolean => days !== null && (than === null || days < than);

/** The days that are in force now. `before` is null once the settings are. */
const daysInForce = (inSettings: Days, before: RetentionBefore | null): Days => (before ? before.days : inSettings);

/**
 * Returns what stays in force after an edit, and until when; null when the edit has effect at once, since it deletes nothing that is kept
 * now. An edit that shortens less than the one that waits begins with it; one that shortens more waits for a whole day.
 */
export function keptAfter(inSettings: Days, days: Days, { before, dueAtBeginning, beginsAt }: CountedRetention): RetentionBefore | null {
  const inForce = daysInForce(inSettings, before);
  if (!isShorter(days, inForce) || dueAtBeginning === 0) return null;
  if (before && !isShorter(days, inSettings)) return before;
  return { days: inForce, until: beginsAt.toISOString() };
}
