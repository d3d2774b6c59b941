import type { IntakeSettingsView } from './settings/intake-settings.dto';

/** The limits of a form beside its settings, as they are at a moment of the database clock. */
export interface FormLimits {
  now: Date;
  isSuspended: boolean;
  isQuotaReached: boolean;
  isStorageFull: boolean;
}

export const AVAILABILITIES = ['open', 'disabled', 'suspended', 'opens_later', 'closed', 'full', 'quota_reached', 'storage_full'] as const;
export type AvailabilityState = (typeof AVAILABILITIES)[number];

type Hours = Pick<IntakeSettingsView, 'opens_at' | 'closes_at' | 'max_submissions'>;

/** The reason why a form accepts nothing by its own settings; null when it accepts submissions. */
export function closedBy(
  { opens_at, closes_at, max_submissions }: Hours,
  now: Date,
  submissions: number,
): 'before' | 'after' | 'full' | null {
  if (opens_at !== null && now < new Date(opens_at)) return 'before';
  if (closes_at !== null && now >= new Date(closes_at)) return 'after';
  return max_submissions !== null && submissions >= max_submissions ? 'full' : null;
}

/** The state of a form for its owner. A form without room for files still accepts submissions without them. */
export function stateOf(isEnabled: boolean, hours: Hours, limits: FormLimits, submissions: number): AvailabilityState {
  if (!isEnabled) return 'disabled';
  if (limits.isSuspended) return 'suspended';
  const closed = closedBy(hours, limits.now, submissions);
  if (closed) return STATES[closed];
  if (limits.isQuotaReached) return 'quota_reached';
  return limits.isStorageFull ? 'storage_full' : 'open';
}

const STATES = { before: 'opens_later', after: 'closed', full: 'full' } as const;

/** When the state has begun or will end, where a time decides that. */
export function stateChangesAt(state: AvailabilityState, { opens_at, closes_at }: Hours, now: Date): string | null {
  if (state === 'opens_later') return opens_at;
  if (state === 'closed') return closes_at;
  return state === 'quota_reached' ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString() : null;
}
