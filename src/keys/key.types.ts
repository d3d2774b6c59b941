import type { ApiKeyEntity, ApiKeySecretEntity } from './api-key.entity';

export const FORM_ACCESS_MODES = ['all', 'selected'] as const;

export const KEY_STATUSES = ['active', 'expiring', 'expired', 'revoked'] as const;

/** `expiring` is a key that is active for 14 more days at the most. */
export type KeyStatus = (typeof KEY_STATUSES)[number];

export type KeySecret = Pick<ApiKeySecretEntity, 'lookupId' | 'createdAt' | 'expiresAt' | 'exposedAt' | 'exposedIn' | 'exposedFormId'>;

/** A key with all that its owner may know of it. */
export interface KeyInFull extends ApiKeyEntity {
  /** Those that are valid, newest first. */
  secrets: KeySecret[];
  /** The forms that were granted to it and are there, in order. */
  formIds: string[];
  /** When it was read, by the clock of the database, which decides for all processes whether a key has ended. */
  readAt: Date;
}

/** Which keys of an account a list has. */
export interface KeyFilter {
  /** `active` contains those that are expiring. */
  status?: KeyStatus;
  createdByKeyId?: string;
}
