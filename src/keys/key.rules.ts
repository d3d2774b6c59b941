import { ApiError } from '../api/errors/api-error';
import { MAX_PREVIOUS_SECRETS } from '../platform/crypto/digests.rules';
import type { ApiKeyEntity, ApiKeySecretEntity } from './api-key.entity';
import type { KeyRights } from './key-ceiling.rules';

export const FORM_ACCESS_MODES = ['all', 'selected'] as const;

export const KEY_STATUSES = ['active', 'expiring', 'expired', 'revoked'] as const;

/** `expiring` is a key that is active for 14 more days at the most. */
export type KeyStatus = (typeof KEY_STATUSES)[number];

export type KeySecret = Pick<ApiKeySecretEntity, 'lookupId' | 'createdAt' | 'expiresAt' | 'exposedAt' | 'exposedIn' | 'exposedFormId'>;

/** A key with its values and its forms. */
export interface KeyRow extends ApiKeyEntity {
  /** The valid ones, newest first. */
  secrets: KeySecret[];
  /** The forms that were granted to it and are there, in order. */
  formIds: string[];
  /** The time of the read by the clock of the database, which decides for all processes whether a key has ended. */
  readAt: Date;
}

export interface KeyFilter {
  /** `active` contains those that are expiring. */
  status?: KeyStatus;
  createdByKeyId?: string;
}

/** The ETag of a key. Its use and the passing of time do not change it. */
export const keyEtag = ({ id, revision }: Pick<KeyRow, 'id' | 'revision'>): string => `"k-${id}-${revision}"`;

/** The beginning of a value, by its public part: enough for a person to recognize it, and as much as the log shows. */
export const prefixOf = (lookupId: string): string => `fck_${lookupId}`.slice(0, PREFIX_LENGTH);

export const PREFIX_LENGTH = 12;

export function statusOf({ revokedAt, expiresAt, readAt }: KeyRow): KeyStatus {
  if (revokedAt) return 'revoked';
  if (expiresAt <= readAt) return 'expired';
  return isExpiringSoon(expiresAt, readAt) ? 'expiring' : 'active';
}

/** True for what ends within 14 days. */
export const isExpiringSoon = (expiresAt: Date, now: Date): boolean => expiresAt.getTime() - now.getTime() <= SOON_MS;

const SOON_MS = 14 * 24 * 60 * 60 * 1000;

export const rightsOf = (key: KeyRow): KeyRights => ({
  scopes: key.scopes,
  formIds: key.formAccessMode === 'all' ? null : key.formIds,
  writesEnabled: key.writesEnabled,
  limits: { read: key.readPerMinute, write: key.writePerMinute, destructive: key.destructivePerMinute },
  expiresAt: key.expiresAt,
});

/** The columns of a key with these rights. */
export const columnsOf = ({ scopes, formIds, writesEnabled, limits, expiresAt }: KeyRights) => ({
  scopes: [...scopes],
  formAccessMode: formIds === null ? ('all' as const) : ('selected' as const),
  writesEnabled,
  readPerMinute: limits.read,
  writePerMinute: limits.write,
  destructivePerMinute: limits.destructive,
  expiresAt,
});

export function requireLasting(key: KeyRow): void {
  if (['revoked', 'expired'].includes(statusOf(key))) throw new ApiError('key_ended');
}

/** True when a rotation with this overlap would leave more earlier values valid than a key may have. */
export const hasTooManySecrets = ({ secrets }: KeyRow, overlapSeconds: number): boolean =>
  overlapSeconds > 0 && secrets.length > MAX_PREVIOUS_SECRETS;
