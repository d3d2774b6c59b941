import { once } from '../../platform/once';

/**
 * Loads the library of the protocol of passkeys (Web Authentication, level 3) at the first use: that takes a sixth of a second, and many
 * services never need it.
 */
export const loadWebAuthn = once(async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
}));

/** ES256, EdDSA and RS256, of which every authenticator knows one. */
export const ALGORITHMS = [-7, -8, -257];

/** The bytes of a challenge, which the library takes for a text otherwise. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));
