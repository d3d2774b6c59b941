import { randomBytes } from 'node:crypto';
import { hmacOf, sameDigest } from '../crypto/digests.rules';
import type { SecretKeys } from '../crypto/secret-keys';

/** The proof keys that are derived from the secrets in the settings. Each address file has a further key. */
export const proofKeysOf = (keys: SecretKeys): Buffer[] => keys.derive('service-proof').map(({ key }) => key);

export const makeProofKey = (): Buffer => randomBytes(PROOF_KEY_BYTES);

export function readProofKey(text: unknown): Buffer | null {
  const key = typeof text === 'string' ? Buffer.from(text, 'base64url') : null;
  return key?.length === PROOF_KEY_BYTES ? key : null;
}

const PROOF_KEY_BYTES = 32;

/** Makes the random text that a command sends, and that the service has to answer with a proof. */
export const makeChallenge = (): string => randomBytes(24).toString('base64url');

export const isChallenge = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{32}$/.test(value);

/** A proof by HMAC. It contains the address at which the service was asked, so that no other program can relay it, or `ANYWHERE`. */
export const proofOf = (key: Buffer, challenge: string, place: string): string =>
  hmacOf(key, `${challenge} ${place}`).toString('base64url');

export const ANYWHERE = 'anywhere';

/** The service's end of a connection as a text, which is the same for IPv4 and for IPv4 that is mapped into IPv6. */
export const placeOf = (address = '', port = 0): string => `${address.replace(/^::ffff:/, '')} ${port}`;

export function isProven(answer: string, keys: readonly Buffer[], challenge: string, place: string): boolean {
  const expected = keys.map((key) => Buffer.from(proofOf(key, challenge, place)));
  return proofsIn(answer).some((proof) => expected.some((each) => sameDigest(each, proof)));
}

function proofsIn(answer: string): Buffer[] {
  try {
    const { proofs } = JSON.parse(answer) as { proofs: unknown[] };
    return proofs.map((proof) => Buffer.from(String(proof)));
  } catch {
    return [];
  }
}
