import { ApiError } from '../api/errors/api-error';
import { MAX_PREVIOUS_SECRETS } from '../platform/crypto/digests.rules';
import type { ApiKeyEntity, ApiKeySecretEntity } from './api-key.entity';
import type { KeyRights } from './key-ceiling.rules';

export const FORM_ACCESS_MODES = ['all', 'selected'] as const;

export const KEY_KINDS = ['key', 'person'] as const;

/** A `key` has values that programs send. A `person` has an address and signs in to the console. */
export type KeyKind = (typeof KEY_KINDS)[number];

export const KEY_STATUSES = ['active', 'expiring', 'expired', 'revoked'] as const;

/** An `expiring` key is active and has at most 14 days left. */
export type KeyStatus = (typeof KEY_STATUSES)[number];

export type KeySecret = Pick<ApiKeySecretEntity, 'lookupId' | 'createdAt' | 'expiresAt' | 'exposedAt' | 'exposedIn' | 'exposedFormId'>;

export interface KeyRow extends ApiKeyEntity {
  /** The valid secrets, newest first. */
  secrets: KeySecret[];
  /** The granted forms that still exist, in the order of their ids. */
  formIds: string[];
  /** The time of the read by the database clock, by which all processes decide whether a key has ended. */
  readAt: Date;
}

export interface KeyFilter {
  kind?: KeyKind;
  /** `active` includes expiring keys. */
  status?: KeyStatus;
  createdByKeyId?: string;
}

export const kindOf = ({ personAddress }: Pick<KeyRow, 'personAddress'>): KeyKind => (personAddress === null ? 'key' : 'person');

/** The end of what has none, in a column that is never null. It is later than every other end, so that all rules on ends hold. */
export const NO_END = new Date('9999-12-31T00:00:00.000Z');

/** Null for a person whose rights have no end. */
export const endOf = ({ expiresAt }: Pick<KeyRow, 'expiresAt'>): Date | null => (expiresAt < NO_END ? expiresAt : null);

/** The ETag of a key. Neither its use nor the passing of time changes it. */
export const keyEtag = ({ id, revision }: Pick<KeyRow, 'id' | 'revision'>): string => `"k-${id}-${revision}"`;

/** The beginning of a key's text, by which people recognize the key. Logs show no more of it. */
export const prefixOf = (lookupId: string): string => `fck_${lookupId}`.slice(0, PREFIX_LENGTH);

export const PREFIX_LENGTH = 12;

export function statusOf({ revokedAt, expiresAt, readAt }: KeyRow): KeyStatus {
  if (revokedAt) return 'revoked';
  if (expiresAt <= readAt) return 'expired';
  return isExpiringSoon(expiresAt, readAt) ? 'expiring' : 'active';
}

export const isExpiringSoon = (expiresAt: Date, now: Date): boolean => expiresAt.getTime() - now.getTime() <= SOON_MS;

const SOON_MS = 14 * 24 * 60 * 60 * 1000;

export const rightsOf = (key: KeyRow): KeyRights => ({
  scopes: key.scopes,
  formIds: key.formAccessMode === 'all' ? null : key.formIds,
  writesEnabled: key.writesEnabled,
  limits: { read: key.readPerMinute, write: key.writePerMinute, destructive: key.destructivePerMinute },
  expiresAt: key.expiresAt,
});

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

/** True when a rotation with this overlap would leave too many replaced secrets valid. */
export const hasTooManySecrets = ({ secrets }: KeyRow, overlapSeconds: number): boolean =>
  overlapSeconds > 0 && secrets.length > MAX_PREVIOUS_SECRETS;
