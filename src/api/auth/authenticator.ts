import type { Caller } from './caller';

/** Why a well-formed token opens nothing. Only somebody who holds the right secret learns of the last two. */
export type AuthenticationFailure = 'unknown' | 'expired' | 'revoked';

/** Finds the caller behind an API key. The domain that keeps the keys provides it. */
export abstract class Authenticator {
  abstract authenticate(token: string): Promise<Caller | AuthenticationFailure>;
}
