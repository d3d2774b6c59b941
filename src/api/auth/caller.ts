import type { IncomingMessage } from 'node:http';

/** The rate limits, in requests a minute, of the buckets of a key and, as `userAggregate`, of its account. */
export interface RateLimits {
  read: number;
  write: number;
  destructive: number;
  userAggregate: number;
}

/** The way in which a person proves who is there: with the code of a mail, or with a passkey. */
export type ProofWay = 'mail' | 'passkey';

export type WriteBlock = 'read_only_key' | 'suspended_account' | 'maintenance';

/**
 * The authenticated API key or console session of a request, with its permissions. `keyId` stays the same when a secret is rotated. A
 * session that began with a console link has the `keyId` of the account's console.
 */
export interface Caller {
  readonly keyId: string;
  readonly accountId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** `all` forms of the account, or only those that are granted to the key. */
  readonly formAccessMode: 'all' | 'selected';
  readonly writesEnabled: boolean;
  readonly writesDisabledBy: WriteBlock | null;
  /** The end of the session or the key; for a replaced secret, the earlier of the key's end and its own. */
  readonly expiresAt: Date;
  /** True for a secret that a rotation has replaced, and for its sessions: it stays valid for an overlap, but cannot change keys. */
  readonly isReplaced: boolean;
  /** The public part of the secret; null for a session that began without a key. */
  readonly secretId: string | null;
  /** True for a session that began with a link to the console, and so belongs to no key that a person has. */
  readonly isConsole: boolean;
  /**
   * The ways in which the person of a session can prove again who is there, when the last proof is older than fifteen minutes. Empty for a
   * fresh proof, for a person without a way, and for everybody else.
   */
  readonly lacksFreshProof: readonly ProofWay[];
  /** `key` for a program that sends a key, `console` for a person with a session. */
  readonly actor: 'key' | 'console';
  readonly limits: RateLimits;
}

/** `secret_expired` means a replaced secret after its overlap. A client with a wrong secret gets only `unknown`. */
export type AuthenticationFailure = 'unknown' | 'expired' | 'secret_expired' | 'revoked';

/** Finds the caller of a request that the console's page sends with a cookie instead of a key. The console domain implements it. */
export abstract class SessionAuthenticator {
  /**
   * Resolves with `no_session` when the page has no valid session, and with null when the page did not send the request. `isAgain`: the use
   * of the session is already recorded. `isDownload`: the answer is a file that the browser saves.
   */
  abstract authenticate(
    request: IncomingMessage,
    about?: { isAgain?: boolean; isDownload?: boolean },
  ): Promise<Caller | 'no_session' | null>;
}

export abstract class Authenticator {
  /** With `isFresh`, reads the database instead of the cache of the last seconds. */
  abstract authenticate(token: string, isFresh?: boolean): Promise<Caller | AuthenticationFailure>;
}

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

/** The scopes of an operation that needs several. For `anyOf`, the operation itself checks which of them the request needs. */
export type ScopeRule = { anyOf: readonly Scope[] } | { allOf: readonly Scope[] };

/** The bucket of the key for an operation. Each request also takes a token from the bucket of the account. */
export type KeyBucket = 'read' | 'write' | 'destructive';

export interface NeededRights {
  /** Left out when every valid key may execute the operation. */
  scope?: Scope | ScopeRule;
  bucket: KeyBucket;
  /** Refuses a read-only key even for an operation that only reads, and leaves the answers uncompressed. */
  showsSecrets?: boolean;
  /** Allows the operation in maintenance and for a suspended account. */
  isForEmergencies?: boolean;
}

export function scopesOf(needed: Scope | ScopeRule): { scopes: readonly Scope[]; word: 'or' | 'and' } {
  if (typeof needed === 'string') return { scopes: [needed], word: 'and' };
  return 'anyOf' in needed ? { scopes: needed.anyOf, word: 'or' } : { scopes: needed.allOf, word: 'and' };
}
