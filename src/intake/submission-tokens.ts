import { sameDigest, sha256Of } from '../platform/crypto/digests';

/** A token that a rotation has replaced, as it is read from the database. */
export interface RetiredToken {
  /** SHA-256 in hexadecimal digits. */
  digest: string;
  /** A timestamp in ISO 8601. */
  validUntil: string;
}

/** The submission tokens of one revision of a form. */
export interface SubmissionTokens {
  accept(token: string, now: Date): boolean;
}

/** The current token of a form, and those that are accepted until the end of their overlap. */
export function compileTokens(current: Buffer, retired: readonly RetiredToken[]): SubmissionTokens {
  const tokens = [
    { digest: current, validUntilMs: Infinity },
    ...retired.map(({ digest, validUntil }) => ({
      digest: Buffer.from(digest, 'hex'),
      validUntilMs: Date.parse(validUntil),
    })),
  ];
  return {
    accept(token, now) {
      const sent = sha256Of(token);
      return tokens
        .filter(({ digest }) => sameDigest(sent, digest))
        .some(({ validUntilMs }) => validUntilMs > now.getTime());
    },
  };
}
