import { ApiError } from '../api/errors/api-error';
import type { KeyRights } from './key-ceiling.rules';
import type { KeyInFull, KeyStatus } from './key.types';

/** The ETag of a key. Its use and the passing of time do not change it. */
export const keyEtag = ({ id, revision }: Pick<KeyInFull, 'id' | 'revision'>): string => `"k-${id}-${revision}"`;

/** How a value begins, by its public part: enough for a person to recognize it, and as much as the log shows. */
export const prefixOf = (lookupId: string): string => `fck_${lookupId}`.slice(0, PREFIX_LENGTH);

export const PREFIX_LENGTH = 12;

export function statusOf({ revokedAt, expiresAt, readAt }: KeyInFull): KeyStatus {
  if (revokedAt) return 'revoked';
  if (expiresAt <= readAt) return 'expired';
  return isExpiringSoon(expiresAt, readAt) ? 'expiring' : 'active';
}

/** True for what ends within 14 days. */
export const isExpiringSoon = (expiresAt: Date, now: Date): boolean => expiresAt.getTime() - now.getTime() <= SOON_MS;

const SOON_MS = 14 * 24 * 60 * 60 * 1000;

export const rightsOf = (key: KeyInFull): KeyRights => ({
  scopes: key.scopes,
  formIds: key.formAccessMode === 'all' ? null : key.formIds,
  writesEnabled: key.writesEnabled,
  limits: { read: key.readPerMinute, write: key.writePerMinute, destructive: key.destructivePerMinute },
  expiresAt: key.expiresAt,
});

/** Throws 409 for a key that was revoked or has expired. */
export function requireLasting(key: KeyInFull): void {
  if (['revoked', 'expired'].includes(statusOf(key))) throw new ApiError('key_ended');
}
