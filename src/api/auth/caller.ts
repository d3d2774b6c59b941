import type { IncomingMessage } from 'node:http';

/** Requests a minute, for each bucket of the key and for that of the account. */
export interface RateLimits {
  read: number;
  write: number;
  destructive: number;
  userAggregate: number;
}

export type WriteBlock = 'read_only_key' | 'suspended_account' | 'maintenance';

/**
 * The holder of the API key of a request, or of a session of the console, with the permissions of its key. The key id stays the same when
 * the secret is rotated, and is that of the account's console for the session of a link.
 */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** `all` forms of the account, or only those that are granted to the key. */
  readonly formAccessMode: 'all' | 'selected';
  readonly writesEnabled: boolean;
  readonly writesDisabledBy: WriteBlock | null;
  /** The end of the key, of its secret if that was replaced and ends earlier, or of the session. */
  readonly expiresAt: Date;
  /** True for a value that a rotation has replaced, and for its sessions: it works until its overlap ends, and writes no keys. */
  readonly isReplaced: boolean;
  /** The public part of that value; null for a session that began without one. */
  readonly secretId: string | null;
  /** True for a session of a link to the console of the account, which is bound to no key that anybody has. */
  readonly isConsole: boolean;
  /** A program asks with a key, and a person with a session. */
  readonly actor: 'key' | 'console';
  readonly limits: RateLimits;
}

/** `secret_expired` means a secret that was replaced. Only clients with the right secret are told a reason other than `unknown`. */
export type AuthenticationFailure = 'unknown' | 'expired' | 'secret_expired' | 'revoked';

/** Finds the caller of a request of the console's page, which sends a cookie in place of a key. The console domain provides it. */
export abstract class SessionAuthenticator {
  /**
   * `no_session` for a request of the page without a session that still lasts; null for one that the page did not send. With `isAgain` the
   * use of the session has been noted already; with `isDownload` the answer is a file that browsers save.
   */
  abstract authenticate(
    request: IncomingMessage,
    about?: { isAgain?: boolean; isDownload?: boolean },
  ): Promise<Caller | 'no_session' | null>;
}

/** Finds the caller that an API key belongs to. The keys domain provides the implementation. */
export abstract class Authenticator {
  /** With `isFresh` it asks the database, and not what was found within the last seconds. */
  abstract authenticate(token: string, isFresh?: boolean): Promise<Caller | AuthenticationFailure>;
}

/** The permissions that an API key can have. Each operation names those that it requires. */
export const SCOPES = [
  'forms:read',
  'forms:create',
  'forms:update',
  'forms:delete',
  'submissions:read',
  'submissions:update',
  'submissions:delete',
  'workflows:read',
  'workflows:write',
  'workflows:publish',
  'workflows:test',
  'keys:manage',
] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes of an operation that one scope does not decide. With `anyOf`, the operation itself decides which of them it needs. */
export type ScopeRule = { anyOf: readonly Scope[] } | { allOf: readonly Scope[] };

/** The bucket of the key. Each request takes a token from the bucket of the account as well. */
export type KeyBucket = 'read' | 'write' | 'destructive';

/** The rights that a caller needs for an operation. */
export interface NeededRights {
  /** Without a scope, every valid key passes. */
  scope?: Scope | ScopeRule;
  bucket: KeyBucket;
  /** Refuses a read-only key although the operation only reads, and leaves its answers uncompressed. */
  showsSecrets?: boolean;
  /** May also be used in maintenance and while the account is suspended. */
  isForEmergencies?: boolean;
}

/** The scopes that are asked for, and the word between them in a sentence. */
export function scopesOf(needed: Scope | ScopeRule): { scopes: readonly Scope[]; word: 'or' | 'and' } {
  if (typeof needed === 'string') return { scopes: [needed], word: 'and' };
  return 'anyOf' in needed ? { scopes: needed.anyOf, word: 'or' } : { scopes: needed.allOf, word: 'and' };
}
