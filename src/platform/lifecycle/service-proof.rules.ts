import { randomBytes } from 'node:crypto';
import { hmacOf, sameDigest } from '../crypto/digests.rules';
import type { SecretKeys } from '../crypto/secret-keys';

/** The keys by which a service proves itself to its commands: from its settings, and from its address file. */
export const proofKeysOf = (keys: SecretKeys): Buffer[] => keys.derive('service-proof').map(({ key }) => key);

/** The key of a new address file. */
export const makeProofKey = (): Buffer => randomBytes(PROOF_KEY_BYTES);

/** The value in an address file; null for one that is missing or damaged. */
export function readProofKey(text: unknown): Buffer | null {
  const key = typeof text === 'string' ? Buffer.from(text, 'base64url') : null;
  return key?.length === PROOF_KEY_BYTES ? key : null;
}

const PROOF_KEY_BYTES = 32;

/** The text that a command sends to be answered with proofs. */
export const makeChallenge = (): string => randomBytes(24).toString('base64url');

export const isChallenge = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{32}$/.test(value);

/** The proof of a key for the address at which the service is asked, so that no other program can pass it on, or for `ANYWHERE`. */
export const proofOf = (key: Buffer, challenge: string, place: string): string =>
  hmacOf(key, `${challenge} ${place}`).toString('base64url');

export const ANYWHERE = 'anywhere';

/** The address and port of the service's end of a connection, in the same words for IPv4 and IPv4 in IPv6. */
export const placeOf = (address = '', port = 0): string => `${address.replace(/^::ffff:/, '')} ${port}`;

/** True when an answer to the challenge has the proof of one of the keys. */
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
