import type { Scope } from './scopes';

/** Requests a minute: what each bucket of the key holds, and that of the account. */
export interface RateLimits {
  read: number;
  write: number;
  destructive: number;
  userAggregate: number;
}

/** Who holds the API key of a request, and what the key may do. The key id stays the same when its secret is rotated. */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** `all` forms of the account, or those `selected` by a grant. */
  readonly formAccessMode: 'all' | 'selected';
  readonly writesEnabled: boolean;
  readonly expiresAt: Date;
  readonly limits: RateLimits;
}
