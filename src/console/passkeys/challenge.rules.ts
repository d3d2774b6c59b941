import { hmacOf, sameDigest } from '../../platform/crypto/digests.rules';

/** The use of the answer to a challenge, so that none can be used for something else. */
export const CHALLENGE_PURPOSES = ['register', 'sign_in', 'proof'] as const;

export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

export interface ChallengeContent {
  purpose: ChallengePurpose;
  /** The session that asked; null before signing in. */
  sessionId: string | null;
}

/** Makes a challenge that tells by itself what it is for and when it ends, so that no process has to remember it. */
export function challengeOf(key: Buffer, content: ChallengeContent, { endsAt, nonce }: { endsAt: Date; nonce: Buffer }): string {
  const seconds = Buffer.alloc(SECONDS_BYTES);
  seconds.writeUIntBE(Math.floor(endsAt.getTime() / 1000), 0, SECONDS_BYTES);
  const open = Buffer.concat([seconds, nonce]);
  return Buffer.concat([open, sealOf(key, content, open)]).toString('base64url');
}

/** Returns the end of a challenge that was made with one of the keys for this purpose and session; null for any other text. */
export function endOfChallenge(keys: readonly Buffer[], content: ChallengeContent, text: string): Date | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== CHALLENGE_BYTES || bytes.toString('base64url') !== text) return null;
  const [open, seal] = [bytes.subarray(0, -SEAL_BYTES), bytes.subarray(-SEAL_BYTES)];
  if (!keys.some((key) => sameDigest(sealOf(key, content, open), seal))) return null;
  return new Date(open.readUIntBE(0, SECONDS_BYTES) * 1000);
}

const sealOf = (key: Buffer, { purpose, sessionId }: ChallengeContent, open: Buffer): Buffer =>
  hmacOf(key, Buffer.concat([Buffer.from(`${purpose} ${sessionId ?? ''} `), open]));

export const NONCE_BYTES = 16;
const SECONDS_BYTES = 6;
const SEAL_BYTES = 32;
const CHALLENGE_BYTES = SECONDS_BYTES + NONCE_BYTES + SEAL_BYTES;
