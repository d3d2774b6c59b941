import { parse } from 'uuid';
import { hmacOf, sameDigest } from '../platform/crypto/digests.rules';

/** The address that a link stops, as a digest, in one account. */
export interface StopTarget {
  accountId: string;
  digest: Buffer;
}

/**
 * The token of a stop link: account, digest and a proof by the key of the account. It tells nobody the address, and since the key outlives
 * `APP_SECRET`, a link works for as long as somebody has the mail.
 */
export function stopTokenOf({ accountId, digest }: StopTarget, key: Buffer): string {
  return Buffer.concat([parse(accountId), digest, proofOf(digest, key)]).toString('base64url');
}

/** The parts of a token, of which nothing is proved yet; null for any other text. */
export function partsOfStopToken(token: string): (StopTarget & { proof: Buffer }) | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.toString('base64url') !== token) return null;
  const [account, digest, proof] = [bytes.subarray(0, 16), bytes.subarray(16, 48), bytes.subarray(48)];
  return { accountId: account.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), digest, proof };
}

export const isStopProof = (proof: Buffer, digest: Buffer, key: Buffer): boolean => sameDigest(proof, proofOf(digest, key));

/** No address begins with a zero byte, so that a proof is never the digest of an address. */
const proofOf = (digest: Buffer, key: Buffer): Buffer => hmacOf(key, Buffer.concat([Buffer.of(0), digest])).subarray(0, 16);

/** 64 bytes in base64url. */
const TOKEN = /^[\w-]{86}$/;
