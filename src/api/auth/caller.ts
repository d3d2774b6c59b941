import type { Scope } from './scopes';

/** Requests a minute, for each bucket of the key and for that of the account. */
export interface RateLimits {
  read: number;
  write: number;
  destructive: number;
  userAggregate: number;
}

/** The holder of the API key of a request, with the key's permissions. The key id stays the same when the secret is rotated. */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** `all` forms of the account, or only those that are granted to the key. */
  readonly formAccessMode: 'all' | 'selected';
  readonly writesEnabled: boolean;
  readonly expiresAt: Date;
  readonly limits: RateLimits;
}
