import type { Caller } from './caller';

/**
 * The reason why a token is refused. `secret_expired` means a secret that was rotated out, while the key itself is valid. All but
 * `unknown` are told only to a client that has sent the right secret.
 */
export type AuthenticationFailure = 'unknown' | 'expired' | 'secret_expired' | 'revoked';

/** Finds the caller that an API key belongs to. The keys domain provides the implementation. */
export abstract class Authenticator {
  abstract authenticate(token: string): Promise<Caller | AuthenticationFailure>;
}
